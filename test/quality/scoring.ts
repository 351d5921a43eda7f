import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { replay } from '../../detectors/replay/replay.ts';
import type { Anomaly, Classification } from '../../schemas/anomaly.ts';
import type { Fault } from '../../schemas/fault.ts';
import type { CheckName, JudgementConfiguration } from '../../schemas/judgement-configuration.ts';
import { isoOf } from '../../schemas/time.ts';
import type { Variable } from '../../schemas/variables.ts';
import type { WeatherEvent } from '../../schemas/weather-event.ts';
import { reportedFault } from '../../services/answers/reported-fault.ts';
import { episodesPerFault, type ToldOf } from './episodes-per-fault.ts';
import type { FaultScores, FaultsScore, ValuesScore } from './fault-scores.ts';
import { InjectedHistory } from './injected-history.ts';
import { type WeatherRun, weatherRun } from './weather-scores.ts';

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

/** The values of `SCORING_OPTIONS`. */
export type ScoringOptions = { readonly [K in keyof typeof SCORING_OPTIONS]: string };

/** Options of `inject.mjs` for each set (README of the harness). */
const SETS: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  mixed: ['--storms', '12', '--multi', '0.3', '--stuck', '6', '--front-share', '0.6', '--front-low', '0.4'],
  clean: ['--per-cell', '0', '--fronts', '0'],
  slow: ['--per-cell', '0', '--fronts', '0', '--slow', '4'],
};

/** What `score.mjs --json` answers, as far as it is shown here. */
export interface HarnessScore {
  f1: number;
  faults: number;
  caught: number;
  named: number;
  false_device_failures: number;
  false_per_station_week: number;
  events_per_station_week: number;
  weather_called_failure: number;
  /** Fronts and storms, a series each, by what they were called. */
  weather: Record<'front' | 'storm', Record<Classification | 'unnoticed', number>>;
  by_kind: Record<string, { injected: number; caught: number; named: number }>;
}

/** The same, and by how many episodes a fault is told of. */
export interface Score extends HarnessScore {
  told: ToldOf;
}

/** What of a report is scored: anomalies of a check alone, or of a variable alone. */
export interface Part {
  readonly check?: CheckName;
  readonly variable?: Variable;
}

/** What a run reported of one stretch of a folder, from its start to its end, ms since the epoch. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly anomalies: readonly Anomaly[];
  readonly faults: readonly Fault[];
  readonly weather: readonly WeatherEvent[];
}

/** What a run reported of an injected folder. */
interface Reported {
  readonly folder: string;
  readonly verdicts: 'first' | 'last';
  readonly stretches: readonly Stretch[];
  readonly windowHours: number;
}

/** What `score.mjs` reads of an anomaly, and what one looks at who wonders about a score. */
function asReported(anomaly: Anomaly): Record<string, unknown> {
  const { station, variable, classification, check, actual, expected, reason, spatial, time } = anomaly;
  const judged = { classification, check, actual, expected, reason, correlation: spatial.correlation };
  return { station_id: station, variable, timestamp: isoOf(time), ...judged };
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

  /**
   * Replays every segment of an injected folder: what is reported at once, and settled.
   *
   * @param kept variables that the stations report, of those of the folder; all where it is not given
   */
  async reported(
    folder: string,
    configuration: JudgementConfiguration,
    segments = this.#options.segments,
    kept?: readonly Variable[],
  ): Promise<Readonly<Record<'first' | 'last', Reported>>> {
    const history = new InjectedHistory(folder, kept);
    const { windowHours } = configuration;
    const first: Stretch[] = [];
    const last: Stretch[] = [];
    for (const segment of segments.split(',')) {
      const [start, end] = segment.split('..').map((time) => Date.parse(time));
      const request = { network: 'quality', start, end, configuration };
      first.push({ start, end, ...(await replay(history, { ...request, verdicts: 'first' })) });
      last.push({ start, end, ...(await replay(history, { ...request, verdicts: 'last' })) });
    }
    return {
      first: { folder, verdicts: 'first', stretches: first, windowHours },
      last: { folder, verdicts: 'last', stretches: last, windowHours },
    };
  }

  /** Has the harness score what was reported, or a part of it. The report stays in the folder. */
  score({ folder, verdicts, stretches, windowHours }: Reported, { check, variable }: Part = {}): Score {
    // Other processes may score the same folder.
    const report = join(folder, `report-${verdicts}${check === undefined ? '' : `-${check}`}-${process.pid}.json`);
    const anomalies = stretches.flatMap((stretch) => stretch.anomalies);
    const scored = anomalies.filter((anomaly) => check === undefined || anomaly.check === check);
    writeFileSync(report, JSON.stringify({ anomalies: scored.map(asReported) }));
    const part = variable === undefined ? [] : ['--variables', variable];
    const score = this.#scored(folder, report, part);
    return { ...score, told: episodesPerFault(folder, anomalies, windowHours) };
  }

  /** Has the harness score the faults that were reported, and the values that they call wrong. The reports stay in the folder. */
  scoreFaults({ folder, verdicts, stretches }: Reported): FaultScores {
    // A report for each stretch: a fault without an end lasts until the end of its own.
    const reports = stretches.map(({ end, anomalies, faults }, k) => {
      const file = join(folder, `report-faults-${verdicts}-${k}-${process.pid}.json`);
      const found = { anomalies: anomalies.map(asReported), faults: faults.map(reportedFault) };
      writeFileSync(file, JSON.stringify({ metadata: { timestamp: isoOf(end) }, ...found }));
      return file;
    });
    const asked = ['--truth', folder, '--report', reports.join(), ...this.#excluded(), '--json'];
    const heard = ['--clean', resolve(this.#options.data), ...(verdicts === 'first' ? ['--at-once'] : [])];
    return {
      values: JSON.parse(this.#run('values.mjs', [...asked, ...heard])) as ValuesScore,
      faults: JSON.parse(this.#run('faults.mjs', asked)) as FaultsScore,
    };
  }

  /** Holds the weather events that were reported against the injected weather. */
  scoreWeather({ folder, stretches }: Reported): WeatherRun {
    const events = stretches.flatMap(({ weather }) => weather);
    return weatherRun(
      folder,
      events,
      stretches.map(({ start, end }) => [start, end] as const),
    );
  }

  /** @throws Error where the harness cannot score faults */
  demandFaultScorers(): void {
    const { harness } = this.#options;
    const missing = ['values.mjs', 'faults.mjs'].filter((file) => !existsSync(join(harness, file)));
    if (missing.length === 0) return;
    throw new Error(
      `no ${missing.join(' and ')} in '${harness}': the tables values, faults and slow need a harness that has values.mjs and faults.mjs`,
    );
  }

  /** Has the harness score a report of another judge. */
  scoreFile(folder: string, report: string): HarnessScore {
    return this.#scored(folder, report, []);
  }

  #scored(folder: string, report: string, part: readonly string[]): HarnessScore {
    const asked = ['--truth', folder, '--report', report, ...this.#excluded(), '--json'];
    return JSON.parse(this.#run('score.mjs', [...asked, ...part])) as HarnessScore;
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
