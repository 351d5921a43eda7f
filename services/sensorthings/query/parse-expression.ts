import { malformed, type OrderTerm, type Syntax } from './syntax.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Deepest nesting of parentheses and functions. */
const DEEPEST = 100;

/** Operators with two sides, those that bind least first (OData 4.01, part 2, section 5.1.1.16). */
const BINARY: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['eq', 'ne', 'lt', 'le', 'gt', 'ge'],
  ['add', 'sub'],
  ['mul', 'div', 'mod'],
];

/**
 * Reads the expression of a `$filter`.
 *
 * @throws HalcyonError `malformed_query` with the place where it cannot be read
 */
export function parseExpression(text: string, option: string): Syntax {
  const reader = new Reader(tokensOf(text, option), option);
  const expression = reader.expression();
  reader.assertEnd();
  return expression;
}

/** Reads `$orderby`: terms with commas between them, each with `asc` (the default) or `desc` behind it. */
export function parseOrder(text: string, option: string): OrderTerm[] {
  const reader = new Reader(tokensOf(text, option), option);
  const terms: OrderTerm[] = [];
  let direction: string | null;
  do {
    const by = reader.expression();
    // Clients write it in capitals too.
    direction = reader.word(['asc', 'desc', 'ASC', 'DESC']);
    terms.push({ by, descending: direction?.toLowerCase() === 'desc' });
  } while (reader.mark(','));
  reader.assertEnd(direction === null ? "'asc', 'desc', ',' or nothing more" : "',' or nothing more");
  return terms;
}

/** Descends from what binds least to what binds most. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #option: string;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], option: string) {
    this.#tokens = tokens;
    this.#option = option;
  }

  expression(): Syntax {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw malformed(this.#option, `it is nested more than ${DEEPEST} deep`);
    const found = this.#binary(0);
    this.#depth -= 1;
    return found;
  }

  /** The next token where it is one of some words. */
  word(words: readonly string[]): string | null {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'name' || !words.includes(token.name)) return null;
    this.#next += 1;
    return token.name;
  }

  /** True, and past it, where a mark comes next. */
  mark(mark: '(' | ')' | ','): boolean {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'mark' || token.mark !== mark) return false;
    this.#next += 1;
    return true;
  }

  assertEnd(right = 'nothing more'): void {
    if (this.#next < this.#tokens.length) throw this.#unexpected(right);
  }

  #binary(level: number): Syntax {
    const words = BINARY[level];
    if (words === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (let name = this.word(words); name !== null; name = this.word(words)) {
      left = { kind: 'call', name, of: [left, this.#binary(level + 1)] };
    }
    return left;
  }

  #unary(): Syntax {
    const following = this.#tokens[this.#next + 1];
    // A property could be called `not` as well.
    const isOperator = following !== undefined && !(following.kind === 'mark' && following.mark !== '(');
    if (isOperator && this.word(['not']) !== null) {
      this.#depth += 1;
      if (this.#depth > DEEPEST) throw malformed(this.#option, `it is nested more than ${DEEPEST} deep`);
      const negated = this.#unary();
      this.#depth -= 1;
      return { kind: 'call', name: 'not', of: [negated] };
    }
    return this.#primary();
  }

  #primary(): Syntax {
    if (this.mark('(')) {
      const inner = this.expression();
      if (!this.mark(')')) throw this.#unexpected("')'");
      return inner;
    }
    const token = this.#tokens[this.#next];
    if (token?.kind === 'value') {
      this.#next += 1;
      return token.value;
    }
    if (token?.kind !== 'name') throw this.#unexpected('a property, a value or a function');
    this.#next += 1;
    if (!this.mark('(')) return { kind: 'path', steps: token.name.split('/') };
    const of: Syntax[] = [];
    if (this.mark(')')) return { kind: 'call', name: token.name, of };
    do of.push(this.expression());
    while (this.mark(','));
    if (!this.mark(')')) throw this.#unexpected("')'");
    return { kind: 'call', name: token.name, of };
  }

  #unexpected(expected: string) {
    const token = this.#tokens[this.#next];
    const place = token === undefined ? 'at its end' : `at character ${token.at + 1}`;
    return malformed(this.#option, `${expected} is expected ${place}`);
  }
}
