import { z } from 'zod';

/** Stands in examples where a token would. */
export const exampleToken = 'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2lnbmF0dXJl';

/** By which a client proves itself in the form, instead of HTTP Basic; a public one by its id alone. */
export const clientFields = {
  client_id: z
    .string()
    .meta({ examples: ['halcyon-cli'] })
    .optional(),
  client_secret: z
    .string()
    .meta({ examples: ['a secret of the client'] })
    .optional(),
};
