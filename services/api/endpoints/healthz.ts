import { z } from 'zod';
import { moment } from '../../../schemas/reports/moment.ts';
import { isoOf } from '../../../schemas/time.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { ProcessDependencies } from './process-dependencies.ts';

export const healthz = endpoint({
  name: 'healthz',
  method: 'GET',
  path: '/healthz',
  description:
    'Alive: 200 as long as the process answers, with the time of its clock, by which observations ahead of it are ' +
    'refused. It asks nothing of the stores.',
  pathParameters: z.object({}),
  query: query({}),
  success: json('It is alive.', z.object({ status: z.literal('ok'), time: moment })),
  async answer(_call, dependencies: ProcessDependencies) {
    return { status: 200, body: { status: 'ok', time: isoOf(dependencies.now()) } };
  },
});
