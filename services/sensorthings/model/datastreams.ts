import { stationLimits } from '../../../schemas/limits.ts';
import { QARTOD_MEANINGS } from '../../../schemas/quality-flags/qartod.ts';
import { call, field, text } from '../../stores/rows/row-expression.ts';
import type { EntitySet } from './entity-set.ts';
import { ASKED_OF_STATIONS, stationKeyOf } from './station-properties.ts';
import { textsOf, VARIABLE_TERMS } from './variable-terms.ts';

const MEASUREMENT = 'http://www.opengis.net/def/observationType/OGC-OM/2.0/OM_Measurement';

export const datastreams: EntitySet<'variablesOfStations'> = {
  name: 'Datastreams',
  description: 'What each station can report: one for each station and variable, empty where it has no such sensor.',
  relation: 'variablesOfStations',
  key: ['network', 'station', 'variable'],
  properties: ['name', 'description', 'observationType', 'unitOfMeasurement', 'properties'],
  navigations: {
    Thing: { set: 'Things', many: false },
    Sensor: { set: 'Sensors', many: false },
    ObservedProperty: { set: 'ObservedProperties', many: false },
    Observations: { set: 'Observations', many: true },
  },
  asked: {
    name: {
      type: 'text',
      row: call('concat', { kind: 'ofVariable', texts: textsOf(({ name }) => name) }, text(' at '), field('name')),
    },
    'unitOfMeasurement/name': { type: 'text', row: { kind: 'ofVariable', texts: textsOf(({ unit }) => unit.name) } },
    'unitOfMeasurement/symbol': {
      type: 'text',
      row: { kind: 'ofVariable', texts: textsOf(({ unit }) => unit.symbol) },
    },
    'unitOfMeasurement/definition': {
      type: 'text',
      row: { kind: 'ofVariable', texts: textsOf(({ unit }) => unit.definition) },
    },
    ...ASKED_OF_STATIONS,
    'properties/variable': { type: 'text', row: field('variable') },
  },
  keyOf: ({ station, variable }) => ({ ...stationKeyOf(station), variable }),
  propertiesOf: ({ station, variable }) => {
    const { name, description, unit } = VARIABLE_TERMS[variable];
    const { failLow, failHigh, suspectLow, suspectHigh } = stationLimits(variable, station);
    return {
      name: `${name} at ${station.name}`,
      description,
      observationType: MEASUREMENT,
      unitOfMeasurement: unit,
      properties: {
        network: station.network,
        station_id: station.id,
        variable,
        gross_range: [failLow, failHigh],
        suspect_range: [suspectLow, suspectHigh],
        quality: { vocabulary: 'QARTOD', flags: QARTOD_MEANINGS },
      },
    };
  },
};
