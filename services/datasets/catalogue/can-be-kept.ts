/** False for a text that the catalogue has nothing of: PostgreSQL takes none with U+0000. */
export function canBeKept(text: string): boolean {
  return !text.includes('\u0000');
}
