/** An object as a text column: JSON, '' where it is empty. */
export function textOf(value: Readonly<Record<string, unknown>>): string {
  for (const _ in value) return JSON.stringify(value);
  return '';
}

/** The object of a text column. */
export function objectOf<T>(text: string): T {
  return (text === '' ? {} : JSON.parse(text)) as T;
}
