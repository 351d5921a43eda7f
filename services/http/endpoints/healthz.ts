import { z } from 'zod';
import { query } from '../query-fields.ts';
import { endpoint } from './endpoint.ts';

export const healthz = endpoint({
  name: 'healthz',
  method: 'GET',
  path: '/healthz',
  description: 'Alive: 200 as long as the process answers. It asks nothing of the stores.',
  pathParameters: z.object({}),
  query: query({}),
  async answer() {
    return { status: 200, body: { status: 'ok' } };
  },
});
