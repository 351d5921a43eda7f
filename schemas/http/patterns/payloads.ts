import { z } from 'zod';

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

/** Answer of `POST /api/v1/aps/validate`. */
export const validationPayload = z
  .object({
    valid: z.boolean(),
    errors: z.array(z.string()).describe('What is wrong, each naming the node or edge; empty where it is valid.'),
  })
  .meta({ id: 'ValidationPayload' });
