import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import {
  departureIn,
  LEARNT_PARTS,
  type RelatedNeighbour,
  type RelatedSensor,
  usualRelation,
} from './usual-relation.ts';

/**
 * Share of itself by which relative humidity falls with a kelvin where the vapour stays: the slope of saturation over water near
 * 15 degC, by the Magnus formula of WMO-No. 8, annex 4.B.
 */
const DRIER_PER_KELVIN = 0.065;
/** So much of an offset of humidity, the temperature must explain, or the other way round. */
const EXPLAINED = 0.5;

const { temp_out: TEMPERATURE, out_hum: HUMIDITY } = VARIABLE_INDEX;

/** What the humidity of a station tells of an offset of its temperature, or the other way round, over some parts of days. */
export interface AirCourse {
  /** The one that tells (index into VARIABLES), and how it stood to the neighbours before. */
  readonly variable: number;
  readonly related: readonly RelatedNeighbour[];
  /** How far it is off, and what the station reads of humidity [degC, %], added up over the parts in which both are known. */
  off: number;
  humidity: number;
  parts: number;
}

/** Begins one for a sensor that is off from a part on; undefined of other variables, of which nothing is told. */
export function airFrom(sensor: RelatedSensor, from: number): AirCourse | undefined {
  if (sensor.variable !== TEMPERATURE && sensor.variable !== HUMIDITY) return undefined;
  const variable = sensor.variable === TEMPERATURE ? HUMIDITY : TEMPERATURE;
  const related = usualRelation({ ...sensor, variable }, from - LEARNT_PARTS, from);
  return { variable, related, off: 0, humidity: 0, parts: 0 };
}

/** Takes in a part in which the sensor is off. */
export function takeAir(sensor: RelatedSensor, air: AirCourse, part: number): void {
  const off = departureIn({ ...sensor, variable: air.variable }, air.related, part);
  const humidity = sensor.means.mean(sensor.station, HUMIDITY, part);
  if (Number.isNaN(off) || Number.isNaN(humidity)) return;
  air.off += off;
  air.humidity += humidity;
  air.parts++;
}

/**
 * Whether temperature and humidity of a station are off together as those of warmer and drier air are, or colder and moister: on
 * a mountain above an inversion, say. A sensor that is wrong leaves the other alone.
 *
 * @param size of the offset of the sensor [degC or %]
 * @returns false also where the other one is not known
 */
export function isOtherAir({ variable, off, humidity, parts }: AirCourse, size: number): boolean {
  const [warmer, moister] = variable === HUMIDITY ? [size, off / parts] : [off / parts, size];
  const implied = -DRIER_PER_KELVIN * (humidity / parts) * warmer;
  return (variable === HUMIDITY ? moister / implied : implied / moister) >= EXPLAINED;
}
