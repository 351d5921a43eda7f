import { z } from 'zod';
import { limitsListShape } from '../../../schemas/http/answers/limits-list.ts';
import { networkName, stationName } from '../../../schemas/http/name-text.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { NETWORK_FIELD, query } from '../../http/query-fields.ts';
import { chooseNetwork } from '../../stations/choose-network.ts';
import { findStation } from '../../stations/find-station.ts';
import { StoreSource } from '../../stores/store-source.ts';
import { limitsList } from '../limits-list.ts';
import type { ExpertDependencies } from './expert-dependencies.ts';

/** The limits that apply, and those that are set. */
export const listLimits = endpoint({
  name: 'list-limits',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/limits',
  description:
    'The limits that values are held against, of a station, a network, or by default, and the limits that are set there. ' +
    'A value beyond `fail` fails, one between that and `suspect` is suspect.',
  pathParameters: z.object({}),
  query: query({ network: networkName.optional(), station: stationName.optional() }),
  success: json('The limits.', limitsListShape),
  errors: { 404: 'There is no such station, or no such network.' },
  async answer({ query: { network, station: id } }, dependencies: ExpertDependencies) {
    if (id !== undefined) {
      const station = await findStation(dependencies.store, id, network, NETWORK_FIELD);
      return { status: 200, body: await limitsList(dependencies.experts, station.network, station) };
    }
    if (network !== undefined) await chooseNetwork(new StoreSource(dependencies.store, 'the store'), network, 'query');
    return { status: 200, body: await limitsList(dependencies.experts, network ?? null, null) };
  },
});
