import { z } from 'zod';
import { nameText } from '../../../schemas/http/name-text.ts';
import { stationAnswer } from '../answers/station-answer.ts';
import { boxText, given, pageFields, query } from '../query-fields.ts';
import { endpoint } from './endpoint.ts';

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
  async answer(call, parts) {
    const page = await parts.store.stations(given(call.query));
    return { status: 200, body: { stations: page.items.map(stationAnswer), next_cursor: page.next } };
  },
});
