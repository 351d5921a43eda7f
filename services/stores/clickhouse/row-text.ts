/*
 * Lines of JSONCompactEachRow put together by hand: JSON.stringify of an array a row takes three times as long, and an
 * insert of observations spends most of this process's time here.
 */

/** A number, or null where there is none that can be stored. */
export function numberText(value: number | null): string {
  return value === null || !Number.isFinite(value) ? 'null' : `${value}`;
}

/** An object as a text column: JSON inside a JSON string, '' where it is empty. */
export function objectText(value: Readonly<Record<string, unknown>>): string {
  for (const _ in value) return JSON.stringify(JSON.stringify(value));
  return '""';
}

/** The object of a text column. */
export function objectOf<T>(text: string): T {
  return (text === '' ? {} : JSON.parse(text)) as T;
}

/** Quotes texts that come again and again, each once. One batch long: it would otherwise grow with the stations. */
export class QuotedTexts {
  readonly #known = new Map<string, string>();

  /** The text as JSON. */
  of(text: string): string {
    let quoted = this.#known.get(text);
    if (quoted === undefined) {
      quoted = JSON.stringify(text);
      this.#known.set(text, quoted);
    }
    return quoted;
  }
}
