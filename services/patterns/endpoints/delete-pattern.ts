import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { deletedPattern } from '../../../schemas/http/patterns/payloads.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { assertEveryNetwork } from './assert-every-network.ts';
import type { PatternDependencies } from './pattern-dependencies.ts';

export const deletePattern = endpoint({
  name: 'delete-pattern',
  method: 'DELETE',
  part: 'patterns',
  roles: ['curator'],
  path: '/api/v1/aps/:id',
  description:
    'Deletes an analytical pattern, and says what rested on it: tasks that were linked to it, which are so no more, and ' +
    'datasets that its query made, which stay.',
  audit: { action: 'pattern.delete', of: ({ path: { id } }) => ({ about: { kind: 'pattern', id } }) },
  pathParameters: z.object({ id: z.string().meta({ examples: ['6f1de2a4-51b1-4a5b-9a0a-0c9a2f6f3c11'] }) }),
  query: query({}),
  success: json('It is deleted.', deletedPattern),
  errors: { 404: 'There is no pattern of this id.' },
  async answer({ path: { id }, scope }, { patterns }: PatternDependencies) {
    assertEveryNetwork(scope);
    const dependents = await patterns.remove(id);
    if (dependents === null) throw new HalcyonError('not_found', 'there is no analytical pattern of this id');
    return { status: 200, body: { id, ...dependents } };
  },
});
