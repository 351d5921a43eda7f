import { HalcyonError } from '../../schemas/errors.ts';
import { repeatedKeyOf } from '../../schemas/json/repeated-key.ts';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Levels of a body: deeper ones cannot be read by many programs, the catalogue's engine among them. */
const DEEPEST = 200;
/** Values of a body: each may be a problem of its own, and takes much more memory than its text. */
const MOST_VALUES = 1_000_000;

/**
 * Reads a JSON text; a byte-order mark is skipped. Resolves with the text as well, as numbers may say more than JavaScript
 * can hold.
 *
 * @param mostValues values that it may hold
 * @throws HalcyonError `invalid_parameter` where it is no UTF-8, no JSON, with the place as far as it is known, nested
 *   deeper than 200 levels, of more values, or where an object has a key twice
 */
export function readJson(
  body: Uint8Array,
  mostValues = MOST_VALUES,
): { readonly value: unknown; readonly text: string } {
  let text: string;
  try {
    text = UTF_8.decode(body);
  } catch (cause) {
    throw unreadable('the body is not UTF-8', cause);
  }
  assertSize(text, mostValues);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw unreadable(text.trim() === '' ? 'the body is empty, JSON was expected' : placed(cause), cause);
  }
  const repeated = repeatedKeyOf(value, text);
  if (repeated !== null) throw unreadable(`the body ${repeated}`, null);
  return { value, text };
}

/** Refuses a text that is too deep or has too many values, by its brackets and commas outside of strings. */
function assertSize(text: string, mostValues: number): void {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') inString = !inString;
    else if (inString) at += character === '\\' ? 1 : 0;
    else if (character === ',') values += 1;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > DEEPEST) throw unreadable(`the body is nested deeper than ${DEEPEST} levels`, null);
    if (values > mostValues) throw unreadable(`the body holds more than ${mostValues} values`, null);
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
