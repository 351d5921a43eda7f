import { VARIABLE_INDEX } from '../../schemas/variables.ts';

/**
 * Share of itself by which relative humidity falls with a kelvin where the vapour stays: the slope of saturation over water near
 * 15 degC, by the Magnus formula of WMO-No. 8, annex 4.B.
 */
const DRIER_PER_KELVIN = 0.065;
/** So much of an offset of humidity, the temperature must explain, or the other way round. */
const EXPLAINED = 0.5;

const { temp_out: TEMPERATURE, out_hum: HUMIDITY } = VARIABLE_INDEX;

/** How far the temperature and the humidity of a station are off over some parts of days, both added up. */
export interface AirCourse {
  /** The other one of the two [degC, %]. */
  other: number;
  /** What the station reads of humidity [%]. */
  humidity: number;
  /** Parts in which both are known. */
  parts: number;
}

/** The one that tells of other air beside a variable: humidity beside temperature, and the other way round; null beside others. */
export function besideInAir(variable: number): number | null {
  if (variable === TEMPERATURE) return HUMIDITY;
  return variable === HUMIDITY ? TEMPERATURE : null;
}

/**
 * Whether temperature and humidity of a station are off together as those of warmer and drier air are, or colder and moister: on
 * a mountain above an inversion, say. A sensor that is wrong leaves the other alone.
 *
 * @param size of the offset of the variable [degC or %]
 * @returns false also where the other one is not known
 */
export function isOtherAir(variable: number, size: number, { other, humidity, parts }: AirCourse): boolean {
  const off = other / parts;
  const [warmer, moister] = variable === TEMPERATURE ? [size, off] : [off, size];
  const implied = -DRIER_PER_KELVIN * (humidity / parts) * warmer;
  return (variable === TEMPERATURE ? moister / implied : implied / moister) >= EXPLAINED;
}
