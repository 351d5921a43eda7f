import { field } from '../../stores/rows/row-expression.ts';
import { type EntitySet, STATION_KEY } from './entity-set.ts';
import { ASKED_OF_STATIONS, POINT_ENCODING, pointOf, stationKeyOf } from './station-properties.ts';

export const locations: EntitySet<'stations'> = {
  name: 'Locations',
  description: 'Where the stations are: one for each.',
  relation: 'stations',
  key: STATION_KEY,
  properties: ['name', 'description', 'encodingType', 'location', 'properties'],
  navigations: {
    Things: { set: 'Things', many: true },
    HistoricalLocations: { set: 'HistoricalLocations', many: true },
  },
  asked: {
    name: { type: 'text', row: field('name') },
    location: { type: 'position' },
    ...ASKED_OF_STATIONS,
  },
  keyOf: stationKeyOf,
  propertiesOf: (station) => ({
    name: station.name,
    description: `Place of the station ${station.name}.`,
    encodingType: POINT_ENCODING,
    location: pointOf(station),
    properties: { network: station.network, station_id: station.id },
  }),
};
