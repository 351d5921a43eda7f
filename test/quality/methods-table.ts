// Every temporal method with both verifications on one folder of observations:
//   npm run quality:methods -- --harness DIR --data DIR [--seeds 1,2,3] [--methods arima,mad] [--spatial pearson,distance]
// For each pair: CPU seconds and anomalies by class of the built command over the whole stretch, and the settled F1 of the
// plain and the mixed set, mean and spread over the seeds. Harness and data as for `npm run quality`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measuredCommand } from '../../bench/measured-command.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import { SPATIAL_METHOD_NAMES, TEMPORAL_METHOD_NAMES } from '../../schemas/judgement-configuration.ts';
import type { ShortTermReport } from '../../schemas/report.ts';
import { meanAndSpread, SCORING_OPTIONS, Scoring } from './scoring.ts';

const { values: options } = parseArgs({
  options: {
    ...SCORING_OPTIONS,
    seeds: { type: 'string', default: '1,2,3' },
    methods: { type: 'string', default: TEMPORAL_METHOD_NAMES.join(',') },
    spatial: { type: 'string', default: SPATIAL_METHOD_NAMES.join(',') },
  },
});

const root = mkdtempSync(join(tmpdir(), 'halcyon-quality-'));
try {
  const scoring = new Scoring(options, root);
  const stretch = options.segments.split(/,|\.\./);
  const [start, end] = [stretch[0], stretch[stretch.length - 1]];
  const rows: Record<string, string | number>[] = [];
  for (const temporalMethod of asked(options.methods, TEMPORAL_METHOD_NAMES)) {
    for (const spatialMethod of asked(options.spatial, SPATIAL_METHOD_NAMES)) {
      const saved = join(root, 'report.json');
      const methods = ['--temporal-method', temporalMethod, '--spatial-verify', '--spatial-method', spatialMethod];
      const over = ['--database', options.data, '--start', start, '--end', end];
      const { cpuSeconds } = await measuredCommand([...over, ...methods, '--save', saved]);
      const { summary } = JSON.parse(readFileSync(saved, 'utf8')) as ShortTermReport;
      const configuration = { ...liveJudgement(readConfiguration({})), temporalMethod, spatialMethod };
      const f1 = async (set: string): Promise<string> => {
        const scores: number[] = [];
        for (const seed of options.seeds.split(',')) {
          scores.push((await scoring.score(scoring.injected(set, seed), configuration, 'last')).f1);
        }
        return meanAndSpread(scores, 3);
      };
      rows.push({
        method: temporalMethod,
        verification: spatialMethod,
        'CPU s': Number(cpuSeconds.toFixed(1)),
        failures: summary.device_failures,
        'weather events': summary.weather_events,
        suspected: summary.suspected,
        'F1 plain': await f1('plain'),
        'F1 mixed': await f1('mixed'),
      });
      console.error(JSON.stringify(rows[rows.length - 1]));
    }
  }
  console.log(`${options.data}, ${start} to ${end}, seeds ${options.seeds}`);
  console.table(rows);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
} finally {
  rmSync(root, { recursive: true, force: true });
}

function asked<T extends string>(given: string, known: readonly T[]): T[] {
  return given.split(',').map((word) => {
    const name = known.find((one) => one === word);
    if (name === undefined) throw new Error(`'${word}' should be one of ${known.join(', ')}`);
    return name;
  });
}
