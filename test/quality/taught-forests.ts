import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askForest, readForest } from '../../detectors/spatial/forest.ts';
import { HOURLY_TERMS } from '../../detectors/spatial/hourly-terms.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { LEARNING, pythonWith } from '../servers/python-packages.ts';
import type { Samples } from './recorded-evidence.ts';

/** A forest as `readForest` takes it. */
interface WrittenForest {
  readonly base: number;
  readonly trees: readonly string[];
}

/** Those for verdicts at once, and for settled ones. */
export type WrittenForests = Readonly<Record<'atOnce' | 'settled', WrittenForest>>;

const SCRIPT = packageFile('test', 'quality', 'boosted-forest.py');
/** The terms are the same by either verification. */
const VERIFICATION = 'pearson';
const OUTPUT_BYTES = 1 << 24;
/** Thresholds and values are written with a few digits: a forest that is read may differ by so much [log-odds]. */
const ROUNDING = 0.1;

/**
 * Learns the forests that weigh the evidence of hourly stations.
 *
 * @param samples of networks, from `addNetwork`
 * @param leftOut terms that are not to be used
 * @returns null where no sample is of an hourly station
 * @throws Error where Python or its packages cannot be had, or what was learnt is not what is read
 */
export async function taughtForests(
  samples: Samples,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<WrittenForests | null> {
  // A verdict that is settled without a report after the candidate goes by the trees for verdicts at once.
  const of = (verdicts: 'atOnce' | 'settled') =>
    (samples.get(`${VERIFICATION}|hourly|${verdicts}`) ?? []).filter(
      ({ terms }) => verdicts === 'atOnce' || !Number.isNaN(terms['next']),
    );
  if (of('atOnce').length === 0 || of('settled').length === 0) return null;
  const found = await pythonWith(LEARNING);
  if ('missing' in found) throw new Error(found.missing);
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-forests-'));
  const taught = (verdicts: 'atOnce' | 'settled'): WrittenForest => {
    // What follows is not known at once.
    const used = (term: string) => !leftOut.has(term) && (verdicts === 'settled' || !term.startsWith('next'));
    const observed = of(verdicts);
    const file = join(folder, verdicts);
    const rows = observed.map(({ terms }) => HOURLY_TERMS.map((term) => (used(term) ? (terms[term] ?? null) : 0)));
    const failure = observed.map((sample) => Number(sample.failure));
    const weight = observed.map((sample) => sample.weight);
    writeFileSync(file, JSON.stringify({ rows, failure, weight }));
    const printed = execFileSync(found.python, [SCRIPT, file], { encoding: 'utf8', maxBuffer: OUTPUT_BYTES });
    const { logOdds, ...forest } = JSON.parse(printed) as WrittenForest & { logOdds: readonly number[] };
    check(forest, rows, logOdds, verdicts);
    return forest;
  };
  try {
    return { atOnce: taught('atOnce'), settled: taught('settled') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Holds what a forest that is read says of rows against what scikit-learn says of them; few may lie between two roundings. */
function check(
  { base, trees }: WrittenForest,
  rows: (number | null)[][],
  logOdds: readonly number[],
  what: string,
): void {
  const forest = readForest(base, trees);
  const adds = new Float64Array(HOURLY_TERMS.length);
  const differ = logOdds.filter((expected, n) => {
    const any = askForest(
      forest,
      Float64Array.from(rows[n], (x) => x ?? Number.NaN),
      adds,
    );
    return Math.abs(adds.reduce((sum, add) => sum + add, any) - expected) > ROUNDING;
  });
  if (differ.length > logOdds.length / 50) {
    throw new Error(`${what}: ${differ.length} of ${logOdds.length} rows are not what scikit-learn says of them`);
  }
}

/** The module that has them, as `npm run format` leaves it. */
export function forestsModule(forests: WrittenForests): string {
  const one = ({ base, trees }: WrittenForest) =>
    `readForest(${base}, [\n${trees.map((tree) => `    '${tree}',`).join('\n')}\n  ])`;
  return `import { type Forest, readForest } from './forest.ts';

/*
 * Made by \`npm run quality:weights\` (test/quality/learn-weights.ts), not by hand.
 */

/** What the evidence of hourly stations is weighed by; terms are counted in the order of HOURLY_TERMS. */
export const HOURLY_FORESTS: Readonly<Record<'atOnce' | 'settled', Forest>> = {
  atOnce: ${one(forests.atOnce)},
  settled: ${one(forests.settled)},
};
`;
}
