/** Names that one sentence has: there may be hundreds. */
const MOST = 10;

/** The first names of a list, and how many more there are, for a message. */
export function firstNames(names: readonly string[]): string {
  const first = names.slice(0, MOST).join(', ');
  return names.length > MOST ? `${first} and ${names.length - MOST} more` : first;
}
