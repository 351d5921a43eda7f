import assert from 'node:assert/strict';
import { z } from 'zod';

/** What came as JSON, once it is found to be of a format; fields that its schema does not name are kept. */
export function inForm<S extends z.ZodType>(schema: S, value: unknown): z.input<S> {
  const { error } = schema.safeParse(value);
  assert.ok(error === undefined, error && `${z.prettifyError(error)} of ${JSON.stringify(value)}`);
  return value as z.input<S>;
}
