/** The variables that are judged, in the order of every array indexed by variable. */
export const VARIABLES = ['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain'] as const;

/** Name of a judged variable. */
export type Variable = (typeof VARIABLES)[number];

/** A span of values, both ends included, in the unit of a variable. */
interface Span {
  readonly low: number;
  readonly high: number;
}

/** What is fixed about a variable: its unit inside Halcyon, its limits and the floors of its scales. */
export interface VariableSpecification extends Span {
  readonly title: string;
  /** Unit inside and in answers. */
  readonly unit: string;
  /** What a sensor can read, or nature can do: a value beyond fails (QARTOD gross range test). */
  readonly low: number;
  readonly high: number;
  /** What the climates of the world bring: a value beyond is suspect. Inside [low, high]. */
  readonly climate: Span;
  /** Step between two neighbouring readings of a common instrument, in `unit`. */
  readonly resolution: number;
  /**
   * Smallest departure from the expectation worth noticing where nothing is known of the station, in `unit`:
   * it keeps a flat history from turning instrument resolution into an anomaly. A baseline may only raise it.
   */
  readonly floor: number;
}

/**
 * Relative humidity of saturated air [%]. A sound capacitive sensor reports up to 105 % there: such a value is judged,
 * compared and learnt from as 100, and kept as it came.
 */
const SATURATED_HUMIDITY = 100;

/** Floors were measured on 10-minute data of a mid-latitude network; the sources of the limits stand beside them. */
export const VARIABLE_SPECIFICATIONS: Readonly<Record<Variable, VariableSpecification>> = {
  temp_out: {
    title: 'outdoor temperature',
    unit: 'degC',
    // Range of operational air thermometers: WMO-No. 8, volume I, chapter 1, annex 1.A.
    low: -80,
    high: 60,
    // Validity limits of NOAA's MADIS for surface stations, -60 to 130 degF.
    climate: { low: -51.1, high: 54.4 },
    resolution: 0.1,
    floor: 2,
  },
  out_hum: {
    title: 'outdoor relative humidity',
    unit: '%',
    low: 0,
    // Saturated air, as a sound capacitive sensor reports it within its uncertainty.
    high: 105,
    climate: { low: 0, high: 105 },
    resolution: 1,
    floor: 10,
  },
  wind_speed: {
    title: 'wind speed',
    unit: 'km/h',
    low: 0,
    // Above every ten-minute mean: the record gust of three seconds is 408 km/h (WMO Weather and Climate Extremes Archive).
    high: 400,
    // Range of operational anemometers, 75 m/s: WMO-No. 8, volume I, chapter 1, annex 1.A.
    climate: { low: 0, high: 270 },
    resolution: 0.1,
    floor: 10,
  },
  bar: {
    title: 'barometric pressure',
    unit: 'hPa',
    // Range of operational barometers, 500 to 1080 hPa (WMO-No. 8, annex 1.A), with room for the record of 1085 hPa.
    low: 500,
    high: 1100,
    // Validity limits of NOAA's MADIS for pressure at the station.
    climate: { low: 568, high: 1100 },
    resolution: 0.1,
    floor: 1,
  },
  rain: {
    title: 'rain in ten minutes',
    unit: 'mm',
    low: 0,
    // Envelope of the world's greatest rainfalls at ten minutes: `rainLimits`.
    high: 180,
    climate: { low: 0, high: 180 },
    resolution: 0.2,
    floor: 2.5,
  },
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
  return Math.min(Math.max(value, low), variable === 'out_hum' ? SATURATED_HUMIDITY : high);
}

/** As what a value within its limits is judged, compared and learnt from: humidity above saturation as saturation. */
export function judgedValue(variable: Variable, value: number): number {
  return variable === 'out_hum' && value > SATURATED_HUMIDITY ? SATURATED_HUMIDITY : value;
}

/** True for the name of a judged variable. */
export function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name);
}
