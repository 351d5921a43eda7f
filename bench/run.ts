// What it costs, measured on this machine, beside the programs that a user would take instead:
//   npm run bench [-- PART..] [--rounds 3] [--against FILE] [--data DIR] [--stations 10000]
// PART begins the name of a part; without one all are measured but one-runtime, which takes an hour. Of the rounds the median is printed and from where to where
// they went; parts that take minutes are measured once. The figures are kept in bench/results/local-last.json, which the
// next run is compared with, or with the file that --against names. --data, or HALCYON_QUALITY_DATA, names a folder of CSV
// files that the whole command is measured on besides the network that it makes. --stations are those of the replay, and of
// the dense network of one-runtime.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countOf, refuse, runOptions } from '../test/run-options.ts';
import { conditionLooks } from './condition-looks.ts';
import { faultCost } from './fault-cost.ts';
import type { Figure } from './figure.ts';
import { judgingHeap } from './judging-heap.ts';
import { figureLine, medianOf, overRounds } from './measured-figure.ts';
import { nowPage } from './now-page.ts';
import { killedForms } from './one-runtime/killed-forms.ts';
import { oneRuntime } from './one-runtime/one-runtime.ts';
import { twoStatesMemory } from './one-runtime/two-states-memory.ts';
import { verdictsBesidePeers } from './peer-cost.ts';
import { replayRate } from './replay-rate.ts';
import { keepResults, LAST_RESULTS, readResults } from './results-file.ts';
import { rulePreviews } from './rule-preview.ts';
import { startToReady } from './start-to-ready.ts';
import { stationMemory } from './station-memory.ts';
import { storeRate } from './store-rate.ts';
import { verificationCost } from './verification-cost.ts';
import { commandOnFolder, wholeCommand } from './whole-command.ts';

const { values: options, positionals: wanted } = runOptions({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    against: { type: 'string', default: LAST_RESULTS },
    data: { type: 'string', default: process.env['HALCYON_QUALITY_DATA'] ?? '' },
    stations: { type: 'string', default: '10000' },
  },
});

interface Part {
  readonly measure: () => Promise<Figure[]>;
  /** Measured in every round; others once. */
  readonly again: boolean;
  /** Measured only where it is named. */
  readonly apart?: boolean;
}

const PARTS: Readonly<Record<string, Part>> = {
  verdict: { measure: verdictsBesidePeers, again: true },
  verification: { measure: verificationCost, again: true },
  faults: { measure: faultCost, again: true },
  memory: { measure: stationMemory, again: false },
  heap: { measure: judgingHeap, again: false },
  store: { measure: storeRate, again: false },
  start: { measure: startToReady, again: false },
  conditions: { measure: conditionLooks, again: false },
  now: { measure: nowPage, again: false },
  preview: { measure: rulePreviews, again: false },
  command: {
    measure: async () => [
      ...(await wholeCommand()),
      ...(options.data === '' ? [] : await commandOnFolder(options.data)),
    ],
    again: true,
  },
  replay: { measure: () => replayRate(stations), again: false },
  'one-runtime-rates': { measure: () => oneRuntime(stations), again: true, apart: true },
  'one-runtime-memory': { measure: twoStatesMemory, again: false, apart: true },
  'one-runtime-kills': { measure: killedForms, again: false, apart: true },
};

const rounds = countOf(options, 'rounds');
const stations = countOf(options, 'stations');
const parts = Object.entries(PARTS).filter(
  ([name, { apart = false }]) => (wanted.length === 0 && !apart) || wanted.some((word) => name.startsWith(word)),
);
if (parts.length === 0)
  refuse(`no part begins with ${wanted.join(' or ')}; there are ${Object.keys(PARTS).join(', ')}`);
const measuresCommand = parts.some(([name]) => name === 'command');
if (measuresCommand && options.data !== '' && !existsSync(join(options.data, 'stations.csv'))) {
  refuse(`--data ${options.data} should be a folder with stations.csv and observations.csv (docs/import.md)`);
}
const before = readResults(options.against);
if (before === null && options.against !== LAST_RESULTS) refuse(`--against: there is no file ${options.against}`);

for (const [, { measure, again }] of parts) {
  const measured: Figure[][] = [];
  for (let round = 0; round < (again ? rounds : 1); round++) measured.push(await measure());
  const figures = overRounds(measured);
  for (const figure of figures) {
    const was = before?.figures[figure.name];
    console.log(figureLine(figure, was === undefined ? undefined : medianOf(was.values)));
  }
  keepResults(LAST_RESULTS, figures, readResults(LAST_RESULTS));
}
