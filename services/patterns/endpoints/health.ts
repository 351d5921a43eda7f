import { z } from 'zod';
import { healthAnswerShape } from '../../../schemas/http/answers/health-answer.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { PatternDependencies } from './pattern-dependencies.ts';

export const health = endpoint({
  name: 'health',
  method: 'GET',
  part: 'patterns',
  path: '/api/v1/health',
  description: 'How each part is. It is 200 also where one does not answer (`degraded`); `/readyz` is then 503.',
  pathParameters: z.object({}),
  query: query({}),
  success: json('How each part is.', healthAnswerShape),
  shared: 'level',
  async answer(_call, { readiness }: PatternDependencies) {
    const checks = await readiness();
    const status = Object.values(checks).every(({ ok }) => ok) ? 'ok' : 'degraded';
    return { status: 200, body: { status, checks } };
  },
});
