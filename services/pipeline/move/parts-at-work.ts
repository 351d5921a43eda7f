/** Part of the system that each group of readers belongs to, as an operator starts it. */
const PART_OF: Readonly<Record<string, string>> = {
  intake: 'feed',
  temporal: 'temporal',
  limits: 'temporal',
  spatial: 'spatial',
  neighbours: 'spatial',
  store: 'sink',
  alerts: 'detection',
  stream: 'detection',
  rebuild: 'halcyon store rebuild',
};
/** Both stages have a group of this name, beside one that says which. */
const SHARED_NAME = 'judging';

/** Names of the parts whose groups read a log, each once, in their order. */
export function partsAtWork(readers: readonly { readonly group: string }[]): string[] {
  const groups = readers.map(({ group }) => group).filter((group) => group !== SHARED_NAME);
  return [...new Set(groups.map((group) => PART_OF[group] ?? group))].sort();
}
