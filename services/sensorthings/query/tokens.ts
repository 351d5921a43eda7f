import { readTime } from '../../../schemas/read-time.ts';
import { malformed, type Syntax } from './syntax.ts';

/** A piece of an expression: a value, a name (of a property, an operator or a function), or a mark. */
export type Token =
  | { readonly kind: 'value'; readonly value: Syntax; readonly at: number }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'mark'; readonly mark: '(' | ')' | ','; readonly at: number };

/** Longest expression, characters. */
const LONGEST = 10_000;

const SPACE = /\s+/y;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:\d\d)?/iy;
const DAY = /\d{4}-\d\d-\d\d(?!T)/iy;
const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/iy;
const TEXT = /([a-z]*)'((?:[^']|'')*)'/iy;
const NAME = /@?[a-z_][\w.]*(?:\/@?[a-z_][\w.]*)*/iy;
const MARK = /[(),]/y;

/** Cuts an expression into its pieces. @throws HalcyonError `malformed_query` with the place, counted from one, where it cannot be read */
export function tokensOf(text: string, option: string): Token[] {
  if (text.length > LONGEST) throw malformed(option, `it has ${text.length} characters, at most ${LONGEST} are read`);
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const match = (pattern: RegExp): RegExpExecArray | null => {
      pattern.lastIndex = at;
      return pattern.exec(text);
    };
    const space = match(SPACE);
    if (space !== null) {
      at += space[0].length;
      continue;
    }
    const found = match(TIME) ?? match(DAY);
    if (found !== null) {
      const time = readTime(/T/i.test(found[0]) ? found[0] : `${found[0]}T00:00:00Z`, 0);
      if (time === undefined) throw malformed(option, `'${found[0]}' is no time`);
      tokens.push({ kind: 'value', value: { kind: 'time', value: time }, at });
      at += found[0].length;
      continue;
    }
    const [token, length] = tokenAt(match, at) ?? [null, 0];
    if (token === null) throw malformed(option, `character ${at + 1}, '${text.slice(at, at + 10)}', is not expected`);
    tokens.push(token);
    at += length;
  }
  return tokens;
}

function tokenAt(
  match: (pattern: RegExp) => RegExpExecArray | null,
  at: number,
): readonly [token: Token, length: number] | null {
  const number = match(NUMBER);
  if (number !== null) {
    return [{ kind: 'value', value: { kind: 'number', value: Number(number[0]) }, at }, number[0].length];
  }
  const quoted = match(TEXT);
  if (quoted !== null) {
    const value = quotedValue(quoted[1].toLowerCase(), quoted[2].replaceAll("''", "'"));
    return value === null ? null : [{ kind: 'value', value, at }, quoted[0].length];
  }
  const name = match(NAME);
  if (name !== null) return [nameOrValue(name[0], at), name[0].length];
  const mark = match(MARK);
  return mark === null ? null : [{ kind: 'mark', mark: mark[0] as ',', at }, 1];
}

/** A text in quotes by the word before them. */
function quotedValue(word: string, value: string): Syntax | null {
  if (word === '') return { kind: 'text', value };
  return word === 'geography' || word === 'geometry' ? { kind: 'geography', value } : null;
}

function nameOrValue(name: string, at: number): Token {
  if (name === 'null') return { kind: 'value', value: { kind: 'null' }, at };
  if (name === 'true' || name === 'false') {
    return { kind: 'value', value: { kind: 'flag', value: name === 'true' }, at };
  }
  return { kind: 'name', name, at };
}
