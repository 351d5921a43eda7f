import { z } from 'zod';
import { createPayload, createTaskInput } from '../../../schemas/http/patterns/payloads.ts';
import { madeIn } from '../../http/answered-text.ts';
import { endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { PatternDependencies } from './pattern-dependencies.ts';

export const createTask = endpoint({
  name: 'create-task',
  method: 'POST',
  part: 'patterns',
  roles: ['uploader'],
  path: '/api/v1/tasks/',
  description: 'Stores a task, which patterns can then be linked to, under a new UUID.',
  audit: { action: 'task.add', of: (_call, body) => ({ about: madeIn(body, 'task') }) },
  pathParameters: z.object({}),
  query: query({}),
  body: { kind: 'json', schema: createTaskInput, limit: 'bodyBytes' },
  success: { status: 201, description: 'It is stored.', content: { 'application/json': createPayload } },
  async answer({ body }, { patterns }: PatternDependencies) {
    return { status: 201, body: { id: await patterns.createTask(body) } };
  },
});
