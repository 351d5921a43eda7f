import { ApiError } from '../api/api.ts';
import { message } from '../messages/message.ts';
import { problemWords } from './problem-line.ts';

/** Says that something is not known, and why: what its question was answered in its place. */
export function unknownWords(error: unknown): string {
  const tooFew = error instanceof ApiError && error.status === 409;
  return tooFew ? message('now.unknown_too_few') : message('now.unknown_because', { why: problemWords(error) });
}
