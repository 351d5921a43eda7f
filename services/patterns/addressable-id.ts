/** Longest id that is part of an address, and of an index of the catalogue. */
const LONGEST_ID = 256;

/** Why an id cannot stand in an address, as the end of a sentence; null where it can. */
export function unaddressable(id: string): string | null {
  if (id === '') return 'has an empty id';
  if (id === '.' || id === '..') return 'has an id that addresses leave out';
  if (id.length > LONGEST_ID) return `has an id of ${id.length} characters, ${LONGEST_ID} are allowed`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  if (/[\u0000-\u001f\u007f]/.test(id)) return 'has an id with control characters';
  return id.isWellFormed() ? null : 'has an id with half of a surrogate pair';
}
