import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { stationHealthShape } from '../../../schemas/http/answers/station-health-answer.ts';
import { networkName, stationName } from '../../../schemas/http/name-text.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { NETWORK_FIELD, query, timeFields } from '../../http/query-fields.ts';
import { findStation } from '../../stations/find-station.ts';
import { StoreSource } from '../../stores/store-source.ts';
import { checkNetwork } from '../check-network.ts';
import type { HealthDependencies } from './health-dependencies.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longest period that one request may ask about: the neighbours' observations are read as well [days]. */
const MOST_DAYS = 31;

export const getStationHealth = endpoint({
  name: 'get-station-health',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/stations/:id/health',
  description:
    'The health check of one station, every variable: what is stalled, stuck, silent or missing from `from` to `to`, at ' +
    `least an hour and at most ${MOST_DAYS} days; the 24 hours before \`to\` without \`from\`, up to now without \`to\`. Its ` +
    'neighbours tell calm weather from a stalled sensor. `network` says which, where several networks have a station of ' +
    'this id.',
  pathParameters: z.object({ id: stationName }),
  query: query({ network: networkName.optional(), ...timeFields }),
  success: json('The report of the station, as the command line saves it.', stationHealthShape),
  errors: { 404: 'There is no station of this id.', 409: 'The network has no observations in this time.' },
  // All observations of the time are read: more at once would only make each slower.
  atOnce: 4,
  timeLimit: 'detectMs',
  async answer({ path, query: asked, signal }, dependencies: HealthDependencies) {
    const { store } = dependencies;
    const end = Math.min(asked.to ?? dependencies.now(), dependencies.now());
    const from = asked.from ?? end - DAY_MS;
    if (end - from < HOUR_MS) throw refusal("should be at least an hour before 'to', and before now");
    if (end - from > MOST_DAYS * DAY_MS) throw refusal(`should be at most ${MOST_DAYS} days before 'to'`);
    const { network, id: station } = await findStation(store, path.id, asked.network, NETWORK_FIELD);
    const request = { network, station, end, days: (end - from) / DAY_MS, variables: VARIABLES };
    const { report } = await checkNetwork(new StoreSource(store, 'the store'), request, { signal });
    return { status: 200, body: report[0] };
  },
});

function refusal(msg: string): HalcyonError {
  return new HalcyonError('invalid_parameter', `from ${msg}`, {
    problems: [{ loc: ['query', 'from'], msg: `'from' ${msg}`, type: 'value_error' }],
  });
}
