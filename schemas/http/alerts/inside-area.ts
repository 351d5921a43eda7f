import { distance } from 'geokdbush';
import type { Station } from '../../station.ts';
import type { Area } from './place-fields.ts';

/** True where a place [degrees] is in an area. */
export function isInsideArea(area: Area, place: Pick<Station, 'latitude' | 'longitude'>): boolean {
  if (area.type === 'Polygon') return isInsideRing(area.coordinates[0], place);
  const [longitude, latitude] = area.center;
  return distance(place.longitude, place.latitude, longitude, latitude) <= area.radius_km;
}

/** By how many edges a line to the east crosses: an odd number leads out (Shimrat, "Algorithm 112", CACM 5(8), 1962). */
function isInsideRing(
  ring: readonly (readonly [longitude: number, latitude: number])[],
  { latitude, longitude }: Pick<Station, 'latitude' | 'longitude'>,
): boolean {
  let isInside = false;
  for (let k = 1; k < ring.length; k++) {
    const [[x1, y1], [x2, y2]] = [ring[k - 1], ring[k]];
    if (y1 > latitude === y2 > latitude) continue;
    if (longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  }
  return isInside;
}
