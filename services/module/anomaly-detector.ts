import type { ObservationSource } from '../../ingest/observation-source.ts';
import { type Configuration, readConfiguration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { HealthReport } from '../../schemas/reports/health-report.ts';
import type { ShortTermReport } from '../../schemas/reports/report.ts';
import { unknownSettingWarnings } from '../../schemas/unknown-settings.ts';
import { detect } from '../detection/detect.ts';
import { type RawDetection, readDetection } from '../detection/detection-request.ts';
import { openDatabase } from '../detection/open-database.ts';
import { checkNetwork } from '../health/check-network.ts';
import { HEALTH_FIELDS, type HealthField, readHealth } from '../health/health-request.ts';
import { SpatialConfig, type SpatialFields, TemporalConfig, type TemporalFields } from './method-configs.ts';
import { isNamed, namedFields } from './named-fields.ts';

/** Where observations are read from: as `--database` of the command line. */
export interface DatabaseFields {
  readonly database_path?: string;
  readonly databasePath?: string;
  readonly source_timezone?: string;
  readonly sourceTimezone?: string;
  readonly source_form?: string;
  readonly sourceForm?: string;
}

/** What came back, and what is to be known about it: rows that were left out, settings that are not advised. */
export type WithWarnings<T> = T & { readonly warnings: readonly string[] };

/** `NOW`, a time as text, Unix seconds, or a Date. */
export type TimeLike = string | number | Date;

/** Everything `detect` can be asked by name, in snake_case or camelCase. */
export interface DetectFields {
  readonly end_time?: TimeLike;
  readonly endTime?: TimeLike;
  readonly start_time?: TimeLike;
  readonly startTime?: TimeLike;
  readonly temporal_config?: TemporalConfig | TemporalFields;
  readonly temporalConfig?: TemporalConfig | TemporalFields;
  readonly spatial_config?: SpatialConfig | SpatialFields;
  readonly spatialConfig?: SpatialConfig | SpatialFields;
  readonly variables?: readonly string[] | string;
  readonly checks?: readonly string[] | string;
  readonly verdicts?: 'last' | 'first';
  readonly network?: string;
  readonly signal?: AbortSignal;
}

/** Everything `healthCheck` can be asked by name, in snake_case or camelCase. */
export interface HealthCheckFields {
  readonly days?: number;
  readonly station?: string | null;
  readonly variables?: readonly string[] | string;
  readonly end_time?: TimeLike;
  readonly endTime?: TimeLike;
  readonly network?: string;
  readonly signal?: AbortSignal;
}

const DETECT_FIELDS = [
  'end_time',
  'start_time',
  'temporal_config',
  'spatial_config',
  'variables',
  'checks',
  'verdicts',
  'network',
  'signal',
] as const;

const NO_OPENING = { source_timezone: undefined, source_form: undefined };

/** The detector as a module, section 4.4 of the interface document. */
export class AnomalyDetector {
  readonly #database: string | null;
  readonly #opening: { readonly sourceTimezone?: string; readonly sourceForm?: string };

  /**
   * @param database URL or path as `--database` of the command line has it; without one HALCYON_DATABASE, CLICKHOUSE_URL
   *   or the store in HALCYON_DATA
   */
  constructor(database: string | DatabaseFields = {}) {
    const fields = isNamed(database)
      ? namedFields({ ...database }, ['database_path', 'source_timezone', 'source_form'], 'AnomalyDetector')
      : { database_path: database };
    const { database_path: path, source_timezone: zone, source_form: form } = { ...NO_OPENING, ...fields };
    this.#database = path === undefined || path === null ? null : String(path);
    this.#opening = {
      ...(zone === undefined || zone === null ? {} : { sourceTimezone: String(zone) }),
      ...(form === undefined || form === null ? {} : { sourceForm: String(form) }),
    };
  }

  /**
   * Judges the observations up to `end_time`. The database is opened for the call and closed after it.
   *
   * @param endTime end of the analysis, or every argument by name in one object
   * @returns the report of section 2.4, with `warnings`: what the command line warns of
   * @throws HalcyonError `invalid_parameter`, `insufficient_data`, `store_unreadable`, `store_unavailable`
   */
  async detect(
    endTime: TimeLike | DetectFields = 'NOW',
    temporalConfig?: TemporalConfig | TemporalFields,
    spatialConfig?: SpatialConfig | SpatialFields,
    variables?: readonly string[] | string,
  ): Promise<WithWarnings<ShortTermReport>> {
    const fields = isNamed(endTime)
      ? namedFields({ ...endTime }, DETECT_FIELDS, 'detect')
      : { end_time: endTime, temporal_config: temporalConfig, spatial_config: spatialConfig, variables };
    const configuration = readConfiguration(process.env);
    const { latenessSlots, hindsightSlots } = configuration;
    const request = readDetection(rawDetection(fields), { now: Date.now(), latenessSlots, hindsightSlots });
    const signal = fields.signal instanceof AbortSignal ? { signal: fields.signal } : {};
    const warnings = [...unknownSettingWarnings(process.env), ...request.warnings];
    const { report } = await this.#reading(configuration, signal, warnings, (source) =>
      detect(source, request, signal),
    );
    return { ...report, warnings };
  }

  /**
   * Checks the sensors over days. The database is opened for the call and closed after it.
   *
   * @param days length of the period, 7 where not given, or every argument by name in one object
   * @param station identifier of one station; null for all
   * @returns the health report of section 2.4, an array that has `warnings` as a property beside its items
   * @throws HalcyonError `invalid_parameter`, `unknown_station`, `insufficient_data`, `store_unreadable`,
   *   `store_unavailable`
   */
  async healthCheck(
    days?: number | HealthCheckFields,
    station?: string | null,
    variables?: readonly string[] | string,
    endTime?: TimeLike,
  ): Promise<WithWarnings<HealthReport>> {
    const fields: Partial<Record<HealthField | 'signal', unknown>> = isNamed(days)
      ? namedFields({ ...days }, [...HEALTH_FIELDS, 'signal'], 'healthCheck')
      : { days, station, variables, end_time: endTime };
    const { signal: given, ...raw } = fields;
    const request = readHealth(raw, { now: Date.now() });
    const signal = given instanceof AbortSignal ? { signal: given } : {};
    const warnings = unknownSettingWarnings(process.env);
    const { report, warnings: ofCheck } = await this.#reading(
      readConfiguration(process.env),
      signal,
      warnings,
      (source) => checkNetwork(source, request, signal),
    );
    warnings.push(...ofCheck);
    // Not enumerable: the array is and prints the same as that of the command.
    return Object.defineProperty(report, 'warnings', { value: warnings }) as WithWarnings<HealthReport>;
  }

  /** Opens the database for some work and closes it; a source may warn until it is closed. */
  async #reading<T>(
    configuration: Configuration,
    signal: { readonly signal?: AbortSignal },
    warnings: string[],
    work: (source: ObservationSource) => Promise<T>,
  ): Promise<T> {
    const warn = (line: string) => warnings.push(line);
    const source = await openDatabase(this.#database, configuration, { ...signal, ...this.#opening, warn });
    try {
      return await work(source);
    } finally {
      await source.close();
    }
  }
}

function rawDetection(fields: Partial<Record<(typeof DETECT_FIELDS)[number], unknown>>): RawDetection {
  const { end_time, start_time, variables, checks, verdicts, network } = fields;
  const temporal = asTemporal(fields.temporal_config);
  const spatial = asSpatial(fields.spatial_config);
  return {
    end_time,
    start_time,
    variables,
    checks,
    verdicts,
    network,
    temporal_method: temporal.method,
    window_hours: temporal.window_hours,
    threshold: temporal.threshold,
    spatial_verify: spatial.enabled,
    spatial_method: spatial.method,
    neighbor_radius_km: spatial.neighbor_radius_km,
  };
}

function asTemporal(given: unknown): TemporalConfig {
  return given instanceof TemporalConfig ? given : new TemporalConfig(asFields(given, 'temporal_config'));
}

function asSpatial(given: unknown): SpatialConfig {
  return given instanceof SpatialConfig ? given : new SpatialConfig(asFields(given, 'spatial_config'));
}

function asFields(given: unknown, field: string): Readonly<Record<string, unknown>> {
  if (given === undefined || given === null) return {};
  if (isNamed(given)) return given;
  const msg = `${field} should be an object of named fields`;
  throw new HalcyonError('invalid_parameter', msg, {
    problems: [{ loc: ['detect', field], msg, type: 'value_error' }],
  });
}
