import { distance } from 'fastest-levenshtein';

/** Names that a message offers. */
const OFFERED = 5;

/** The names that need the fewest letters changed to become a name that is none of them; nearest first, then by name. */
export function nearestNames(name: string, names: readonly string[]): readonly string[] {
  const asked = name.toLowerCase();
  return names
    .map((one) => ({ one, apart: distance(asked, one.toLowerCase()) }))
    .sort((a, b) => a.apart - b.apart || (a.one < b.one ? -1 : 1))
    .slice(0, OFFERED)
    .map(({ one }) => one);
}
