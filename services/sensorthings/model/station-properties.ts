import type { Station } from '../../../schemas/station.ts';
import { field } from '../../stores/rows/row-expression.ts';
import type { EntityKey } from './entity-key.ts';
import type { AskedProperty } from './entity-set.ts';

/** The key of what belongs to a station. */
export function stationKeyOf({ network, id }: Station): EntityKey {
  return { network, station: id };
}

/** Where a station is, as GeoJSON: degrees east and north, and metres above sea level where they are known. */
export function pointOf({ longitude, latitude, elevation }: Station): object {
  return {
    type: 'Point',
    coordinates: elevation === null ? [longitude, latitude] : [longitude, latitude, elevation],
  };
}

/** The same place as an entity of its own, in the words of SensorThings 1.1, section 8.2.2 and 8.2.8. */
export const POINT_ENCODING = 'application/geo+json';

/** What can be asked of everything that belongs to a station. */
export const ASKED_OF_STATIONS: Readonly<Record<string, AskedProperty>> = {
  'properties/network': { type: 'text', row: field('network') },
  'properties/station_id': { type: 'text', row: field('station') },
};
