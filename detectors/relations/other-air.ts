import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { departures, meanOf, meansOver, type RelatedSensor, usualRelation } from './usual-relation.ts';

/**
 * Share of itself by which relative humidity falls with a kelvin where the vapour stays: the slope of saturation over ice-free
 * water near 15 degC, by the Magnus formula of WMO-No. 8, annex 4.B.
 */
const DRIER_PER_KELVIN = 0.065;
/** So much of an offset of humidity, the temperature must explain, or the other way round. */
const EXPLAINED = 0.5;

/** An offset of a sensor in some parts. */
interface FoundOffset {
  readonly sensor: RelatedSensor;
  /** By how much [unit of the variable]. */
  readonly size: number;
  /** First part that tells what was usual before. */
  readonly learntFrom: number;
  /** First part of it, and the first after it. */
  readonly from: number;
  readonly end: number;
}

const { temp_out: TEMPERATURE, out_hum: HUMIDITY } = VARIABLE_INDEX;

/**
 * Whether temperature and humidity of a station are off together as those of warmer and drier air are, or colder and moister: on
 * a mountain above an inversion, say. A sensor that is wrong leaves the other alone.
 *
 * @returns false also where the station does not report the other one
 */
export function isOtherAir({ sensor, size, learntFrom, from, end }: FoundOffset): boolean {
  const { variable, means, station } = sensor;
  if (variable !== TEMPERATURE && variable !== HUMIDITY) return false;
  const other = { ...sensor, variable: variable === TEMPERATURE ? HUMIDITY : TEMPERATURE };
  const off = meanOf(departures(other, usualRelation(other, learntFrom, from), from, end));
  const humidity = meanOf([...meansOver({ means, variable: HUMIDITY }, station, from, end)]);
  const [warmer, moister] = variable === TEMPERATURE ? [size, off] : [off, size];
  const implied = -DRIER_PER_KELVIN * humidity * warmer;
  return (variable === TEMPERATURE ? moister / implied : implied / moister) >= EXPLAINED;
}
