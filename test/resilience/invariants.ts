/** What a run found wrong: nothing lost, nothing doubled, nothing that should not be there, the last version right. */
export interface Findings {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly foreign: readonly string[];
  readonly different: readonly string[];
}

/** One thing that is counted: its key, and what it says. */
export interface Item {
  readonly key: string;
  readonly content: string;
}

/**
 * Holds what is stored against what was promised.
 *
 * @param expected every key once
 * @param found as the store gave it, doubles and all
 */
export function compare(expected: readonly Item[], found: readonly Item[]): Findings {
  const wanted = new Map(expected.map((item) => [item.key, item.content]));
  const seen = new Set<string>();
  const doubled: string[] = [];
  const foreign: string[] = [];
  const different: string[] = [];
  for (const { key, content } of found) {
    if (seen.has(key)) doubled.push(key);
    else if (!wanted.has(key)) foreign.push(key);
    else if (wanted.get(key) !== content) different.push(`${key}: ${content} instead of ${wanted.get(key)}`);
    seen.add(key);
  }
  const lost = [...wanted.keys()].filter((key) => !seen.has(key));
  return { lost, doubled, foreign, different };
}

/** True where nothing is wrong. */
export function isClean({ lost, doubled, foreign, different }: Findings): boolean {
  return lost.length + doubled.length + foreign.length + different.length === 0;
}
