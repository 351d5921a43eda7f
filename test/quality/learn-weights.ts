// Learns the weights of the evidence (detectors/spatial/learnt-weights.ts) from real observations with injected faults and
// weather, by logistic regression:
//   npm run quality:weights -- --harness DIR --network DIR;SEGMENTS;EXCLUDED [--network ...] [--seeds 1,2] [--out FILE]
// Each network is a folder of CSV files, the stretches that are judged and the stations with faults of their own. Each
// candidate is verified by either spatial method, with all its neighbours and with the nearest five, two and one, at once
// and with an hour of hindsight. Every network weighs the same. What it writes is formatted by `npm run format`. Never give it
// the seeds by which quality is measured.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { temporalMethod as methodOf } from '../../detectors/methods/registry.ts';
import { replay } from '../../detectors/replay/replay.ts';
import { SPATIAL_METHODS } from '../../detectors/spatial/registry.ts';
import type { SpatialQuestion } from '../../detectors/spatial/spatial-method.ts';
import { QUESTIONS, questionKind } from '../../detectors/spatial/weighing.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import { SPATIAL_METHOD_NAMES, type TemporalMethodName } from '../../schemas/judgement-configuration.ts';
import { slotOf } from '../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { InjectedHistory, rowsOf } from './injected-history.ts';
import { logisticRegression, type Observed } from './logistic-regression.ts';
import { SCORING_OPTIONS, Scoring } from './scoring.ts';
import { wrapVerification } from './wrapped-methods.ts';

const { values: options } = parseArgs({
  options: {
    harness: SCORING_OPTIONS.harness,
    network: { type: 'string', multiple: true, default: [] },
    seeds: { type: 'string', default: '201,202,203,204' },
    methods: { type: 'string', default: 'arima,3sigma,mad' },
    ridge: { type: 'string', default: '3' },
    keep: { type: 'string' },
    out: { type: 'string', default: 'detectors/spatial/learnt-weights.ts' },
  },
});

/** Weight of what all neighbours share, fixed: that it is weather is no matter of how much of it a sample has. */
const EXPLAINED = -2;
/** What a network weighs in all, for each kind of question: small networks teach as much as large ones. */
const WEIGHT_OF_A_NETWORK = 10_000;
/** Neighbours that follow, and what happens around, never speak for a failure; size and distance never against one. */
const SIGNS: Readonly<Record<string, 1 | -1>> = {
  ...{ following: -1, followed: -1, nearest: -1, along: -1, companions: -1, alike: -1 },
  ...{ stir: -1, stir_others: -1, wet: -1, wet_rain: -1 },
  ...{ size: 1, size_rain: 1, left: 1, after: -1, away: 1, returned: 1, apart: 1 },
};
const DEFAULT_METHOD: TemporalMethodName = 'arima';

/** How many of the nearest neighbours are asked, and how much such a question counts. */
const LIMITS = [
  [24, 1],
  [5, 0.3],
  [2, 0.3],
  [1, 0.3],
] as const;
/** A candidate without cause stands for more of its kind than are in the data: those that other weather raises. */
const CAUSELESS = 2;
/** Slots after its start within which a fault of a kind is to be named, as score.mjs has it. */
const REACH: Readonly<Record<string, number>> = { spike: 0, block: 2, step: 6, noise: 11 };

const HEADER = `import type { CommonTerm } from './evidence-terms.ts';
import type { QuestionKind, TermWeights } from './weighing.ts';

/*
 * Made by \`npm run quality:weights\` (test/quality/learn-weights.ts), not by hand.
 */

/** What \`pearson\` weighs. */
export type PearsonTerm = CommonTerm | 'following' | 'followed' | 'nearest' | 'left';
/** What \`distance\` weighs. */
export type DistanceTerm = CommonTerm | 'away' | 'returned' | 'along' | 'apart' | 'restless';
`;

/** Samples by spatial method, kind of question and kind of verdict. */
type Samples = Map<string, Observed[]>;

function addTo(samples: Samples, place: string, sample: Observed): void {
  const held = samples.get(place);
  if (held === undefined) samples.set(place, [sample]);
  else held.push(sample);
}

interface Claim {
  readonly from: number;
  readonly to: number;
  readonly kind: 'fault' | 'tiny' | 'weather' | 'none';
}

/** The methods themselves, which the recorder stands before. */
const METHODS = new Map(SPATIAL_METHODS);

function isSlight({ actual, expected, floors, variable }: SpatialQuestion): boolean {
  return Math.abs(actual - expected) < floors[VARIABLE_INDEX[variable]];
}

/** What the truth says of each station and variable, in slots. */
function claimsOf(folder: string, cadence: number): Map<string, Claim[]> {
  const claims = new Map<string, Claim[]>();
  const add = (key: string, claim: Claim) => claims.set(key, [...(claims.get(key) ?? []), claim]);
  const rows = (file: string) => rowsOf(readFileSync(join(folder, file)));
  for (const row of rows('truth.csv')) {
    const [start, end] = [slotOf(Date.parse(row['start'])), slotOf(Date.parse(row['end']))];
    const key = `${row['station_id']}|${row['variable']}`;
    if (row['class'] === 'device_failure') {
      const reach = REACH[row['kind']];
      const kind = row['size'] === 'tiny' ? 'tiny' : 'fault';
      if (reach !== undefined) add(key, { from: start, to: start + reach * cadence, kind });
      // What comes later in a fault, or after it, is nobody's: neither taught as a fault nor as none.
      add(key, { from: start, to: end + 6 * cadence, kind: 'none' });
    } else {
      const told = row['kind'] === 'lone_storm' ? 'none' : 'weather';
      add(key, { from: start - 1, to: end + (row['kind'] === 'front' ? 31 : 13), kind: told });
    }
  }
  for (const row of rows('labels.csv')) {
    if (row['station_id'] === '*') continue;
    for (const variable of row['variable'].split('|')) {
      const [from, to] = [slotOf(Date.parse(row['start'])), slotOf(Date.parse(row['end'])) + 6 * cadence];
      add(`${row['station_id']}|${variable}`, { from, to, kind: 'none' });
    }
  }
  return claims;
}

/** Has every verification of a run recorded, by all spatial methods and for fewer neighbours. */
async function record(
  folder: string,
  segments: string,
  excluded: ReadonlySet<string>,
  temporalMethod: TemporalMethodName,
  into: Samples,
): Promise<void> {
  const { cadence } = JSON.parse(readFileSync(join(folder, 'segments.json'), 'utf8')) as { cadence: number };
  const claims = claimsOf(folder, cadence);
  const history = new InjectedHistory(folder);
  const ids = (await history.stations()).map(({ id }) => id);
  const seen = new Map<string, { question: SpatialQuestion; terms: Map<string, Record<string, number>> }>();
  const keep = (question: SpatialQuestion, verdicts: string) => {
    for (const [name, method] of METHODS) {
      for (const [limit] of LIMITS) {
        if (limit < 24 && question.neighbours.length <= limit) continue;
        const { evidence } = method.verify({ ...question, neighbours: question.neighbours.slice(0, limit) });
        const key = `${question.station}|${question.variable}|${question.slot}`;
        const held = seen.get(key) ?? { question, terms: new Map<string, Record<string, number>>() };
        seen.set(key, held);
        if ('terms' in evidence) {
          held.terms.set(`${name}|${verdicts}|${limit}`, evidence['terms'] as Record<string, number>);
        }
      }
    }
  };
  const restore = wrapVerification(({ verify }) => (question) => {
    if (question.known === question.slot) keep(question, 'atOnce');
    if (question.known === question.slot + question.hindsightSlots) keep(question, 'settled');
    return verify(question);
  });
  const configuration = { ...liveJudgement(readConfiguration({})), temporalMethod };
  for (const segment of segments.split(',')) {
    const [start, end] = segment.split('..').map((time) => Date.parse(time));
    await replay(history, { network: 'quality', start, end, configuration, verdicts: 'last' });
  }
  restore();
  for (const { question, terms } of seen.values()) {
    const station = ids[question.station];
    if (excluded.has(station)) continue;
    const there = (claims.get(`${station}|${question.variable}`) ?? []).filter(
      ({ from, to }) => question.slot >= from && question.slot <= to,
    );
    const kind = (there.find((claim) => claim.kind === 'fault' || claim.kind === 'tiny') ?? there[0])?.kind;
    const slight = isSlight(question);
    // Tiny faults teach what is slight alone: what is expected to be found are the others.
    if (kind === 'none' || (kind === 'tiny' && !slight)) continue;
    const failure = kind === 'fault' || kind === 'tiny';
    const side = questionKind(question.middleOf !== undefined, slight, cadence);
    // The steps that are flagged beside a middle are asked as forecasts are, but raised otherwise.
    if (question.middleOf === undefined && methodOf(temporalMethod).specification.expectation === 'middle') continue;
    for (const [key, values] of terms) {
      const [name, verdicts, limit] = key.split('|');
      const weight = (kind === undefined ? CAUSELESS : 1) * (LIMITS.find(([l]) => l === Number(limit))?.[1] ?? 1);
      const place = `${name}|${side}|${verdicts}`;
      const { explained: _fixed, ...terms } = values;
      addTo(into, place, { terms, failure, weight });
    }
  }
}

const root = options.keep ?? mkdtempSync(join(tmpdir(), 'halcyon-weights-'));
try {
  if (options.network.length === 0) {
    throw new Error(
      "no --network: 'DIR;FROM..TO,FROM..TO;STATION,STATION' names a folder, what of it is judged, and whom to leave out",
    );
  }
  const samples: Samples = new Map();
  for (const [index, network] of options.network.entries()) {
    const [data, segments, exclude] = network.split(';');
    if (!segments) throw new Error(`--network '${network}' should be 'DIR;FROM..TO,FROM..TO;STATION,STATION'`);
    const excluded = new Set((exclude ?? '').split(',').filter(Boolean));
    const scoring = new Scoring(
      { harness: options.harness, data, segments, exclude: exclude ?? '' },
      join(root, String(index)),
    );
    const taught: Samples = new Map();
    for (const set of ['mixed', 'plain']) {
      for (const [k, seed] of options.seeds.split(',').entries()) {
        const folder = scoring.injected(set, seed);
        for (const name of options.methods.split(',')) {
          // The others flag many times as much: one seed tells enough.
          const usual = name === DEFAULT_METHOD;
          if (set === 'plain' ? k > 1 || !usual : k > 0 && !usual) continue;
          await record(folder, segments, excluded, name as TemporalMethodName, taught);
        }
        console.error(`${data} ${set} ${seed}: ${[...taught.values()].flat().length} samples`);
      }
    }
    for (const [place, those] of taught) {
      const total = those.reduce((sum, { weight }) => sum + weight, 0);
      const scale = WEIGHT_OF_A_NETWORK / total;
      for (const sample of those) addTo(samples, place, { ...sample, weight: scale * sample.weight });
    }
  }
  const tables = SPATIAL_METHOD_NAMES.map((name) => {
    const sides = QUESTIONS.map((side) => {
      const [atOnce, settled] = ['atOnce', 'settled'].map((verdicts) =>
        logisticRegression(samples.get(`${name}|${side}|${verdicts}`) ?? [], Number(options.ridge), SIGNS),
      );
      const fixed = `explained: [${EXPLAINED}, ${EXPLAINED}],`;
      const lines = Object.keys(atOnce).map(
        (term) => `${term}: [${atOnce[term].toFixed(2)}, ${settled[term].toFixed(2)}],`,
      );
      return `  ${side}: {\n    ${[fixed, ...lines].join('\n    ')}\n  },`;
    });
    const title = `${name[0].toUpperCase()}${name.slice(1)}`;
    const type = `Readonly<Record<QuestionKind, TermWeights<${title}Term>>>`;
    return `/** Weights of \`${name}\`. */\nexport const ${name.toUpperCase()}_WEIGHTS: ${type} = {\n${sides.join('\n')}\n};\n`;
  });
  writeFileSync(options.out, `${HEADER}\n${tables.join('\n')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
} finally {
  if (options.keep === undefined) rmSync(root, { recursive: true, force: true });
}
