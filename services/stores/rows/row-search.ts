import type { Assessment } from '../../../schemas/assessment.ts';
import type { Station } from '../../../schemas/station.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { RowExpression, RowField } from './row-expression.ts';

/** One value of one observation. */
export interface ValueRow {
  readonly network: string;
  readonly station: string;
  readonly variable: Variable;
  /** Of the observation, ms since the epoch. */
  readonly time: number;
  /** Unit of the variable. */
  readonly value: number;
  readonly source: string;
  /** ms since the epoch. */
  readonly received: number;
  /** What was found for its observation; null where it has not been judged, or was not asked for. */
  readonly assessment: Assessment | null;
}

/** The kinds of rows that can be searched, and what a row of each is. */
export interface SearchedRows {
  readonly stations: Station;
  /** Every station with each of the variables, whether it reports it or not. */
  readonly variablesOfStations: { readonly station: Station; readonly variable: Variable };
  readonly variables: { readonly variable: Variable };
  /** The values of all observations, only the newest revision of each. */
  readonly values: ValueRow;
}
export type Relation = keyof SearchedRows;

const OF_STATIONS = [
  'network',
  'station',
  'name',
  'latitude',
  'longitude',
  'elevation',
  'pressureLevel',
  'rainInterval',
  'manufacturer',
  'model',
  'retired',
  'updated',
] as const;

/** The fields that an expression on rows of each kind may rest on. */
export const FIELDS_OF: Readonly<Record<Relation, ReadonlySet<RowField>>> = {
  stations: new Set(OF_STATIONS),
  variablesOfStations: new Set([...OF_STATIONS, 'variable']),
  variables: new Set(['variable']),
  values: new Set(['network', 'station', 'variable', 'time', 'value', 'received', 'source']),
};

/** What rows are sorted by first; what tells rows apart comes after it. */
export interface RowOrder {
  readonly by: RowExpression;
  readonly descending: boolean;
}

export interface RowQuery {
  /** What must be true of a row; null for every row. */
  readonly where: RowExpression | null;
  /**
   * Without one, values come newest first, then by network, station and variable; all others by network, station and variable.
   */
  readonly order: readonly RowOrder[];
  readonly limit: number;
  /** Rows that are left out before. */
  readonly skip: number;
  /** `next` of the page before, with the same order. A cursor that is none: HalcyonError `invalid_parameter`. */
  readonly cursor?: string;
  /** Whether values come with what was found for them. */
  readonly assessments?: boolean;
}

/** The values of one station, of one variable of it where that is given. */
export interface ValueGroup {
  readonly network: string;
  readonly station: string;
  readonly variable: Variable | null;
}

/** What is asked of each of several groups of values at once. */
export interface GroupQuery {
  /** What must be true of a value beside its being of the group; null for every one. */
  readonly where: RowExpression | null;
  /** Newest first else; then by variable. */
  readonly oldestFirst: boolean;
  /** Of each group. */
  readonly limit: number;
  /** Whether values come with what was found for them. */
  readonly assessments: boolean;
}

/** Some rows; where `more` there are others behind them, and `next` is where, if the order has such places: that of time has. */
export interface FoundRows<R> {
  readonly rows: readonly R[];
  readonly more: boolean;
  readonly next: string | null;
}

/**
 * Finds rows by what is true of them.
 *
 * @throws HalcyonError `query_too_broad` where too many values would have to be looked at, and what every store throws
 */
export interface RowSearch {
  find<R extends Relation>(relation: R, query: RowQuery): Promise<FoundRows<SearchedRows[R]>>;
  /**
   * The first values of each of several groups, in the order of the groups, as `find` would give them group by group; in a few
   * questions to the engine, however many groups there are. What is given back is limit times groups at most.
   */
  findOfEach(groups: readonly ValueGroup[], query: GroupQuery): Promise<FoundRows<ValueRow>[]>;
  /** How many rows there are that a condition is true of. */
  count(relation: Relation, where: RowExpression | null): Promise<number>;
}
