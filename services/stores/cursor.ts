import { HalcyonError } from '../../schemas/errors.ts';

type Part = 'string' | 'number';
type Value<P extends Part> = P extends 'string' ? string : number;
type Values<S extends readonly Part[]> = { -readonly [K in keyof S]: Value<S[K]> };

/**
 * The place after the last item of a page, as an opaque text: the list's name and the item's sorting key. Pages stay
 * stable while data come in, since what is new sorts before the place or behind it, never into what was read.
 */
export class Cursor<const S extends readonly Part[]> {
  readonly #list: string;
  readonly #shape: S;

  constructor(list: string, shape: S) {
    this.#list = list;
    this.#shape = shape;
  }

  /** The text of a place. */
  write(key: Values<S>): string {
    return Buffer.from(JSON.stringify([this.#list, ...(key as readonly unknown[])])).toString('base64url');
  }

  /**
   * The place of a text, null where there is none.
   *
   * @throws HalcyonError `invalid_parameter` where the text is no cursor of this list
   */
  read(text: string | undefined): Values<S> | null {
    if (text === undefined) return null;
    let parts: unknown = null;
    if (/^[\w-]+$/.test(text)) {
      try {
        parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
      } catch {
        // Told below, as every other text that is no cursor.
      }
    }
    if (Array.isArray(parts) && parts.length === this.#shape.length + 1 && parts[0] === this.#list) {
      const key: unknown[] = parts.slice(1);
      if (key.every((value, index) => typeof value === this.#shape[index])) return key as Values<S>;
    }
    const msg = 'is no place in this list: give `next_cursor` of the page before, or nothing for the first page';
    throw new HalcyonError('invalid_parameter', `cursor ${msg}.`, {
      problems: [{ loc: ['query', 'cursor'], msg, type: 'invalid_cursor' }],
    });
  }
}
