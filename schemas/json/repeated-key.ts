import { lineAndColumn } from './place-in-text.ts';

const OPENS_OR_CLOSES = /["{}]/g;
const COLON = /\s*:/y;
/** A key that has white space before its colon; other places look the same. */
const SPACED_KEY = /"\s+:/;
/** The end of a key without white space; other places look the same. */
const KEY_END = '":';

/**
 * What is wrong where one object of a JSON text has a key twice: a reader takes one of the two, and which differs between programs.
 *
 * @param text known to be valid
 * @returns as the rest of a sentence about the text; null where each is there once
 */
export function repeatedKey(text: string): string | null {
  const objects: Set<string>[] = [];
  OPENS_OR_CLOSES.lastIndex = 0;
  for (let found = OPENS_OR_CLOSES.exec(text); found !== null; found = OPENS_OR_CLOSES.exec(text)) {
    const { 0: token, index } = found;
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else {
      const end = stringEnd(text, index);
      OPENS_OR_CLOSES.lastIndex = end;
      COLON.lastIndex = end;
      if (!COLON.test(text)) continue;
      const key = String(JSON.parse(text.slice(index, end)));
      const keys = objects[objects.length - 1];
      if (keys.has(key)) {
        const { line, column } = lineAndColumn(text, index);
        return `has the key ${JSON.stringify(key)} twice in one object, again at line ${line}, column ${column}: leave one out`;
      }
      keys.add(key);
    }
  }
  return null;
}

/**
 * The same, in a tenth of the time for most texts without such a key: of two that are the same, the value has one.
 *
 * @param value what the text was read as
 */
export function repeatedKeyOf(value: unknown, text: string): string | null {
  return SPACED_KEY.test(text) || keyEnds(text) > keysOf(value) ? repeatedKey(text) : null;
}

/** Behind the string that begins at a place. */
function stringEnd(text: string, start: number): number {
  for (let at = start; ; ) {
    at = text.indexOf('"', at + 1);
    let before = at - 1;
    while (text[before] === '\\') before--;
    // A quote behind an odd number of backslashes is part of the string.
    if ((at - before) % 2 === 1) return at + 1;
  }
}

function keyEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf(KEY_END); at >= 0; at = text.indexOf(KEY_END, at + KEY_END.length)) count++;
  return count;
}

/** Keys of all objects of a value. A list in place of recursion, as a text may be nested deeper than calls can be. */
function keysOf(value: unknown): number {
  let count = 0;
  const left = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const members: unknown[] = Object.values(one);
    if (!Array.isArray(one)) count += members.length;
    for (const member of members) if (typeof member === 'object') left.push(member);
  }
  return count;
}
