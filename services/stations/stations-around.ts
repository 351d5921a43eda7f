import { longitudeReach } from '../../schemas/degrees-on-sphere.ts';
import type { Station } from '../../schemas/station.ts';
import { wrappedLongitude } from '../../schemas/wrapped-longitude.ts';
import { everyPage } from '../stores/every-page.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import type { Box } from '../stores/time-series-store.ts';

const PAGE = 10_000;
/** Kilometres of a degree of latitude on the sphere of 6371 km that distances are measured on, with room for rounding. */
const DEGREE_KM = 110;

/**
 * The stations of a network among which all neighbours of a station are, itself and retired ones too: those in a box that
 * holds the circle, so that a large network is not read whole.
 *
 * @param radiusKm largest distance of a neighbour [km], above 0 to 1,000
 */
export async function stationsAround(
  store: Pick<NetworkRegistry, 'stations'>,
  station: Station,
  radiusKm: number,
): Promise<Station[]> {
  const box = boxAround(station, radiusKm);
  const found: Station[] = [];
  const { network } = station;
  for await (const page of everyPage((place) => store.stations({ network, box, limit: PAGE, ...place }))) {
    found.push(...page);
  }
  return found;
}

/** The box that holds a circle; across the 180th meridian its west lies east of its east. Whole turns near a pole. */
function boxAround({ latitude, longitude }: Station, radiusKm: number): Box {
  const degrees = radiusKm / DEGREE_KM;
  const [south, north] = [Math.max(-90, latitude - degrees), Math.min(90, latitude + degrees)];
  const aside = longitudeReach(latitude, degrees);
  if (aside >= 90) return { west: -180, south, east: 180, north };
  return { west: wrappedLongitude(longitude - aside), south, east: wrappedLongitude(longitude + aside), north };
}
