import { z } from 'zod';
import { SHOWN_ID } from '../../reports/given-id.ts';
import { analyticalPattern } from './pg-json.ts';

/** Answer of a create: the id of what was created. */
export const createPayload = z.object({ id: z.string() }).meta({ id: 'CreatePayload' });

/** Body of `POST /api/v1/tasks/`. */
export const createTaskInput = z
  .object({
    name: z.string().describe('What the task is called.'),
    request: z.string().describe('What was asked for, in the words of who asked.'),
  })
  .meta({ id: 'CreateTaskInput', examples: [{ name: 'Heat days', request: 'Which days of July were hottest?' }] });

export type CreateTaskInput = z.output<typeof createTaskInput>;

/** A stored task. */
const taskAnswer = createTaskInput
  .extend({
    id: z.string(),
    created: z.string().describe('ISO 8601, UTC.'),
    patterns: z.int().min(0).describe('Patterns that are linked to it.'),
  })
  .meta({
    id: 'StoredTask',
    examples: [
      {
        ...{ name: 'Heat days', request: 'Which days of July were hottest?' },
        ...{ id: SHOWN_ID, created: '2026-11-20T08:00:00.000Z', patterns: 1 },
      },
    ],
  });

export type TaskAnswer = z.output<typeof taskAnswer>;

/** A page of tasks. */
export const tasksAnswer = z
  .object({ tasks: z.array(taskAnswer), page: z.int(), pageSize: z.int(), total: z.int() })
  .meta({ id: 'TasksAnswer', examples: [{ tasks: [], page: 1, pageSize: 25, total: 0 }] });

/** A page of patterns. */
export const patternsAnswer = z
  .object({ aps: z.array(analyticalPattern), page: z.int(), pageSize: z.int(), total: z.int() })
  .meta({ id: 'PatternsAnswer', examples: [{ aps: [], page: 1, pageSize: 25, total: 0 }] });

/** What rested on a pattern that is deleted. */
export const deletedPattern = z
  .object({
    id: z.string(),
    tasks: z.array(z.string()).describe('Tasks that were linked to it.'),
    datasets: z.array(z.string()).describe('Datasets that its query made.'),
  })
  .meta({ id: 'DeletedPattern' });

/** A node of stored patterns. */
export const nodeAnswer = z
  .object({
    id: z.string(),
    labels: z.array(z.string()),
    properties: z.record(z.string(), z.unknown()),
    aps: z.array(z.string()).describe('Ids of the patterns that have it, the newest first.'),
  })
  .meta({ id: 'NodeAnswer' });

/** Answer of `POST /api/v1/aps/validate`. */
export const validationPayload = z
  .object({
    valid: z.boolean(),
    errors: z.array(z.string()).describe('What is wrong, each naming the node or edge; empty where it is valid.'),
  })
  .meta({ id: 'ValidationPayload' });
