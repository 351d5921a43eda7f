import type { Classification } from '../../schemas/anomaly.ts';
import { VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';
import type { LocalWeather } from '../evidence/evidence-terms.ts';
import type { UsualDeparture } from '../evidence/usual-departure.ts';
import { amountOf, neighboursOf, QUANTITIES } from '../words/quantities.ts';

/** What a verdict against the neighbours rests on, whatever they were asked. */
export interface NeighbourGrounds {
  readonly classification: Classification;
  readonly variable: Variable;
  /** Neighbours within the radius, how many of them could be compared, and how far the nearest of these is. */
  readonly within: number;
  readonly compared: number;
  readonly nearestKm: number;
  /** Too few neighbours for the usual limits. */
  readonly few: boolean;
  /** What the station's own values suggest. */
  readonly localWeather: LocalWeather | null;
  /** Neighbours where anything changed by more than it typically does. */
  readonly unsettled: number;
  /** Neighbours with rain. */
  readonly wet: number;
  readonly usual: UsualDeparture | null;
}

/** A departure of so many spreads from what is usual between the stations is worth a word. */
const WORTH_SPREADS = 2;

const LOCAL_WEATHER: Readonly<Record<LocalWeather, string>> = {
  shower: 'rain, cooling and rising humidity here suggest a local shower',
  outflow: 'falling temperature with rising wind, and humidity or pressure, suggests an arriving front or storm',
};

/** Why a verdict is left open; null where what the neighbours did must say. */
export function openWords({ localWeather, few, compared }: NeighbourGrounds): string | null {
  if (localWeather !== null) return LOCAL_WEATHER[localWeather];
  if (!few) return null;
  return compared === 1 ? 'one neighbour is too few to decide' : 'two neighbours are too few to decide';
}

/** What else speaks for a verdict that is not open. */
export function surroundings(grounds: NeighbourGrounds): string {
  const { classification, variable, usual, compared, unsettled, wet } = grounds;
  const isFailure = classification === 'device_failure';
  if (isFailure && usual !== null && Math.abs(usual.departure) >= WORTH_SPREADS * usual.spread) {
    const size = amountOf(variable, Math.abs(usual.departure));
    const whom = compared === 1 ? 'its neighbour' : 'its neighbours';
    return `${size} ${usual.departure < 0 ? 'lower' : 'higher'} than usual against ${whom}`;
  }
  const nowhere = compared === 1 ? 'there' : 'nearby';
  if (VARIABLE_SPECIFICATIONS[variable].behavesAs === 'rain' && (wet > 0 || isFailure))
    return wet === 0 ? `no rain ${nowhere}` : `rain ${whereOf(wet, compared)}`;
  if (unsettled === 0) return `no unusual weather ${nowhere}`;
  return `${isFailure ? 'despite unsettled weather' : 'unsettled weather'} ${whereOf(unsettled, compared)}`;
}

/** Why what the neighbours show as well is no weather. */
export const BEYOND_WEATHER = 'weather does not change it so much at once: is it another unit?';

/** Where so many of those compared were. */
function whereOf(count: number, compared: number): string {
  return compared === 1 ? 'there' : `at ${neighboursOf(count, compared)}`;
}

export const NO_NEIGHBOUR = 'no neighbour within the radius';
export const NO_EXPECTATION = 'no expected value to compare with';
export const NONE_AT_LEVEL = 'no neighbour reports pressure at the same level (station or sea level)';
export const UNVERIFIED = 'not checked against neighbours (verification is off)';

/** It has nothing to do with what the neighbours read. */
export function notCompared(variable: Variable): string {
  return `${QUANTITIES[variable]} is not compared between stations`;
}

/** None of the neighbours within the radius has a value to compare with. */
export function noneReported(variable: Variable): string {
  return `no neighbour reported ${QUANTITIES[variable]} around that time`;
}

/** None of them has values for as long as tells how they usually differ. */
export function noneLongEnough(variable: Variable): string {
  return `no neighbour reported ${QUANTITIES[variable]} for long enough around that time`;
}

/** So many of the neighbours that would be asked repeated their record. */
export function neighboursRepeat(count: number, asked: number): string {
  const who = asked === 1 ? 'its only neighbour repeats' : `${neighboursOf(count, asked)} repeat`;
  return `${who} old values; feed outage, nothing to compare with`;
}

/** The station had repeated its record for so many reports. */
export function stationRepeated(reports: number): string {
  return `the station repeated its values for ${reports} reports before; nothing to compare with`;
}
