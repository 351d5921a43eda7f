import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import { type FieldContext, FieldReader, type RawFields } from '../detection/field-reader.ts';

/** The fields of a request for a health check. */
export const HEALTH_FIELDS = ['end_time', 'days', 'station', 'variables', 'network'] as const;
export type HealthField = (typeof HEALTH_FIELDS)[number];

/** A request as it came: values typed (module) or as text (command line); undefined and null are "not given". */
export type RawHealth = RawFields<HealthField>;

/** A request that holds no mistake. */
export interface HealthRequest {
  /** End of the period, ms since the epoch. */
  readonly end: number;
  readonly days: number;
  /** null: all stations. */
  readonly station: string | null;
  readonly variables: readonly Variable[];
  /** null: the only one there is. */
  readonly network: string | null;
}

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;
/** A leap year. */
export const MOST_DAYS = 366;
const DEFAULT_VARIABLES: readonly Variable[] = ['wind_speed'];

/** The end of what lies before the period [ms since the epoch]: every time t of it has start < t <= end. */
export function periodStart({ end, days }: Pick<HealthRequest, 'end' | 'days'>): number {
  // A period of hours is no whole number of days, and their product none of milliseconds.
  return Math.round(end - days * DAY_MS);
}

/**
 * Validates a request for a health check; defaults are those of section 4.4 of the interface document.
 *
 * @throws HalcyonError `invalid_parameter` with a problem for everything that is wrong
 */
export function readHealth(raw: RawHealth, context: FieldContext<HealthField>): HealthRequest {
  const fields = new FieldReader(raw, context, HEALTH_FIELDS);
  fields.refuseUnknown();
  const end = fields.time('end_time', context.now);
  fields.isAhead('end_time', end);
  const request: HealthRequest = {
    end,
    days: fields.number('days', DEFAULT_DAYS, {
      right: (value) => Number.isInteger(value) && value >= 1 && value <= MOST_DAYS,
      expected: `a whole number of days from 1 to ${MOST_DAYS}`,
    }),
    station: fields.text('station', 'the identifier of a station'),
    variables: fields.words('variables', VARIABLES, false, DEFAULT_VARIABLES),
    network: fields.text('network', 'the name of a network'),
  };
  fields.throwProblems();
  return request;
}
