import { HalcyonError } from '../../schemas/errors.ts';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON text; a byte-order mark is skipped.
 *
 * @throws HalcyonError `invalid_parameter` where it is no UTF-8 or no JSON, with the place as far as it is known
 */
export function readJson(body: Uint8Array): unknown {
  let text: string;
  try {
    text = UTF_8.decode(body);
  } catch (cause) {
    throw unreadable('the body is not UTF-8', cause);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw unreadable(text.trim() === '' ? 'the body is empty, JSON was expected' : placed(cause), cause);
  }
}

/** V8's message quotes the body; only the position is passed on. */
function placed(cause: unknown): string {
  const position = /at position (\d+)/.exec(cause instanceof Error ? cause.message : '');
  return position === null ? 'the body is no JSON' : `the body is no JSON from position ${position[1]} on`;
}

function unreadable(message: string, cause: unknown): HalcyonError {
  const problems = [{ loc: ['body'], msg: `JSON decode error: ${message}`, type: 'json_invalid' }];
  return new HalcyonError('invalid_parameter', message, { cause, problems });
}
