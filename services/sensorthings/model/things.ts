import { isoOf } from '../../../schemas/time.ts';
import { field } from '../../stores/rows/row-expression.ts';
import { type EntitySet, STATION_KEY } from './entity-set.ts';
import { ASKED_OF_STATIONS, stationKeyOf } from './station-properties.ts';

export const things: EntitySet<'stations'> = {
  name: 'Things',
  description: 'The stations.',
  relation: 'stations',
  key: STATION_KEY,
  properties: ['name', 'description', 'properties'],
  navigations: {
    Locations: { set: 'Locations', many: true },
    HistoricalLocations: { set: 'HistoricalLocations', many: true },
    Datastreams: { set: 'Datastreams', many: true },
  },
  asked: {
    name: { type: 'text', row: field('name') },
    ...ASKED_OF_STATIONS,
    'properties/elevation': { type: 'number', row: field('elevation') },
    'properties/pressure_level': { type: 'text', row: field('pressureLevel') },
    'properties/rain_interval': { type: 'number', row: field('rainInterval') },
    'properties/manufacturer': { type: 'text', row: field('manufacturer') },
    'properties/model': { type: 'text', row: field('model') },
    'properties/retired': { type: 'flag', row: field('retired') },
    'properties/updated': { type: 'time', row: field('updated') },
  },
  keyOf: stationKeyOf,
  propertiesOf: (station) => ({
    name: station.name,
    description: `Weather station of the network ${station.network}.`,
    properties: {
      network: station.network,
      station_id: station.id,
      elevation: station.elevation,
      pressure_level: station.pressureLevel,
      rain_interval: station.rainInterval,
      manufacturer: station.manufacturer,
      model: station.model,
      retired: station.retired,
      updated: isoOf(station.updated),
    },
  }),
};
