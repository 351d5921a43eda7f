import { z } from 'zod';
import { stationAnswerShape } from '../../../schemas/http/answers/station-answer.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import { stationListBody } from '../../../schemas/http/station-body.ts';
import { answeredText } from '../../http/answered-text.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { inNetworks } from '../in-networks.ts';
import { stationAnswer } from '../station-answer.ts';
import type { StationDependencies } from './station-dependencies.ts';

export const postStations = endpoint({
  name: 'post-stations',
  method: 'POST',
  part: 'feed',
  roles: ['curator'],
  path: '/api/v1/stations',
  description:
    'Registers a list of stations (at most 100,000), all of them or, where one is wrong, none. A station that names no ' +
    'network is of `network`; without that, it is of the network that it would be of if it were sent alone.',
  audit: {
    action: 'stations.register',
    of: ({ body, query: { network } }, answered) => {
      const [first] = body;
      const about = body.length === 1 && first !== undefined ? { kind: 'station', id: first.station_id } : null;
      const its = first?.network ?? network ?? networkOfFirst(answered);
      return { about, network: its, detail: `${body.length} stations` };
    },
  },
  pathParameters: z.object({}),
  query: query({ network: networkName.optional() }),
  body: { kind: 'json', schema: stationListBody, limit: 'pushBytes' },
  success: json(
    'The stations as they are now.',
    z.object({ registered: z.int(), stations: z.array(stationAnswerShape) }),
  ),
  atOnce: 8,
  quotas: ['stations'],
  async answer(call, dependencies: StationDependencies) {
    const { network } = call.query;
    const registrations = inNetworks(
      dependencies.homes,
      call.body.map((station) => ({ ...station, network: station.network ?? network })),
      (index) => ['body', index, 'network'],
    );
    const stations = await dependencies.registerStations(registrations);
    call.charge('stations', stations.length);
    return { status: 200, body: { registered: stations.length, stations: stations.map(stationAnswer) } };
  },
});

/** Where the first station of an answer is; null where nothing was answered. */
function networkOfFirst(answered: unknown): string | null {
  const { stations = [] } = (answered ?? {}) as { readonly stations?: readonly unknown[] };
  return answeredText(stations[0], 'network');
}
