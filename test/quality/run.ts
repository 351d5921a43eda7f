// Scores the whole detector on real observations with injected faults and weather, and prints tables of it in Markdown:
//   npm run quality -- --harness DIR --data DIR [--tables main,values] [--seeds 1,2,3,4,5] [--segments FROM..TO,FROM..TO]
//     [--exclude STATION,STATION] [--method arima] [--spatial pearson] [--neighbours 5] [--sets plain,mixed,clean]
//     [--learn 201,202] [--draw FILE] [--keep DIR]
//   npm run quality -- --harness DIR --tables networks,carried,rivals --network 'DIR;FROM..TO,FROM..TO;EXCLUDED,EXCLUDED;EVERY;STATION,STATION' --network ...
// The harness (inject.mjs, score.mjs; for `values`, `faults` and `slow` also values.mjs, faults.mjs) and the data (a folder of CSV files)
// are no part of the project; HALCYON_QUALITY_HARNESS and HALCYON_QUALITY_DATA name them as well. Behind a mean over the seeds stands its 95 % interval. `--neighbours` has only so
// many of the nearest asked, `--network` names several networks, each with its stretches, the stations that are not scored and of how
// many reports one is taken, `--scored` those that teach nothing, `--sets` is for the table `main`, `--learn` names the seeds from which `halves` and `ablation`
// learn weights, and `limit` its trees (`limit` and `rivals` need Python), and `--draw` writes the curve of recall as SVG. Runs go side by side, one on each core.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { HOURLY_FROM } from '../../detectors/windows/hourly.ts';
import { SPATIAL_METHOD_NAMES, TEMPORAL_METHOD_NAMES } from '../../schemas/judgement-configuration.ts';
import { runOptions } from '../run-options.ts';
import { drawnCurve } from './drawn-curve.ts';
import { dataOf, givenNetwork } from './given-network.ts';
import { cadenceOf, madeScene, type SceneAsked } from './made-scene.ts';
import { RunsSideBySide } from './runs-side-by-side.ts';
import type { NamedScene, Scene } from './scene.ts';
import { SCORING_OPTIONS } from './scoring.ts';
import { ablationTable } from './tables/ablation-table.ts';
import { carriedTable } from './tables/carried-table.ts';
import { clocksTable } from './tables/clocks-table.ts';
import { conditionsTable } from './tables/conditions-table.ts';
import { curveTable } from './tables/curve-table.ts';
import { FAULTS_ROWS, faultsTable, SLOW_ROWS, VALUES_ROWS } from './tables/fault-tables.ts';
import { gainsTable } from './tables/gains-table.ts';
import { halvesTable } from './tables/halves-table.ts';
import { hoursTable } from './tables/hours-table.ts';
import { intermittentTable } from './tables/intermittent-table.ts';
import { keptTable } from './tables/kept-table.ts';
import { kindsTable } from './tables/kinds-table.ts';
import { limitTable } from './tables/limit-table.ts';
import { mainTable } from './tables/main-table.ts';
import { methodsTable } from './tables/methods-table.ts';
import { neighboursTable } from './tables/neighbours-table.ts';
import { networksTable } from './tables/networks-table.ts';
import { rivalsTable } from './tables/rivals-table.ts';
import { swapsTable } from './tables/swaps-table.ts';
import { weatherTable } from './tables/weather-table.ts';

const TABLES = [
  'main',
  'networks',
  'carried',
  'rivals',
  'values',
  'faults',
  'slow',
  'weather',
  'kinds',
  'clocks',
  'gains',
  'swaps',
  'conditions',
  'intermittent',
  'kept',
  'methods',
  'neighbours',
  'halves',
  'hours',
  'limit',
  'curve',
  'ablation',
] as const;
/** Tables that have all networks. */
const OVER_ALL = { networks: networksTable, carried: carriedTable, rivals: rivalsTable } as const;
const SETS = ['plain', 'mixed', 'clean'] as const;

const { values: options } = runOptions({
  options: {
    ...SCORING_OPTIONS,
    network: { type: 'string', multiple: true, default: [] },
    scored: { type: 'string', multiple: true, default: [] },
    tables: { type: 'string', default: 'main' },
    seeds: { type: 'string', default: '1,2,3,4,5' },
    learn: { type: 'string', default: '201,202,203,204' },
    method: { type: 'string', default: 'arima' },
    spatial: { type: 'string', default: 'pearson' },
    sets: { type: 'string', default: SETS.join(',') },
    neighbours: { type: 'string', default: '' },
    draw: { type: 'string' },
    keep: { type: 'string' },
  },
});

const root = options.keep === undefined ? mkdtempSync(join(tmpdir(), 'halcyon-quality-')) : resolve(options.keep);
try {
  const tables = oneOrMore('--tables', options.tables, TABLES);
  const sets = oneOrMore('--sets', options.sets, SETS);
  const ofFaults = tables.some((name) => name === 'values' || name === 'faults' || name === 'slow');
  const scenes = await givenScenes(askedFor(), ofFaults);
  for (const name of tables) {
    const began = performance.now();
    const isOverAll = name === 'networks' || name === 'carried' || name === 'rivals';
    for (const part of isOverAll ? [scenes] : scenes.map((one) => [one])) {
      const names = part.map((one) => one.name).join('; ');
      const table = isOverAll ? await OVER_ALL[name](part) : await tableOf(name, part[0].scene, sets);
      console.log(`${name}, ${names}, ${options.method}, ${options.spatial}, seeds ${options.seeds}:\n\n${table}\n`);
    }
    console.error(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
} finally {
  if (options.keep === undefined) rmSync(root, { recursive: true, force: true });
}

async function tableOf(
  name: Exclude<(typeof TABLES)[number], keyof typeof OVER_ALL>,
  scene: Scene,
  sets: readonly string[],
): Promise<string> {
  const hourly = cadenceOf(scene) >= HOURLY_FROM;
  switch (name) {
    case 'main':
      return mainTable(scene, sets, hourly);
    case 'values':
      return faultsTable(scene, VALUES_ROWS, hourly);
    case 'faults':
      return faultsTable(scene, FAULTS_ROWS, hourly);
    case 'slow':
      return faultsTable(scene, SLOW_ROWS, false);
    case 'weather':
      return weatherTable(scene);
    case 'kept':
      return keptTable(scene);
    case 'kinds':
      return kindsTable(scene);
    case 'clocks':
      return clocksTable(scene);
    case 'gains':
      return gainsTable(scene);
    case 'swaps':
      return swapsTable(scene);
    case 'conditions':
      return conditionsTable(scene);
    case 'intermittent':
      return intermittentTable(scene);
    case 'methods':
      return methodsTable(scene);
    case 'neighbours':
      return neighboursTable(scene);
    case 'halves':
      return halvesTable(scene);
    case 'hours':
      return hoursTable(scene);
    case 'limit':
      return limitTable(scene);
    case 'ablation':
      return ablationTable(scene, hourly);
    case 'curve': {
      const { table, points } = await curveTable(scene);
      if (options.draw !== undefined) writeFileSync(options.draw, drawnCurve(points));
      return table;
    }
  }
}

/** @throws Error where an option is not what it should be */
function askedFor(): Omit<SceneAsked, 'options'> {
  const [temporalMethod] = oneOrMore('--method', options.method, TEMPORAL_METHOD_NAMES);
  const [spatialMethod] = oneOrMore('--spatial', options.spatial, SPATIAL_METHOD_NAMES);
  const nearest = options.neighbours === '' ? undefined : Number(options.neighbours);
  if (nearest !== undefined && !(nearest >= 1)) {
    throw new Error(`--neighbours '${options.neighbours}' should be a number of stations, 1 or more`);
  }
  const [seeds, learningSeeds] = [options.seeds.split(','), options.learn.split(',')];
  const both = seeds.filter((seed) => learningSeeds.includes(seed));
  if (both.length > 0)
    throw new Error(`seed ${both.join(', ')} would be both learnt from (--learn) and scored (--seeds)`);
  const wrong = [...seeds, ...learningSeeds].find((seed) => !/^[0-9]+$/.test(seed));
  if (wrong !== undefined) throw new Error(`seed '${wrong}' should be a whole number`);
  const runs = new RunsSideBySide((done, asked) => console.error(`${done} of ${asked} runs scored`));
  return { seeds, learningSeeds, temporalMethod, spatialMethod, nearest, runs };
}

/** The networks that `--network` and `--scored` name, or the one of `--data`. */
async function givenScenes(asked: Omit<SceneAsked, 'options'>, ofFaults: boolean): Promise<NamedScene[]> {
  const { harness, data, segments, exclude } = options;
  const given = [...options.network, ...options.scored];
  if (given.length === 0) {
    const scene = await madeScene({ ...asked, options: { harness, data, segments, exclude } }, root, ofFaults);
    return [{ name: basename(data), place: data, teaches: true, scene }];
  }
  const scenes: NamedScene[] = [];
  for (const [index, one] of given.entries()) {
    const network = givenNetwork(one);
    const folder = join(root, String(index));
    const own = { harness, data: dataOf(network, folder), segments: network.segments, exclude: network.exclude };
    const scene = await madeScene({ ...asked, options: own }, folder, ofFaults);
    scenes.push({ name: network.name, place: network.data, teaches: index < options.network.length, scene });
  }
  return scenes;
}

/** @throws Error that names what is known */
function oneOrMore<T extends string>(option: string, given: string, known: readonly T[]): T[] {
  return given.split(',').map((word) => {
    const name = known.find((one) => one === word);
    if (name === undefined) throw new Error(`${option} '${word}' should be one of ${known.join(', ')}`);
    return name;
  });
}
