import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { ProcessDependencies } from './process-dependencies.ts';

export const metrics = endpoint({
  name: 'metrics',
  method: 'GET',
  path: '/metrics',
  description: "What this process has done and how far it is, in Prometheus' text format.",
  pathParameters: z.object({}),
  query: query({}),
  success: { status: 200, description: 'The metrics.', content: { 'text/plain': z.string() } },
  shared: 'level',
  async answer(_call, dependencies: ProcessDependencies) {
    return { status: 200, body: await dependencies.metrics(), type: 'text/plain; version=0.0.4; charset=utf-8' };
  },
});
