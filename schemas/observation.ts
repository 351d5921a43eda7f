import { VARIABLES, type Variable } from './variables.ts';

/** One value for each variable in the units of `VARIABLE_SPECIFICATIONS`; null where the source had none. */
export type Values = Record<Variable, number | null>;

/** Writes values in the order of VARIABLES to `into`, from its index `at` on: NaN where there is none. */
export function writeNumbers(values: Values, into: Float64Array, at = 0): void {
  for (let v = 0; v < VARIABLES.length; v++) into[at + v] = values[VARIABLES[v]] ?? Number.NaN;
}

/** A number as it came, where a source's unit or kind differs from ours, or where it declares the interval of its rain. */
export interface OriginalValue {
  readonly value: number;
  /** Unit as the source names it, for example `m/s`. */
  readonly unit: string;
  /** `since_midnight` and the like; absent for plain amounts. */
  readonly kind?: string;
  /** Minutes that an amount of rain fell over; absent where the source does not say. */
  readonly interval?: number;
}

/** One observation, as it came, in Halcyon's units. */
export interface Observation {
  readonly network: string;
  readonly station: string;
  /** The observation's own time, ms since the epoch. */
  readonly time: number;
  readonly values: Values;
  /** Gusts, directions, extremes: kept though not judged. */
  readonly extras: Readonly<Record<string, number | string>>;
  /** The original number and unit of each converted variable. */
  readonly original: Readonly<Record<string, OriginalValue>>;
  /** Feed that brought it, for example `push` or `import`. */
  readonly source: string;
  /**
   * ms since the epoch: when it was accepted; from a log that outlives its readers, when that took it. A correction (same
   * time) with a later one replaces it.
   */
  readonly received: number;
}
