// Scores the whole detector on real observations with injected faults and weather:
//   npm run quality -- --harness DIR --data DIR [--seeds 1,2,3,4,5] [--method arima] [--spatial pearson] [--sets plain,mixed,clean] [--neighbours 5] [--keep DIR]
// The harness (inject.mjs, score.mjs) and the data (a folder of CSV files) are no part of the project; HALCYON_QUALITY_HARNESS
// and HALCYON_QUALITY_DATA name them as well. For each set and each kind of verdict (at once, settled): the mean over the
// seeds and the spread. `--neighbours` has only so many of the nearest asked.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import { SPATIAL_METHOD_NAMES, TEMPORAL_METHOD_NAMES } from '../../schemas/judgement-configuration.ts';
import { meanAndSpread, SCORING_OPTIONS, type Score, Scoring } from './scoring.ts';
import { wrapVerification } from './wrapped-methods.ts';

const { values: options } = parseArgs({
  options: {
    ...SCORING_OPTIONS,
    seeds: { type: 'string', default: '1,2,3,4,5' },
    method: { type: 'string', default: 'arima' },
    spatial: { type: 'string', default: 'pearson' },
    sets: { type: 'string', default: 'plain,mixed,clean' },
    neighbours: { type: 'string', default: '' },
    keep: { type: 'string' },
  },
});

function rowOf(scores: readonly Score[]): Record<string, string> {
  const of = (value: (score: Score) => number, digits = 2) => meanAndSpread(scores.map(value), digits);
  const stuck = (one: Score) => one.by_kind['stuck'] ?? { injected: 0, named: 0 };
  const tiny = (one: Score) => {
    const rows = Object.entries(one.by_kind).filter(([kind]) => kind.endsWith(' tiny'));
    const sum = (field: 'injected' | 'named') => rows.reduce((all, [, row]) => all + row[field], 0);
    return { injected: sum('injected'), named: sum('named') };
  };
  return {
    F1: scores[0].faults === 0 ? '' : of(({ f1 }) => f1, 3),
    'caught %': scores[0].faults === 0 ? '' : of(({ caught, faults }) => (100 * caught) / faults, 1),
    'named %': scores[0].faults === 0 ? '' : of(({ named, faults }) => (100 * named) / faults, 1),
    'false failures / station-week': of((one) => one.false_per_station_week),
    'events / station-week': of((one) => one.events_per_station_week),
    'weather called failure': of((one) => one.weather_called_failure, 1),
    'tiny named %': tiny(scores[0]).injected === 0 ? '' : of((one) => (100 * tiny(one).named) / tiny(one).injected, 1),
    'stuck named %':
      stuck(scores[0]).injected === 0 ? '' : of((one) => (100 * stuck(one).named) / stuck(one).injected, 1),
    'anomalies / found fault': scores[0].faults === 0 ? '' : of(({ told }) => told.anomalies / told.faults, 1),
    'episodes / found fault': scores[0].faults === 0 ? '' : of(({ told }) => told.episodes / told.faults),
  };
}

const root = options.keep === undefined ? mkdtempSync(join(tmpdir(), 'halcyon-quality-')) : resolve(options.keep);
try {
  const method = TEMPORAL_METHOD_NAMES.find((name) => name === options.method);
  if (method === undefined) {
    throw new Error(`method '${options.method}' should be one of ${TEMPORAL_METHOD_NAMES.join(', ')}`);
  }
  const spatial = SPATIAL_METHOD_NAMES.find((name) => name === options.spatial);
  if (spatial === undefined) {
    throw new Error(`spatial method '${options.spatial}' should be one of ${SPATIAL_METHOD_NAMES.join(', ')}`);
  }
  const nearest = options.neighbours === '' ? Number.POSITIVE_INFINITY : Number(options.neighbours);
  if (!(nearest >= 1))
    throw new Error(`--neighbours '${options.neighbours}' should be a number of stations, 1 or more`);
  wrapVerification(
    ({ verify }) =>
      (question) =>
        verify({ ...question, neighbours: question.neighbours.slice(0, nearest) }),
  );
  const configuration = { ...liveJudgement(readConfiguration({})), temporalMethod: method, spatialMethod: spatial };
  const scoring = new Scoring(options, root);
  const table: Record<string, Record<string, string>> = {};
  for (const set of options.sets.split(',')) {
    // Nothing is injected into the clean set: every seed gives the same.
    const seeds = set === 'clean' ? ['1'] : options.seeds.split(',');
    const scores: Record<'first' | 'last', Score[]> = { first: [], last: [] };
    for (const seed of seeds) {
      const folder = scoring.injected(set, seed);
      for (const verdicts of ['first', 'last'] as const) {
        scores[verdicts].push(await scoring.score(folder, configuration, verdicts));
      }
    }
    table[`${set}, at once`] = rowOf(scores.first);
    table[`${set}, settled`] = rowOf(scores.last);
  }
  console.log(`${method}, ${spatial}, ${options.data}, seeds ${options.seeds}`);
  console.table(table);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
} finally {
  if (options.keep === undefined) rmSync(root, { recursive: true, force: true });
}
