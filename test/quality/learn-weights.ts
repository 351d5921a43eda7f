// Learns the weights of the evidence (detectors/evidence/learnt-weights.ts) from real observations with injected faults and
// weather, by logistic regression; of hourly stations, by boosted trees (detectors/evidence/learnt-forests.json, which needs Python):
//   npm run quality:weights -- --harness DIR --network 'DIR;SEGMENTS;EXCLUDED;EVERY' [--network ...] [--seeds 1,2] [--out FILE] [--forests FILE]
// Each network is a folder of CSV files, the stretches that are judged, the stations with faults of their own, and which of
// its reports are taken (6 makes an hourly network). Each
// candidate is verified by either spatial method, with all its neighbours and with the nearest five, two and one, at once
// and with an hour of hindsight. Every network weighs the same. What none of them asks about, as hourly stations, keeps
// what is there. What it writes is formatted by `npm run format`. Never give it
// the seeds by which quality is measured.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DISTANCE_WEIGHTS, PEARSON_WEIGHTS } from '../../detectors/evidence/learnt-weights.ts';
import { QUESTIONS, type QuestionKind, type TermWeights } from '../../detectors/evidence/weighing.ts';
import {
  SPATIAL_METHOD_NAMES,
  type SpatialMethodName,
  type TemporalMethodName,
} from '../../schemas/judgement-configuration.ts';
import { amountOf, runOptions } from '../run-options.ts';
import { dataOf, givenNetwork, NETWORK_FORM } from './given-network.ts';
import { recordEvidence, type Samples } from './recorded-evidence.ts';
import { SCORING_OPTIONS, Scoring } from './scoring.ts';
import { forestsFile, taughtForests } from './taught-forests.ts';
import { addNetwork, taughtWeights } from './taught-weights.ts';

const { values: options } = runOptions({
  options: {
    harness: SCORING_OPTIONS.harness,
    network: { type: 'string', multiple: true, default: [] },
    seeds: { type: 'string', default: '201,202,203,204' },
    methods: { type: 'string', default: 'arima,3sigma,mad' },
    ridge: { type: 'string', default: '3' },
    keep: { type: 'string' },
    out: { type: 'string', default: 'detectors/evidence/learnt-weights.ts' },
    forests: { type: 'string', default: 'detectors/evidence/learnt-forests.json' },
  },
});

const ridge = amountOf(options, 'ridge');

const DEFAULT_METHOD: TemporalMethodName = 'arima';

const delivered = (name: SpatialMethodName): Readonly<Record<QuestionKind, TermWeights<string>>> =>
  name === 'pearson' ? PEARSON_WEIGHTS : DISTANCE_WEIGHTS;

const HEADER = `import type { CommonTerm } from '../../detectors/evidence/evidence-terms.ts';
import type { QuestionKind, TermWeights } from '../../detectors/evidence/weighing.ts';

/*
 * Made by \`npm run quality:weights\` (test/quality/learn-weights.ts), not by hand.
 */

/** What \`pearson\` weighs. */
export type PearsonTerm = CommonTerm | 'following' | 'followed' | 'nearest' | 'left';
/** What \`distance\` weighs. */
export type DistanceTerm = CommonTerm | 'away' | 'returned' | 'along' | 'apart' | 'restless';
`;

const root = options.keep ?? mkdtempSync(join(tmpdir(), 'halcyon-weights-'));
try {
  if (options.network.length === 0) {
    throw new Error(
      `no --network: '${NETWORK_FORM}' names a folder, what of it is judged, whom to leave out, and which reports`,
    );
  }
  const networks = options.network.map(givenNetwork);
  const samples: Samples = new Map();
  for (const [index, network] of networks.entries()) {
    const { name: title, segments, exclude } = network;
    const excluded = new Set(exclude.split(',').filter(Boolean));
    const data = dataOf(network, root);
    const scoring = new Scoring({ harness: options.harness, data, segments, exclude }, join(root, String(index)));
    const taught: Samples = new Map();
    for (const set of ['mixed', 'plain']) {
      for (const [k, seed] of options.seeds.split(',').entries()) {
        const folder = scoring.injected(set, seed);
        for (const name of options.methods.split(',')) {
          // The others flag many times as much: one seed tells enough.
          const usual = name === DEFAULT_METHOD;
          if (set === 'plain' ? k > 1 || !usual : k > 0 && !usual) continue;
          await recordEvidence(folder, segments, excluded, name as TemporalMethodName, taught);
        }
        console.error(`${title} ${set} ${seed}: ${[...taught.values()].flat().length} samples`);
      }
    }
    addNetwork(taught, samples);
  }
  const tables = SPATIAL_METHOD_NAMES.map((name) => {
    const sides = QUESTIONS.map((side) => {
      const weights = taughtWeights(samples, name, side, ridge);
      const lines = Object.entries(weights ?? delivered(name)[side]).map(
        ([term, pair]) => `${term}: [${pair.map((x) => x.toFixed(2)).join(', ')}],`,
      );
      return `  ${side}: {\n    ${lines.join('\n    ')}\n  },`;
    });
    const title = `${name[0].toUpperCase()}${name.slice(1)}`;
    const type = `Readonly<Record<QuestionKind, TermWeights<${title}Term>>>`;
    return `/** Weights of \`${name}\`. */\nexport const ${name.toUpperCase()}_WEIGHTS: ${type} = {\n${sides.join('\n')}\n};\n`;
  });
  writeFileSync(options.out, `${HEADER}\n${tables.join('\n')}`);
  const forests = await taughtForests(samples);
  const learntIn = networks.map(({ name, segments, exclude }) => ({ name, segments, exclude }));
  const learnt = { by: 'npm run quality:weights', networks: learntIn, seeds: options.seeds };
  if (forests !== null) writeFileSync(options.forests, forestsFile(forests, learnt));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
} finally {
  if (options.keep === undefined) rmSync(root, { recursive: true, force: true });
}
