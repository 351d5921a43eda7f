import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { nameText } from '../../../schemas/http/name-text.ts';
import { stationBody } from '../../../schemas/http/station-body.ts';
import { stationAnswer } from '../answers/station-answer.ts';
import { DEFAULT_NETWORK } from '../http-parts.ts';
import { query } from '../query-fields.ts';
import { endpoint } from './endpoint.ts';

export const putStation = endpoint({
  name: 'put-station',
  method: 'PUT',
  path: '/api/v1/stations/:id',
  description:
    'Registers a station, or replaces its registration as a whole: what is not given takes its default. ' +
    '`network` is its network (`default` where not given).',
  pathParameters: z.object({ id: nameText }),
  query: query({ network: nameText.default(DEFAULT_NETWORK) }),
  body: { kind: 'json', schema: stationBody, limit: 'bodyBytes' },
  async answer(call, parts) {
    const { id } = call.path;
    if (call.body.station_id !== undefined && call.body.station_id !== id) {
      const msg = `station_id should be the id of the path, '${id}', or be left out`;
      throw new HalcyonError('invalid_parameter', msg, {
        problems: [{ loc: ['body', 'station_id'], msg, type: 'value_error' }],
      });
    }
    const registration = { ...call.body, station_id: id, network: call.query.network };
    const [station] = await parts.registerStations([registration]);
    return { status: 200, body: stationAnswer(station) };
  },
});
