import { z } from 'zod';

/** One thing that is wrong with a request, and where (section 2.2 of the interface document). */
const validationError = z
  .object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() })
  .meta({ id: 'ValidationError' });

/** Body of every 422. */
export const httpValidationError = z.object({ detail: z.array(validationError) }).meta({
  id: 'HTTPValidationError',
  examples: [
    {
      detail: [
        {
          loc: ['query', 'limit'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
          type: 'int_parsing',
        },
      ],
    },
  ],
});

/** Body of every other error: what was wrong, and the code that docs/errors.md explains. */
export const errorBody = z.object({ detail: z.string(), code: z.string() }).meta({
  id: 'Error',
  examples: [{ detail: 'the store does not answer', code: 'store_unavailable' }],
});
