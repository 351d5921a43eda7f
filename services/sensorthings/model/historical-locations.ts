import { isoOf } from '../../../schemas/time.ts';
import { field } from '../../stores/rows/row-expression.ts';
import { type EntitySet, STATION_KEY } from './entity-set.ts';
import { stationKeyOf } from './station-properties.ts';

export const historicalLocations: EntitySet<'stations'> = {
  name: 'HistoricalLocations',
  description: 'Since when the stations are where they are: one for each, as only the last registration is kept.',
  relation: 'stations',
  key: STATION_KEY,
  properties: ['time'],
  navigations: {
    Thing: { set: 'Things', many: false },
    Locations: { set: 'Locations', many: true },
  },
  asked: { time: { type: 'time', row: field('updated') } },
  keyOf: stationKeyOf,
  propertiesOf: ({ updated }) => ({ time: isoOf(updated) }),
};
