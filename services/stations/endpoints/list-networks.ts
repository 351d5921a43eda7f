import { z } from 'zod';
import { listShape } from '../../../schemas/http/answers/page-answer.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { StationDependencies } from './station-dependencies.ts';

const networkShape = z.object({ network: z.string() }).meta({ id: 'Network', examples: [{ network: 'demo' }] });

export const listNetworks = endpoint({
  name: 'list-networks',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/networks',
  description: 'The networks that have stations or observations, by name.',
  pathParameters: z.object({}),
  query: query({}),
  success: json('The networks.', listShape('networks', networkShape)),
  async answer(_call, dependencies: StationDependencies) {
    const networks = await dependencies.store.networks();
    return { status: 200, body: { networks: networks.toSorted().map((network) => ({ network })) } };
  },
});
