import type { Station } from '../../schemas/station.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';

/** Weather that moves at 40 km/h and more is not half an hour late over this distance, nor an hour over the other one [km]. */
const BESIDE_KM = 20;
const NEAR_KM = 30;
const FEWEST = 2;
/** Largest part of the horizon in which no neighbour may be [degrees]. */
const LARGEST_GAP = 200;

type Place = Pick<Station, 'latitude' | 'longitude'>;

/**
 * Whether neighbours tell the clock of a station from weather on its way: where all of them lie on one side, what comes from
 * there is late at the station, and so it is where the nearest are far. Two that are next to it tell by themselves.
 *
 * @param distances of the neighbours [km], as they are given
 */
export function isSurrounded(place: Place, neighbours: readonly Place[], distances: readonly number[]): boolean {
  if (distances.filter((km) => km <= BESIDE_KM).length >= FEWEST) return true;
  if (distances.filter((km) => km <= NEAR_KM).length < FEWEST) return false;
  const shrink = Math.cos((place.latitude * Math.PI) / 180);
  const bearings = neighbours
    .map(({ latitude, longitude }) => {
      const east = (((longitude - place.longitude + 540) % 360) - 180) * shrink;
      return (Math.atan2(east, latitude - place.latitude) * 180) / Math.PI;
    })
    .sort((a, b) => a - b);
  const gaps = bearings.map((bearing, k) => (bearings[k + 1] ?? bearings[0] + 360) - bearing);
  return bearings.length > 1 && Math.max(...gaps) <= LARGEST_GAP;
}

/**
 * The same of a station of a network.
 *
 * @param registered stations by index
 */
export function isSurroundedIn(
  registered: readonly (Station | undefined)[],
  station: number,
  neighbours: readonly Neighbour[],
): boolean {
  const place = registered[station];
  const places = neighbours.flatMap(({ index }) => registered[index] ?? []);
  const distances = neighbours.map(({ km }) => km);
  return place !== undefined && isSurrounded(place, places, distances);
}
