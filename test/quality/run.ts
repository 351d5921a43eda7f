// Scores the whole detector on real observations with injected faults and weather:
//   npm run quality -- --harness DIR --data DIR [--seeds 1,2,3,4,5] [--method arima] [--spatial pearson] [--sets plain,mixed,clean] [--keep DIR]
// The harness (inject.mjs, score.mjs) and the data (a folder of CSV files) are no part of the project; HALCYON_QUALITY_HARNESS
// and HALCYON_QUALITY_DATA name them as well. For each set and each kind of verdict (at once, settled): the mean over the
// seeds and the spread.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { replay } from '../../detectors/replay/replay.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import { SPATIAL_METHOD_NAMES, TEMPORAL_METHOD_NAMES } from '../../schemas/judgement-configuration.ts';
import { isoOf } from '../../schemas/time.ts';
import { InjectedHistory } from './injected-history.ts';

const { values: options } = parseArgs({
  options: {
    harness: { type: 'string', default: process.env['HALCYON_QUALITY_HARNESS'] ?? '' },
    data: { type: 'string', default: process.env['HALCYON_QUALITY_DATA'] ?? '' },
    seeds: { type: 'string', default: '1,2,3,4,5' },
    method: { type: 'string', default: 'arima' },
    spatial: { type: 'string', default: 'pearson' },
    sets: { type: 'string', default: 'plain,mixed,clean' },
    segments: {
      type: 'string',
      default: '2022-09-03T02:00:00Z..2022-09-07T06:40:00Z,2022-09-09T09:20:00Z..2022-09-15T23:50:00Z',
    },
    exclude: { type: 'string', default: 'vlinder05,vlinder09,vlinder10,vlinder16,vlinder22' },
    keep: { type: 'string' },
  },
});

const MIXED = ['--storms', '12', '--multi', '0.3', '--stuck', '6', '--front-share', '0.6', '--front-low', '0.4'];
const SETS: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  mixed: MIXED,
  clean: ['--per-cell', '0', '--fronts', '0'],
};

/** What `score.mjs --json` answers, as far as it is shown here. */
interface Score {
  f1: number;
  faults: number;
  caught: number;
  named: number;
  false_per_station_week: number;
  events_per_station_week: number;
  weather_called_failure: number;
  failure_verdicts_in_weather: number;
  weather: Record<'front' | 'storm', Record<string, number>>;
  by_kind: Record<string, { injected: number; caught: number; named: number }>;
  false_list: string[];
}

const harness = resolve(options.harness);
if (options.harness === '' || !['inject.mjs', 'score.mjs'].every((file) => existsSync(join(harness, file)))) {
  console.error(
    `no harness in '${options.harness}': --harness or HALCYON_QUALITY_HARNESS should name the folder of inject.mjs and score.mjs`,
  );
  process.exit(3);
}
if (options.data === '' || !existsSync(join(options.data, 'stations.csv'))) {
  console.error(
    `no observations in '${options.data}': --data or HALCYON_QUALITY_DATA should name a folder of CSV files (docs/import.md)`,
  );
  process.exit(3);
}
const method = TEMPORAL_METHOD_NAMES.find((name) => name === options.method);
if (method === undefined) {
  console.error(`method '${options.method}' should be one of ${TEMPORAL_METHOD_NAMES.join(', ')}`);
  process.exit(3);
}
const spatial = SPATIAL_METHOD_NAMES.find((name) => name === options.spatial);
if (spatial === undefined) {
  console.error(`spatial method '${options.spatial}' should be one of ${SPATIAL_METHOD_NAMES.join(', ')}`);
  process.exit(3);
}
const CONFIGURATION = { ...liveJudgement(readConfiguration({})), temporalMethod: method, spatialMethod: spatial };

function inject(folder: string, seed: string, extra: readonly string[]): void {
  const named = ['--in', resolve(options.data), '--out', folder, '--seed', seed, '--segments', options.segments];
  const excluded = options.exclude === '' ? [] : ['--exclude', options.exclude];
  execFileSync(process.execPath, [join(harness, 'inject.mjs'), ...named, ...excluded, ...extra], { stdio: 'pipe' });
}

/** Replays every segment and scores what was reported. */
async function score(folder: string, verdicts: 'first' | 'last'): Promise<Score> {
  const history = new InjectedHistory(folder);
  const anomalies: Record<string, unknown>[] = [];
  for (const segment of options.segments.split(',')) {
    const [start, end] = segment.split('..').map((time) => Date.parse(time));
    const result = await replay(history, { network: 'quality', start, end, configuration: CONFIGURATION, verdicts });
    for (const anomaly of result.anomalies) {
      const { station, variable, classification, check, actual, expected, reason, spatial } = anomaly;
      const timestamp = isoOf(anomaly.time);
      const { correlation } = spatial;
      anomalies.push({
        station_id: station,
        variable,
        timestamp,
        classification,
        check,
        actual,
        expected,
        reason,
        correlation,
      });
    }
  }
  const report = join(folder, `report-${verdicts}.json`);
  writeFileSync(report, JSON.stringify({ anomalies }));
  const excluded = options.exclude === '' ? [] : ['--exclude', options.exclude];
  const asked = ['--truth', folder, '--report', report, ...excluded, '--json'];
  return JSON.parse(
    execFileSync(process.execPath, [join(harness, 'score.mjs'), ...asked], { encoding: 'utf8' }),
  ) as Score;
}

function meanAndSpread(values: readonly number[], digits: number): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length === 1) return mean.toFixed(digits);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return `${mean.toFixed(digits)} +- ${Math.sqrt(variance).toFixed(digits)}`;
}

function rowOf(scores: readonly Score[]): Record<string, string> {
  const of = (value: (score: Score) => number, digits = 2) => meanAndSpread(scores.map(value), digits);
  const stuck = (one: Score) => one.by_kind['stuck'] ?? { injected: 0, named: 0 };
  return {
    F1: scores[0].faults === 0 ? '' : of(({ f1 }) => f1, 3),
    'caught %': scores[0].faults === 0 ? '' : of(({ caught, faults }) => (100 * caught) / faults, 1),
    'named %': scores[0].faults === 0 ? '' : of(({ named, faults }) => (100 * named) / faults, 1),
    'false failures / station-week': of((one) => one.false_per_station_week),
    'events / station-week': of((one) => one.events_per_station_week),
    'weather called failure': of((one) => one.weather_called_failure, 1),
    'stuck named %':
      stuck(scores[0]).injected === 0 ? '' : of((one) => (100 * stuck(one).named) / stuck(one).injected, 1),
  };
}

const root = options.keep === undefined ? mkdtempSync(join(tmpdir(), 'halcyon-quality-')) : resolve(options.keep);
const table: Record<string, Record<string, string>> = {};
try {
  for (const set of options.sets.split(',')) {
    const extra = SETS[set];
    if (extra === undefined) throw new Error(`set '${set}' should be one of ${Object.keys(SETS).join(', ')}`);
    // Nothing is injected into the clean set: every seed gives the same.
    const seeds = set === 'clean' ? ['1'] : options.seeds.split(',');
    const scores: Record<'first' | 'last', Score[]> = { first: [], last: [] };
    for (const seed of seeds) {
      const folder = join(root, `${set}-${seed}`);
      mkdirSync(folder, { recursive: true });
      inject(folder, seed, extra);
      for (const verdicts of ['first', 'last'] as const) scores[verdicts].push(await score(folder, verdicts));
    }
    table[`${set}, at once`] = rowOf(scores.first);
    table[`${set}, settled`] = rowOf(scores.last);
  }
  console.log(`${method}, ${spatial}, ${options.data}, seeds ${options.seeds}`);
  console.table(table);
} finally {
  if (options.keep === undefined) rmSync(root, { recursive: true, force: true });
}
