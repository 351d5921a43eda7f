// Learns the trees that weigh evidence (detectors/evidence/learnt-forests.json) from real observations with injected faults and
// weather; needs Python:
//   npm run quality:forests -- --harness DIR --network 'DIR;SEGMENTS;EXCLUDED;EVERY;STATIONS' [--network ...] [--seeds 1,2] [--out FILE]
// Each network is a folder of CSV files, the stretches that are judged, the stations with faults of their own, and which of
// its reports are taken (6 makes an hourly network). Each
// candidate is verified by either spatial method, with all its neighbours and with the nearest five, two and one, at once
// and with an hour of hindsight. By the first seed stations also report less, so that nothing rests on elements that some lack.
// Every network weighs the same. A kind of forest that no network is about stays as it
// is. What it writes is formatted by `npm run format`. Never give it the seeds by which quality is measured.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ForestsFile } from '../../detectors/evidence/learnt-forests.ts';
import type { TemporalMethodName } from '../../schemas/judgement-configuration.ts';
import { runOptions } from '../run-options.ts';
import { dataOf, givenNetwork, NETWORK_FORM } from './given-network.ts';
import { taughtSamples } from './learnt-evidence.ts';
import { addNetwork, type Samples } from './recorded-evidence.ts';
import { SCORING_OPTIONS, Scoring } from './scoring.ts';
import { forestsFile, taughtForests } from './taught-forests.ts';

const { values: options } = runOptions({
  options: {
    harness: SCORING_OPTIONS.harness,
    network: { type: 'string', multiple: true, default: [] },
    seeds: { type: 'string', default: '201,202,203,204' },
    methods: { type: 'string', default: 'arima,3sigma,mad' },
    keep: { type: 'string' },
    out: { type: 'string', default: 'detectors/evidence/learnt-forests.json' },
  },
});

const root = options.keep ?? mkdtempSync(join(tmpdir(), 'halcyon-forests-'));
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
    const taught = await taughtSamples(
      {
        folderOf: (set, seed) => scoring.injected(set, seed),
        segments,
        excluded,
        seeds: options.seeds.split(','),
        temporalMethods: options.methods.split(',') as [TemporalMethodName, ...TemporalMethodName[]],
      },
      (set, seed, count) => console.error(`${title} ${set} ${seed}: ${count} samples`),
    );
    addNetwork(taught, samples);
  }
  const learntIn = networks.map(({ name, segments, exclude }) => ({ name, segments, exclude }));
  const learnt = { by: 'npm run quality:forests', networks: learntIn, seeds: options.seeds };
  const held = JSON.parse(readFileSync(options.out, 'utf8')) as ForestsFile;
  writeFileSync(options.out, forestsFile(await taughtForests(samples), learnt, held));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
} finally {
  if (options.keep === undefined) rmSync(root, { recursive: true, force: true });
}
