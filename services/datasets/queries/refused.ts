import { HalcyonError } from '../../../schemas/errors.ts';

/** Longest name that is repeated in a refusal [characters]. */
const LONGEST = 80;

/** Refuses a statement for what it says; the message says what would be right. */
export function refused(message: string): HalcyonError {
  return new HalcyonError('query_failed', message);
}

/** A name out of a statement, in quotes; a long one is shortened. */
export function named(name: string): string {
  return name.length > LONGEST ? `'${name.slice(0, LONGEST)}…'` : `'${name}'`;
}
