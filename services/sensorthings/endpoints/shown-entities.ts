import type { Station } from '../../../schemas/station.ts';
import type { SearchedRows } from '../../stores/rows/row-search.ts';
import { idOf } from '../model/entity-key.ts';
import type { EntitySet } from '../model/entity-set.ts';
import { SENSORTHINGS_PATH, selfLink } from '../reading/links.ts';

/** Address of the service in examples. */
export const SHOWN_ROOT = `http://127.0.0.1:8080${SENSORTHINGS_PATH}`;

const TIME = Date.UTC(2026, 10, 23, 5, 40);
const STATION: Station = {
  network: 'demo',
  id: 'demo-0001',
  name: 'Northfield',
  latitude: 50.84,
  longitude: 4.35,
  elevation: 312,
  pressureLevel: 'sea_level',
  rainInterval: null,
  manufacturer: 'Davis',
  model: 'Vantage Pro2',
  retired: false,
  updated: TIME,
};
const VARIABLE = 'temp_out';
const ROWS: SearchedRows = {
  stations: STATION,
  variablesOfStations: { station: STATION, variable: VARIABLE },
  variables: { variable: VARIABLE },
  values: {
    network: STATION.network,
    station: STATION.id,
    variable: VARIABLE,
    time: TIME,
    value: 0.3,
    source: 'demo',
    received: TIME + 20_000,
    assessment: null,
  },
};

/** An entity of a set, made as every other of what would be stored of it, for the documentation. */
export function shownEntity(set: EntitySet): Record<string, unknown> {
  const row = ROWS[set.relation];
  const key = set.keyOf(row);
  const self = selfLink(SHOWN_ROOT, set, key);
  const links = Object.keys(set.navigations).map((name) => [`${name}@iot.navigationLink`, `${self}/${name}`]);
  return {
    '@iot.id': idOf(key, set.key),
    '@iot.selfLink': self,
    ...set.propertiesOf(row),
    ...Object.fromEntries(links),
  };
}
