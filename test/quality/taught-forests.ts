import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askForest, readForest } from '../../detectors/evidence/forest.ts';
import {
  FOREST_KINDS,
  FOREST_TERMS,
  type ForestKind,
  type ForestsFile,
  type WrittenForest,
  type WrittenPair,
} from '../../detectors/evidence/learnt-forests.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { LEARNING, pythonWith } from '../servers/python-packages.ts';
import type { Sample, Samples } from './recorded-evidence.ts';

const SCRIPT = packageFile('test', 'quality', 'boosted-forest.py');
const OUTPUT_BYTES = 1 << 24;
/** Thresholds and values are written with a few digits: a forest that is read may differ by so much [log-odds]. */
const ROUNDING = 0.1;

/**
 * What more of a term may only speak for: 1 for a failure, -1 against one. Neighbours that do the same, and what goes on around,
 * never speak for a failure; size, and what they leave unexplained, never against one.
 */
const SIGNS: Readonly<Record<string, 1 | -1>> = {
  ...{ following: -1, followed: -1, nearest: -1, explained_by: -1, along: -1, share: -1, share_median: -1 },
  ...{ companions: -1, alike: -1, together: -1, outflow: -1, shower: -1 },
  ...{ unsettled: -1, unsettled_others: -1, wet: -1, rain_around: -1, stir: -1, others_stir: -1 },
  ...{ unexplained: 1, left: 1, stands_away: 1, returned: 1, size: 1, size_floor: 1, after: -1 },
};

/** The forests of some kinds. */
export type TaughtForests = Partial<Record<ForestKind, WrittenPair>>;

/**
 * Learns the forests that weigh evidence: of each kind that samples are about.
 *
 * @param samples of networks, from `addNetwork`
 * @param leftOut terms that are not to be used
 * @throws Error where Python or its packages cannot be had, or what was learnt is not what is read
 */
export async function taughtForests(
  samples: Samples,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<TaughtForests> {
  const taught: TaughtForests = {};
  for (const kind of FOREST_KINDS) {
    const own = samples.get(`${kind}|atOnce`) ?? [];
    // Stations that report less often teach little by themselves: what hourly ones tell at once holds of them as well.
    const atOnce = kind === 'seldom' && own.length > 0 ? [...(samples.get('hourly|atOnce') ?? []), ...own] : own;
    // A verdict that is settled without a report after the candidate goes by the trees for verdicts at once.
    const settled = (samples.get(`${kind}|settled`) ?? []).filter(({ terms }) => !Number.isNaN(terms['next']));
    if (atOnce.length === 0 || (settled.length === 0 && kind !== 'seldom')) continue;
    // What follows is not known at once.
    const known = (term: string) => !leftOut.has(term) && term !== 'after' && !term.startsWith('next');
    taught[kind] = {
      atOnce: await taughtForest(kind, atOnce, known),
      ...(settled.length > 0 && { settled: await taughtForest(kind, settled, (term) => !leftOut.has(term)) }),
    };
  }
  return taught;
}

async function taughtForest(
  kind: ForestKind,
  samples: readonly Sample[],
  used: (term: string) => boolean,
): Promise<WrittenForest> {
  const found = await pythonWith(LEARNING);
  if ('missing' in found) throw new Error(found.missing);
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-forests-'));
  try {
    const file = join(folder, kind);
    const rows = samples.map(({ terms }) => FOREST_TERMS[kind].map((term) => (used(term) ? terms[term] : 0)));
    const failure = samples.map((sample) => Number(sample.failure));
    const weight = samples.map((sample) => sample.weight);
    const signs = FOREST_TERMS[kind].map((term) => SIGNS[term] ?? 0);
    writeFileSync(file, JSON.stringify({ rows, failure, weight, signs }));
    const printed = execFileSync(found.python, [SCRIPT, file], { encoding: 'utf8', maxBuffer: OUTPUT_BYTES });
    const { logOdds, ...forest } = JSON.parse(printed) as WrittenForest & { logOdds: readonly number[] };
    check(forest, rows, logOdds, kind);
    return forest;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Holds what a forest that is read says of rows against what scikit-learn says of them; few may lie between two roundings. */
function check(
  { base, trees }: WrittenForest,
  rows: readonly (readonly number[])[],
  logOdds: readonly number[],
  what: string,
): void {
  const forest = readForest(base, trees);
  const adds = new Float64Array(rows[0].length);
  const differ = logOdds.filter((expected, n) => {
    const any = askForest(forest, Float64Array.from(rows[n]), adds);
    return Math.abs(adds.reduce((sum, add) => sum + add, any) - expected) > ROUNDING;
  });
  if (differ.length > logOdds.length / 50) {
    throw new Error(`${what}: ${differ.length} of ${logOdds.length} rows are not what scikit-learn says of them`);
  }
}

/** What the forests were learnt from, as their file says it. */
export interface LearntFrom {
  readonly by: string;
  /** Networks by the names of their folders, what of them was judged, and who was left out. */
  readonly networks: readonly { readonly name: string; readonly segments: string; readonly exclude: string }[];
  readonly seeds: string;
}

/**
 * The file that has them (detectors/evidence/learnt-forests.json), as `npm run format` leaves it.
 *
 * @param held the file as it was: what was not learnt stays
 */
export function forestsFile(taught: TaughtForests, learnt: LearntFrom, held: ForestsFile): string {
  const kinds = FOREST_KINDS.map((kind) => {
    const pair = taught[kind];
    return [kind, pair === undefined ? held[kind] : { learnt, terms: FOREST_TERMS[kind], ...pair }] as const;
  });
  return `${JSON.stringify(Object.fromEntries(kinds), null, 2)}\n`;
}
