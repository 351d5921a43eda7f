import { z } from 'zod';
import { patternsAnswer } from '../../../schemas/http/patterns/payloads.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { integerText, query } from '../../http/query-fields.ts';
import type { PatternDependencies } from './pattern-dependencies.ts';

const asked = (example: string) =>
  z
    .string()
    .min(1)
    .max(256)
    .meta({ examples: [example] })
    .optional();

export const listPatterns = endpoint({
  name: 'list-patterns',
  method: 'GET',
  part: 'patterns',
  roles: ['user'],
  path: '/api/v1/aps/',
  description:
    'Stored analytical patterns as they were sent, in pages, in the order of their ids: those with a node of a `label`, with ' +
    'all words of `q` (or `search.q`) anywhere in them, with a node of the id `dataset`.',
  pathParameters: z.object({}),
  query: query({
    label: asked('SQL_Operator'),
    q: asked('temperature'),
    'search.q': asked('temperature'),
    dataset: asked('4f1c1f4e-6a3b-4a57-9d55-0a5b8a6f0c22'),
    page: integerText(1, 1_000_000).default(1),
    pageSize: integerText(1, 100).default(25),
  }),
  success: json('A page of patterns, with how many there are.', patternsAnswer),
  atOnce: 8,
  async answer({ query: given }, { patterns }: PatternDependencies) {
    const { label = null, q, 'search.q': other, dataset = null, page, pageSize } = given;
    const offset = (page - 1) * pageSize;
    const { bodies, total } = await patterns.list({
      label,
      text: q ?? other ?? null,
      dataset,
      offset,
      limit: pageSize,
    });
    const rest = JSON.stringify({ page, pageSize, total }).slice(1);
    return { status: 200, body: `{"aps":[${bodies.join(',')}],${rest}`, type: 'application/json' };
  },
});
