/** The variables that are judged, in the order of every array indexed by variable. */
export const VARIABLES = ['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain'] as const;

/** Name of a judged variable. */
export type Variable = (typeof VARIABLES)[number];

/** What is fixed about a variable: its unit inside Halcyon, its limits and the floors of its scales. */
export interface VariableSpecification {
  readonly title: string;
  /** Unit inside and in answers. */
  readonly unit: string;
  /** Values outside [low, high] are physically impossible at a surface station (QARTOD gross range test). */
  readonly low: number;
  readonly high: number;
  /** Step between two neighbouring readings of a common instrument, in `unit`. */
  readonly resolution: number;
  /**
   * Smallest departure from the expectation worth noticing where nothing is known of the station, in `unit`:
   * it keeps a flat history from turning instrument resolution into an anomaly. A baseline may only raise it.
   */
  readonly floor: number;
}

/**
 * Limits follow the WMO Guide to Instruments and Methods of Observation (WMO-No. 8, Part I) and the records of the
 * WMO Weather and Climate Extremes archive, with room; floors were measured on 10-minute data of a mid-latitude network.
 */
export const VARIABLE_SPECIFICATIONS: Readonly<Record<Variable, VariableSpecification>> = {
  temp_out: { title: 'outdoor temperature', unit: 'degC', low: -80, high: 60, resolution: 0.1, floor: 2 },
  out_hum: { title: 'outdoor relative humidity', unit: '%', low: 0, high: 100, resolution: 1, floor: 10 },
  wind_speed: { title: 'wind speed', unit: 'km/h', low: 0, high: 400, resolution: 0.1, floor: 10 },
  bar: { title: 'barometric pressure', unit: 'hPa', low: 500, high: 1100, resolution: 0.1, floor: 1 },
  rain: { title: 'rain in ten minutes', unit: 'mm', low: 0, high: 150, resolution: 0.2, floor: 2.5 },
};

/** Index of a variable in `VARIABLES`. */
export const VARIABLE_INDEX: Readonly<Record<Variable, number>> = {
  temp_out: 0,
  out_hum: 1,
  wind_speed: 2,
  bar: 3,
  rain: 4,
};

/** A record with something for each variable, of which `of` is told the name and the index in `VARIABLES`. */
export function byVariable<T>(of: (variable: Variable, index: number) => T): Record<Variable, T> {
  return Object.fromEntries(VARIABLES.map((variable, index) => [variable, of(variable, index)])) as Record<Variable, T>;
}

/** The possible value nearest to another: methods may expect what cannot be, and people are shown what can. */
export function possibleValue(variable: Variable, value: number): number {
  const { low, high } = VARIABLE_SPECIFICATIONS[variable];
  return Math.min(Math.max(value, low), high);
}

/** True for the name of a judged variable. */
export function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name);
}
