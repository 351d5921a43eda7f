import { z } from 'zod';
import { stationAnswerShape } from '../../../schemas/http/answers/station-answer.ts';
import { networkName, stationName } from '../../../schemas/http/name-text.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { NETWORK_FIELD, query } from '../../http/query-fields.ts';
import { findStation } from '../find-station.ts';
import { stationAnswer } from '../station-answer.ts';
import type { StationDependencies } from './station-dependencies.ts';

export const getStation = endpoint({
  name: 'get-station',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/stations/:id',
  description: 'One station. `network` says which, where several networks have a station of this id.',
  pathParameters: z.object({ id: stationName }),
  query: query({ network: networkName.optional() }),
  success: json('The station.', stationAnswerShape),
  errors: { 404: 'There is no station of this id.' },
  async answer(call, dependencies: StationDependencies) {
    const station = await findStation(dependencies.store, call.path.id, call.query.network, NETWORK_FIELD);
    return { status: 200, body: stationAnswer(station) };
  },
});
