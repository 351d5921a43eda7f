import { z } from 'zod';
import { nextCursor } from '../../../schemas/http/answers/page-answer.ts';
import { stationAnswerShape } from '../../../schemas/http/answers/station-answer.ts';
import { nameText } from '../../../schemas/http/name-text.ts';
import { stationAnswer } from '../answers/station-answer.ts';
import { boxText, given, pageFields, query } from '../query-fields.ts';
import { endpoint, json } from './endpoint.ts';

export const listStations = endpoint({
  name: 'list-stations',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/stations',
  description:
    'Registered stations, ordered by network and id. Filters: network, box (`west,south,east,north` in degrees).',
  pathParameters: z.object({}),
  query: query({ network: nameText.optional(), box: boxText.optional(), ...pageFields }),
  success: json('A page of stations.', z.object({ stations: z.array(stationAnswerShape), next_cursor: nextCursor })),
  async answer(call, parts) {
    const page = await parts.store.stations(given(call.query));
    return { status: 200, body: { stations: page.items.map(stationAnswer), next_cursor: page.next } };
  },
});
