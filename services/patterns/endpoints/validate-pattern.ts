import { z } from 'zod';
import { validationPayload } from '../../../schemas/http/patterns/payloads.ts';
import { pgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query, wordText } from '../../http/query-fields.ts';
import { edgeProblems } from '../edge-constraints.ts';
import { patternProblems } from '../pattern-problems.ts';

export const validatePattern = endpoint({
  name: 'validate-pattern',
  method: 'POST',
  part: 'patterns',
  roles: ['user'],
  path: '/api/v1/aps/validate',
  description:
    'Says whether a property graph is an analytical pattern, and all that keeps it from being one. What is no PG-JSON ' +
    'is answered 422 without looking further. With `edges=typed` it also says which edges connect what edges of their label ' +
    'do not, such as an `input` without an operator.',
  audit: null,
  pathParameters: z.object({}),
  query: query({ edges: wordText(['any', 'typed']).default('any') }),
  body: { kind: 'json', schema: pgJson, limit: 'graphBytes' },
  success: json('Whether it is valid.', validationPayload),
  atOnce: 32,
  async answer({ body, query: { edges } }) {
    const problems = [...patternProblems(body), ...(edges === 'typed' ? edgeProblems(body) : [])];
    const errors = problems.map(({ msg }) => msg);
    return { status: 200, body: { valid: errors.length === 0, errors } };
  },
});
