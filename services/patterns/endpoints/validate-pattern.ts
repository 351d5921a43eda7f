import { z } from 'zod';
import { validationPayload } from '../../../schemas/http/patterns/payloads.ts';
import { pgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { patternProblems } from '../pattern-problems.ts';

export const validatePattern = endpoint({
  name: 'validate-pattern',
  method: 'POST',
  part: 'patterns',
  roles: ['user'],
  path: '/api/v1/aps/validate',
  description:
    'Says whether a property graph is an analytical pattern, and all that keeps it from being one. What is no PG-JSON ' +
    'is answered 422 without looking further.',
  audit: null,
  pathParameters: z.object({}),
  query: query({}),
  body: { kind: 'json', schema: pgJson, limit: 'graphBytes' },
  success: json('Whether it is valid.', validationPayload),
  atOnce: 32,
  async answer({ body }) {
    const errors = patternProblems(body).map(({ msg }) => msg);
    return { status: 200, body: { valid: errors.length === 0, errors } };
  },
});
