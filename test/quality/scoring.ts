import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { replay } from '../../detectors/replay/replay.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import type { JudgementConfiguration } from '../../schemas/judgement-configuration.ts';
import { isoOf } from '../../schemas/time.ts';
import { episodesPerFault, type ToldOf } from './episodes-per-fault.ts';
import { InjectedHistory } from './injected-history.ts';

/** What every scoring is told: where harness and data are, and which part of the data is scored. */
export const SCORING_OPTIONS = {
  harness: { type: 'string', default: process.env['HALCYON_QUALITY_HARNESS'] ?? '' },
  data: { type: 'string', default: process.env['HALCYON_QUALITY_DATA'] ?? '' },
  segments: {
    type: 'string',
    default: '2022-09-03T02:00:00Z..2022-09-07T06:40:00Z,2022-09-09T09:20:00Z..2022-09-15T23:50:00Z',
  },
  exclude: { type: 'string', default: 'vlinder05,vlinder09,vlinder10,vlinder16,vlinder22' },
} as const;

type ScoringOptions = { readonly [K in keyof typeof SCORING_OPTIONS]: string };

/** Options of `inject.mjs` for each set (README of the harness). */
const SETS: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  mixed: ['--storms', '12', '--multi', '0.3', '--stuck', '6', '--front-share', '0.6', '--front-low', '0.4'],
  clean: ['--per-cell', '0', '--fronts', '0'],
};

/** What `score.mjs --json` answers, as far as it is shown here, and by how many episodes a fault is told of. */
export interface Score {
  told: ToldOf;
  f1: number;
  faults: number;
  caught: number;
  named: number;
  false_per_station_week: number;
  events_per_station_week: number;
  weather_called_failure: number;
  by_kind: Record<string, { injected: number; caught: number; named: number }>;
}

/** Injects faults and weather with the harness, replays the result and has the harness score what was reported. */
export class Scoring {
  readonly #options: ScoringOptions;
  readonly #root: string;

  /**
   * @param root folder for injected data and reports
   * @throws Error where harness or data are not there
   */
  constructor(options: ScoringOptions, root: string) {
    if (
      options.harness === '' ||
      !['inject.mjs', 'score.mjs'].every((file) => existsSync(join(options.harness, file)))
    ) {
      throw new Error(
        `no harness in '${options.harness}': --harness or HALCYON_QUALITY_HARNESS should name the folder of inject.mjs and score.mjs`,
      );
    }
    if (options.data === '' || !existsSync(join(options.data, 'stations.csv'))) {
      throw new Error(
        `no observations in '${options.data}': --data or HALCYON_QUALITY_DATA should name a folder of CSV files (docs/import.md)`,
      );
    }
    this.#options = options;
    this.#root = root;
  }

  /**
   * Folder of an injected set; made where it is not there yet.
   *
   * @throws Error for a set that is none
   */
  injected(set: string, seed: string): string {
    const extra = SETS[set];
    if (extra === undefined) throw new Error(`set '${set}' should be one of ${Object.keys(SETS).join(', ')}`);
    const folder = join(this.#root, `${set}-${seed}`);
    if (existsSync(folder)) return folder;
    mkdirSync(folder, { recursive: true });
    const named = ['--in', resolve(this.#options.data), '--out', folder, '--seed', seed];
    this.#run('inject.mjs', [...named, '--segments', this.#options.segments, ...this.#excluded(), ...extra]);
    return folder;
  }

  /** Replays every segment of an injected folder and scores what was reported. */
  async score(folder: string, configuration: JudgementConfiguration, verdicts: 'first' | 'last'): Promise<Score> {
    const history = new InjectedHistory(folder);
    const anomalies: Record<string, unknown>[] = [];
    const found: Anomaly[] = [];
    for (const segment of this.#options.segments.split(',')) {
      const [start, end] = segment.split('..').map((time) => Date.parse(time));
      const result = await replay(history, { network: 'quality', start, end, configuration, verdicts });
      found.push(...result.anomalies);
      for (const anomaly of result.anomalies) {
        const { station, variable, classification, check, actual, expected, reason, spatial } = anomaly;
        const timestamp = isoOf(anomaly.time);
        const { correlation } = spatial;
        const judged = { classification, check, actual, expected, reason, correlation };
        anomalies.push({ station_id: station, variable, timestamp, ...judged });
      }
    }
    const report = join(folder, `report-${verdicts}.json`);
    writeFileSync(report, JSON.stringify({ anomalies }));
    const asked = ['--truth', folder, '--report', report, ...this.#excluded(), '--json'];
    const score = JSON.parse(this.#run('score.mjs', asked)) as Omit<Score, 'told'>;
    return { ...score, told: episodesPerFault(folder, found, configuration.windowHours) };
  }

  #excluded(): string[] {
    return this.#options.exclude === '' ? [] : ['--exclude', this.#options.exclude];
  }

  #run(script: string, args: readonly string[]): string {
    return execFileSync(process.execPath, [join(resolve(this.#options.harness), script), ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  }
}

/** Mean of values and, where there are several, their standard deviation. */
export function meanAndSpread(values: readonly number[], digits: number): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length === 1) return mean.toFixed(digits);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return `${mean.toFixed(digits)} +- ${Math.sqrt(variance).toFixed(digits)}`;
}
