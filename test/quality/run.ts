// Scores the whole detector on real observations with injected faults and weather, and prints tables of it in Markdown:
//   npm run quality -- --harness DIR --data DIR [--tables main,values] [--seeds 1,2,3,4,5] [--segments FROM..TO,FROM..TO]
//     [--exclude STATION,STATION] [--method arima] [--spatial pearson] [--neighbours 5] [--sets plain,mixed,clean]
//     [--learn 201,202] [--draw FILE] [--keep DIR]
// The harness (inject.mjs, score.mjs; for `values`, `faults` and `slow` also values.mjs, faults.mjs) and the data (a folder of CSV files)
// are no part of the project; HALCYON_QUALITY_HARNESS and HALCYON_QUALITY_DATA name them as well. Behind a mean over the seeds stands its 95 % interval. `--neighbours` has only so
// many of the nearest asked, `--sets` is for the table `main`, `--learn` names the seeds from which `halves` and `ablation`
// learn weights, and `limit` its trees, and `--draw` writes the curve of recall as SVG. Runs go side by side, one on each core.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HOURLY_FROM } from '../../detectors/windows/hourly.ts';
import { SPATIAL_METHOD_NAMES, TEMPORAL_METHOD_NAMES } from '../../schemas/judgement-configuration.ts';
import { isoOf } from '../../schemas/time.ts';
import { runOptions } from '../run-options.ts';
import { drawnCurve } from './drawn-curve.ts';
import { InjectedHistory } from './injected-history.ts';
import { RunsSideBySide } from './runs-side-by-side.ts';
import type { Scene } from './scene.ts';
import { SCORING_OPTIONS, Scoring } from './scoring.ts';
import { ablationTable } from './tables/ablation-table.ts';
import { curveTable } from './tables/curve-table.ts';
import { FAULTS_ROWS, faultsTable, SLOW_ROWS, VALUES_ROWS } from './tables/fault-tables.ts';
import { halvesTable } from './tables/halves-table.ts';
import { hoursTable } from './tables/hours-table.ts';
import { kindsTable } from './tables/kinds-table.ts';
import { limitTable } from './tables/limit-table.ts';
import { mainTable } from './tables/main-table.ts';
import { methodsTable } from './tables/methods-table.ts';
import { neighboursTable } from './tables/neighbours-table.ts';
import { weatherTable } from './tables/weather-table.ts';

const TABLES = [
  'main',
  'values',
  'faults',
  'slow',
  'weather',
  'kinds',
  'methods',
  'neighbours',
  'halves',
  'hours',
  'limit',
  'curve',
  'ablation',
] as const;
const SETS = ['plain', 'mixed', 'clean'] as const;

const { values: options } = runOptions({
  options: {
    ...SCORING_OPTIONS,
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
  const scene = await sceneOf(tables);
  const hourly = cadenceOf(scene) >= HOURLY_FROM;
  console.log(`${options.data}, ${options.method}, ${options.spatial}, seeds ${options.seeds}`);
  for (const name of tables) {
    const began = performance.now();
    const table = await tableOf(name, scene, sets, hourly);
    console.log(`\n${name}:\n\n${table}`);
    console.error(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
} finally {
  if (options.keep === undefined) rmSync(root, { recursive: true, force: true });
}

async function tableOf(
  name: (typeof TABLES)[number],
  scene: Scene,
  sets: readonly string[],
  hourly: boolean,
): Promise<string> {
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
    case 'kinds':
      return kindsTable(scene);
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

/** @throws Error where an option is not what it should be, or harness or data are not there */
async function sceneOf(tables: readonly string[]): Promise<Scene> {
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
  const { harness, data, segments, exclude } = options;
  for (const segment of segments.split(',')) stretchOf(segment);
  const scoring = new Scoring({ harness, data, segments, exclude }, root);
  if (tables.some((name) => name === 'values' || name === 'faults' || name === 'slow')) scoring.demandFaultScorers();
  const excluded = new Set(exclude.split(',').filter(Boolean));
  const runs = new RunsSideBySide((done, asked) => console.error(`${done} of ${asked} runs scored`));
  const scene = {
    ...{ options: { harness, data, segments, exclude }, excluded, seeds, learningSeeds },
    ...{ temporalMethod, spatialMethod, nearest, scoring, runs },
  };
  await checkSegments(scene);
  return scene;
}

/** @throws Error where a stretch that is to be judged is not in the data */
async function checkSegments({ options: { data, segments }, scoring }: Scene): Promise<void> {
  const extent = await new InjectedHistory(scoring.injected('clean', '1')).extent();
  if (extent === null) throw new Error(`${data} holds no observations`);
  for (const segment of segments.split(',')) {
    const [start, end] = stretchOf(segment);
    if (start >= extent.first && end <= extent.last) continue;
    const there = `${isoOf(extent.first)}..${isoOf(extent.last)}`;
    throw new Error(`--segments '${segment}' should be within the observations, ${there}`);
  }
}

/** First and last time of a stretch, ms since the epoch. @throws Error where it is none */
function stretchOf(segment: string): readonly [start: number, end: number] {
  const [start, end] = segment.split('..').map((time) => Date.parse(time));
  if (start < end) return [start, end];
  throw new Error(`--segments '${segment}' should be a stretch FROM..TO: 2022-09-03T02:00:00Z..2022-09-07T06:40:00Z`);
}

/** Slots between two reports of the network. */
function cadenceOf({ scoring }: Scene): number {
  const file = join(scoring.injected('clean', '1'), 'segments.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { cadence: number }).cadence;
}

/** @throws Error that names what is known */
function oneOrMore<T extends string>(option: string, given: string, known: readonly T[]): T[] {
  return given.split(',').map((word) => {
    const name = known.find((one) => one === word);
    if (name === undefined) throw new Error(`${option} '${word}' should be one of ${known.join(', ')}`);
    return name;
  });
}
