import { z } from 'zod';
import { tasksAnswer } from '../../../schemas/http/patterns/payloads.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { integerText, query } from '../../http/query-fields.ts';
import type { PatternDependencies } from './pattern-dependencies.ts';

export const listTasks = endpoint({
  name: 'list-tasks',
  method: 'GET',
  part: 'patterns',
  roles: ['user'],
  path: '/api/v1/tasks/',
  description:
    'Stored tasks in pages, the newest first, each with how many analytical patterns are linked to it. A task that only the ' +
    'graph of a pattern names is not among them.',
  pathParameters: z.object({}),
  query: query({
    page: integerText(1, 1_000_000).default(1),
    pageSize: integerText(1, 100).default(25),
  }),
  success: json('A page of tasks, with how many there are.', tasksAnswer),
  async answer({ query: { page, pageSize } }, { patterns }: PatternDependencies) {
    const found = await patterns.listTasks({ offset: (page - 1) * pageSize, limit: pageSize });
    return { status: 200, body: { ...found, page, pageSize } };
  },
});
