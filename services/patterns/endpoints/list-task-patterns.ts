import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { givenId, SHOWN_ID } from '../../../schemas/reports/given-id.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { PatternDependencies } from './pattern-dependencies.ts';

export const listTaskPatterns = endpoint({
  name: 'list-task-patterns',
  method: 'GET',
  part: 'patterns',
  roles: ['user'],
  path: '/api/v1/tasks/:id/aps',
  description: 'Ids of the analytical patterns that are linked to a task, oldest link first.',
  pathParameters: z.object({ id: givenId }),
  query: query({}),
  success: json('Ids of patterns.', z.array(z.string()).meta({ examples: [[SHOWN_ID]] })),
  errors: { 404: 'There is no task of this id.' },
  async answer({ path: { id } }, { patterns }: PatternDependencies) {
    const linked = await patterns.patternsOf(id);
    if (linked === null) throw new HalcyonError('not_found', 'there is no task of this id');
    return { status: 200, body: linked };
  },
});
