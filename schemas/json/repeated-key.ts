import { lineAndColumn } from './place-in-text.ts';

/** What opens and closes objects, and strings outside of which these are; with a colon where a string is a key. */
const TOKENS = /[{}]|("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/gs;

/**
 * What is wrong where one object of a JSON text has a key twice: a reader takes one of the two, and which differs between programs.
 *
 * @param text known to be valid
 * @returns as the rest of a sentence about the text; null where each is there once
 */
export function repeatedKey(text: string): string | null {
  const objects: Set<string>[] = [];
  for (const { 0: token, 1: string, 2: colon, index } of text.matchAll(TOKENS)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    if (colon === undefined) continue;
    const key = String(JSON.parse(string));
    const keys = objects[objects.length - 1];
    if (keys.has(key)) {
      const { line, column } = lineAndColumn(text, index);
      return `has the key ${JSON.stringify(key)} twice in one object, again at line ${line}, column ${column}: leave one out`;
    }
    keys.add(key);
  }
  return null;
}
