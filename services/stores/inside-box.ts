import type { Station } from '../../schemas/station.ts';
import type { Box } from './time-series-store.ts';

/** True where a place [degrees] is in a box, its edges included; one that crosses the 180th meridian has west > east. */
export function isInsideBox(
  { west, south, east, north }: Box,
  { latitude, longitude }: Pick<Station, 'latitude' | 'longitude'>,
): boolean {
  if (latitude < south || latitude > north) return false;
  if (west <= east) return longitude >= west && longitude <= east;
  return longitude >= west || longitude <= east;
}
