import { isInsideArea } from '../../../schemas/http/alerts/inside-area.ts';
import type { Area } from '../../../schemas/http/alerts/place-fields.ts';
import type { Station } from '../../../schemas/station.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { isInsideBox } from '../../stores/inside-box.ts';

/** [west, south, east, north], degrees; one that crosses the 180th meridian has west > east. */
export type BoxList = readonly [west: number, south: number, east: number, north: number];

/** Where something holds; what is null does not narrow it. */
export interface Place {
  readonly networks: readonly string[] | null;
  readonly stations: readonly string[] | null;
  readonly variables: readonly Variable[] | null;
  readonly box: BoxList | null;
  readonly area: Area | null;
}

/**
 * True where a station is at a place, whatever its variables.
 *
 * @param position of the station [degrees]; null where it is not known: then it is in no box and no area
 */
export function isAt(
  place: Pick<Place, 'networks' | 'stations' | 'box' | 'area'>,
  network: string,
  station: string,
  position: Pick<Station, 'latitude' | 'longitude'> | null,
): boolean {
  if (place.networks !== null && !place.networks.includes(network)) return false;
  if (place.stations !== null && !place.stations.includes(station)) return false;
  if (place.box !== null) {
    const [west, south, east, north] = place.box;
    if (position === null || !isInsideBox({ west, south, east, north }, position)) return false;
  }
  return place.area === null || (position !== null && isInsideArea(place.area, position));
}
