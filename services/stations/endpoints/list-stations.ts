import { z } from 'zod';
import { pageShape } from '../../../schemas/http/answers/page-answer.ts';
import { type StationAnswer, stationAnswerShape } from '../../../schemas/http/answers/station-answer.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import { endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import { FORMAT_NAMES } from '../../http/format.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { listAnswer } from '../../http/formats/list-answer.ts';
import { ownPositions } from '../../http/formats/station-positions.ts';
import { boxText, given, listFields, query } from '../../http/query-fields.ts';
import { stationAnswer } from '../station-answer.ts';
import type { StationDependencies } from './station-dependencies.ts';

const UNITS: Readonly<Record<string, string>> = { latitude: 'degree', longitude: 'degree', elevation: 'm' };
const COLUMNS = answerColumns<StationAnswer>(stationAnswerShape, (name) => UNITS[name]);

export const listStations = endpoint({
  name: 'list-stations',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/stations',
  description:
    'Registered stations, ordered by network and id. Filters: network, box (`west,south,east,north` in degrees). ' +
    'Also as csv, geojson, arrow or parquet (`format`, or Accept), with `limit=all` all at once.',
  pathParameters: z.object({}),
  query: query({ network: networkName.optional(), box: boxText.optional(), ...listFields }),
  formats: FORMAT_NAMES,
  errors: { 406: NO_SUCH_FORMAT },
  success: list('A page of stations.', pageShape('stations', stationAnswerShape), FORMAT_NAMES),
  async answer(call, dependencies: Pick<StationDependencies, 'store'>) {
    const { network, box } = call.query;
    return listAnswer(call, {
      formats: FORMAT_NAMES,
      name: 'stations',
      columns: COLUMNS,
      positions: ownPositions,
      page: async (place) => {
        const { items, next } = await dependencies.store.stations(given({ network, box, ...place }));
        return { items: items.map(stationAnswer), next };
      },
      body: ({ items, next }) => ({ stations: items, next_cursor: next }),
    });
  },
});
