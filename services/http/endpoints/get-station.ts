import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { stationAnswerShape } from '../../../schemas/http/answers/station-answer.ts';
import { nameText } from '../../../schemas/http/name-text.ts';
import type { Station } from '../../../schemas/station.ts';
import type { TimeSeriesStore } from '../../stores/time-series-store.ts';
import { stationAnswer } from '../answers/station-answer.ts';
import { query } from '../query-fields.ts';
import { endpoint, json } from './endpoint.ts';

export const getStation = endpoint({
  name: 'get-station',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/stations/:id',
  description: 'One station. `network` says which, where several networks have a station of this id.',
  pathParameters: z.object({ id: nameText }),
  query: query({ network: nameText.optional() }),
  success: json('The station.', stationAnswerShape),
  errors: { 404: 'There is no station of this id.' },
  async answer(call, parts) {
    return { status: 200, body: stationAnswer(await findStation(parts.store, call.path.id, call.query.network)) };
  },
});

/**
 * A station by its id, in one network or in whichever has it.
 *
 * @throws HalcyonError `unknown_station`; `invalid_parameter` where several networks have one
 */
async function findStation(store: TimeSeriesStore, id: string, network: string | undefined): Promise<Station> {
  const networks = network === undefined ? await store.networks() : [network];
  const found: Station[] = [];
  for (const name of networks) {
    const station = await store.station(name, id);
    if (station !== null) found.push(station);
  }
  if (found.length === 0) {
    const where = network === undefined ? '' : ' in this network';
    throw new HalcyonError('unknown_station', `there is no station of this id${where}`);
  }
  if (found.length === 1) return found[0];
  const names = found.map((station) => station.network).join(', ');
  const msg = `several networks have a station of this id, name one of them: ${names}`;
  throw new HalcyonError('invalid_parameter', msg, { problems: [{ loc: ['query', 'network'], msg, type: 'missing' }] });
}
