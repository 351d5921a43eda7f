import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { analyticalPattern } from '../../../schemas/http/patterns/pg-json.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { PatternDependencies } from './pattern-dependencies.ts';

export const getPattern = endpoint({
  name: 'get-pattern',
  method: 'GET',
  part: 'patterns',
  roles: ['user'],
  path: '/api/v1/aps/:id',
  description: 'The whole graph of a stored analytical pattern, as it was sent. `id` is that of its root.',
  pathParameters: z.object({ id: z.string().meta({ examples: ['6f1de2a4-51b1-4a5b-9a0a-0c9a2f6f3c11'] }) }),
  query: query({}),
  success: json('The pattern.', analyticalPattern),
  errors: { 404: 'There is no pattern of this id.' },
  async answer({ path: { id } }, { patterns }: PatternDependencies) {
    const pattern = await patterns.pattern(id);
    if (pattern === null) throw new HalcyonError('not_found', 'there is no analytical pattern of this id');
    return { status: 200, body: pattern, type: 'application/json' };
  },
});
