import { field } from '../../stores/rows/row-expression.ts';
import { type EntitySet, STATION_KEY } from './entity-set.ts';
import { ASKED_OF_STATIONS, POINT_ENCODING, pointOf, stationKeyOf } from './station-properties.ts';

export const featuresOfInterest: EntitySet<'stations'> = {
  name: 'FeaturesOfInterest',
  description: 'What is observed: the air round each station.',
  relation: 'stations',
  key: STATION_KEY,
  properties: ['name', 'description', 'encodingType', 'feature', 'properties'],
  navigations: { Observations: { set: 'Observations', many: true } },
  asked: {
    name: { type: 'text', row: field('name') },
    feature: { type: 'position' },
    ...ASKED_OF_STATIONS,
  },
  keyOf: stationKeyOf,
  propertiesOf: (station) => ({
    name: station.name,
    description: `The air at the station ${station.name}.`,
    encodingType: POINT_ENCODING,
    feature: pointOf(station),
    properties: { network: station.network, station_id: station.id },
  }),
};
