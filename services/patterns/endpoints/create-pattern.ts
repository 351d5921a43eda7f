import { z } from 'zod';
import { createPayload } from '../../../schemas/http/patterns/payloads.ts';
import { analyticalPattern } from '../../../schemas/http/patterns/pg-json.ts';
import { givenId } from '../../../schemas/reports/given-id.ts';
import { madeIn } from '../../http/answered-text.ts';
import { endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { assertPattern } from '../assert-pattern.ts';
import type { PatternDependencies } from './pattern-dependencies.ts';

export const createPattern = endpoint({
  name: 'create-pattern',
  method: 'POST',
  part: 'patterns',
  roles: ['uploader'],
  path: '/api/v1/aps/',
  description:
    'Stores an analytical pattern under the id of its root, the one node labelled `Analytical_Pattern`. Sent again with ' +
    'an equal graph it answers the same; another graph of this id is refused (`already_exists`). `task_id` links it to ' +
    'a task, as does an edge `is_accomplished`, `is_achieved` or `is_accomplished_by` between the root and a `Task` node.',
  audit: { action: 'pattern.add', of: (_call, body) => ({ about: madeIn(body, 'pattern') }) },
  pathParameters: z.object({}),
  query: query({ task_id: givenId.optional() }),
  body: { kind: 'json', schema: analyticalPattern, limit: 'graphBytes' },
  success: { status: 201, description: 'It is stored.', content: { 'application/json': createPayload } },
  // Thirty-two bodies of the largest size are 512 MiB.
  atOnce: 32,
  async answer({ body, bodyText, query: { task_id } }, { patterns }: PatternDependencies) {
    assertPattern(body);
    return { status: 201, body: { id: await patterns.create(body, bodyText, task_id) } };
  },
});
