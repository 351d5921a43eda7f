import { z } from 'zod';

/** How each thing is that the system rests on, by its name. */
export const checksAnswer = z.record(
  z.string(),
  z.object({
    ok: z.boolean(),
    detail: z.string(),
    needed: z.literal(false).optional().describe('Only where the process does its work without it.'),
  }),
);

/** Answer of `GET /api/v1/health`. */
export const healthAnswerShape = z
  .object({ status: z.enum(['ok', 'degraded']), checks: checksAnswer })
  .meta({ id: 'Health' });
