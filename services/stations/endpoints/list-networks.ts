import { z } from 'zod';
import { listShape } from '../../../schemas/http/answers/page-answer.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { StationParts } from './station-parts.ts';

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
  async answer(_call, parts: StationParts) {
    const networks = await parts.store.networks();
    return { status: 200, body: { networks: networks.toSorted().map((network) => ({ network })) } };
  },
});
