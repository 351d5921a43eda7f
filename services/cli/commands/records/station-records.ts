import { stationAnswerShape } from '../../../../schemas/http/answers/station-answer.ts';
import { listStations } from '../../../stations/endpoints/list-stations.ts';
import { findStation } from '../../../stations/find-station.ts';
import { stationAnswer } from '../../../stations/station-answer.ts';
import { NETWORK_OPTION } from '../../frame/network-option.ts';
import { listedBy, type RecordKind } from './record-kind.ts';

/** Registered stations, by network and id. */
export const STATION_RECORDS: RecordKind = {
  one: 'station',
  many: 'stations',
  shape: stationAnswerShape,
  wholeShape: stationAnswerShape,
  found: false,
  table: [
    { of: 'station_id', title: 'Station', shrinks: 3 },
    { of: 'station_name', title: 'Name', shrinks: 1 },
    { of: 'network', title: 'Network', shrinks: 2 },
    { of: 'latitude', title: 'Latitude', align: 'right' },
    { of: 'longitude', title: 'Longitude', align: 'right' },
    { of: 'elevation', title: 'Elevation', align: 'right', leaves: 2 },
    { of: 'retired', title: 'Retired', leaves: 1 },
  ],
  ...listedBy(listStations, 'stations'),
  async show(id, { network }, { store }) {
    return stationAnswer(await findStation(store, id, network, NETWORK_OPTION));
  },
};
