import assert from 'node:assert/strict';
import { type ErrorCode, HalcyonError } from '../schemas/errors.ts';

/** For `assert.rejects`: the error has this code, and says this. */
export function says(code: ErrorCode, text: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof HalcyonError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, text);
    return true;
  };
}
