import { z } from 'zod';
import { HalcyonError, type Problem } from '../../../schemas/errors.ts';
import { stationAnswerShape } from '../../../schemas/http/answers/station-answer.ts';
import { networkName, stationName } from '../../../schemas/http/name-text.ts';
import { type StationRegistration, stationBody } from '../../../schemas/http/station-body.ts';
import type { Station } from '../../../schemas/station.ts';
import { answeredText } from '../../http/answered-text.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { NETWORK_FIELD, query } from '../../http/query-fields.ts';
import { inNetworks } from '../in-networks.ts';
import { stationAnswer } from '../station-answer.ts';
import type { StationDependencies } from './station-dependencies.ts';

export const putStation = endpoint({
  name: 'put-station',
  method: 'PUT',
  part: 'feed',
  roles: ['curator'],
  path: '/api/v1/stations/:id',
  description:
    'Registers a station, or replaces its registration as a whole: what is not given takes its default. Its network is ' +
    '`network`, else the one in the body, else the only one that has a station of this id. A new station that names none is ' +
    'of `default`; it has to name one where several networks exist and `default` is not among them.',
  audit: {
    action: 'stations.register',
    of: ({ path: { id }, query: { network }, body }, answered) => ({
      about: { kind: 'station', id },
      network: network ?? body.network ?? answeredText(answered, 'network'),
    }),
  },
  pathParameters: z.object({ id: stationName }),
  query: query({ network: networkName.optional() }),
  body: { kind: 'json', schema: stationBody, limit: 'bodyBytes' },
  success: json('The station as it is now.', stationAnswerShape),
  quotas: ['stations'],
  async answer(call, dependencies: StationDependencies) {
    const { id } = call.path;
    const { body } = call;
    const network = call.query.network ?? body.network;
    const problems: Problem[] = [];
    expectSame('station_id', body.station_id, id, problems);
    expectSame('network', body.network, network, problems);
    if (problems.length > 0) throw new HalcyonError('invalid_parameter', problems[0].msg, { problems });
    const unsettled = [{ ...body, station_id: id, network }];
    const [registration] = inNetworks(dependencies.homes, unsettled, () => NETWORK_FIELD.loc);
    const station = await registerOne(dependencies, registration);
    call.charge('stations', 1);
    return { status: 200, body: stationAnswer(station) };
  },
});

function expectSame(
  field: string,
  inBody: string | undefined,
  inAddress: string | undefined,
  problems: Problem[],
): void {
  if (inBody === undefined || inBody === inAddress) return;
  const msg = `${field} should be that of the address, '${inAddress}', or be left out`;
  problems.push({ loc: ['body', field], msg, type: 'value_error' });
}

/** The port takes lists: of its problems the index is taken out, which this body does not have. */
async function registerOne(dependencies: StationDependencies, registration: StationRegistration): Promise<Station> {
  try {
    const [station] = await dependencies.registerStations([registration]);
    return station;
  } catch (error) {
    if (!(error instanceof HalcyonError) || error.problems.length === 0) throw error;
    const problems = error.problems.map((problem) => ({
      ...problem,
      loc: problem.loc.filter((step) => typeof step !== 'number'),
    }));
    throw new HalcyonError(error.code, error.message, { cause: error, problems });
  }
}
