import { Conditions } from './conditions.ts';

/** So many stations at most are named to the engine, which then reads theirs alone; the names of more take longer than that. */
const MOST_NAMED = 2_000;

/** The rows of a network; of some stations of it alone where these are few. @param stations ids */
export function rowsOfStations(network: string, stations: readonly string[]): Conditions {
  const place = new Conditions().equal('network', network);
  return stations.length > MOST_NAMED ? place : place.equal('station', stations);
}
