/**
 * Boosted regression trees (Friedman 2001, Annals of Statistics 29, 1189-1232): their sum is the log-odds. All nodes of all trees
 * one after the other, a tree's root first; by node:
 */
export interface Forest {
  /** Log-odds before any tree has been asked. */
  readonly base: number;
  /** Nodes at which the trees begin. */
  readonly roots: readonly number[];
  /** The term that is asked for; -1 at a leaf. */
  readonly term: readonly number[];
  /** Up to this the way goes left. */
  readonly threshold: readonly number[];
  /** Where the way goes on to the left; to the right it is `right`. */
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** 1: what is not known goes left. */
  readonly unknownLeft: readonly number[];
  /** At a leaf what the tree says; elsewhere the mean of what its leaves there say, each as often as it was reached in learning. */
  readonly value: readonly number[];
}

/** A node that asks: term, threshold, 1 where what is not known goes left, value. A leaf has its value alone. */
const ASKS = /^(\d+)\?([^,]+),([01]),(.+)$/;

/**
 * Reads a forest.
 *
 * @param trees the nodes of each, parted by spaces, a node before what is left of it and that before what is right of it:
 *   `term?threshold,unknownLeft,value` where it asks, its value alone at a leaf
 * @throws Error where a tree ends early, or goes on behind its end
 */
export function readForest(base: number, trees: readonly string[]): Forest {
  const nodes = {
    roots: [] as number[],
    term: [] as number[],
    threshold: [] as number[],
    left: [] as number[],
    right: [] as number[],
    unknownLeft: [] as number[],
    value: [] as number[],
  };
  for (const [number, tree] of trees.entries()) {
    const words = tree.split(' ');
    let read = 0;
    const node = (): number => {
      const word = words[read++];
      if (word === undefined) throw new Error(`tree ${number} ends before its last leaf`);
      const asks = ASKS.exec(word);
      const place = nodes.term.push(asks === null ? -1 : Number(asks[1])) - 1;
      nodes.threshold[place] = Number(asks?.[2] ?? 0);
      nodes.unknownLeft[place] = Number(asks?.[3] ?? 0);
      nodes.value[place] = Number(asks?.[4] ?? word);
      nodes.left[place] = asks === null ? -1 : node();
      nodes.right[place] = asks === null ? -1 : node();
      return place;
    };
    nodes.roots.push(node());
    if (read !== words.length) throw new Error(`tree ${number} goes on behind its last leaf`);
  }
  return { base, ...nodes };
}

/**
 * The log-odds of terms, and what each of them adds: a tree's value changes on the way from its root to a leaf, and each change is
 * that of the term which was asked for (Saabas 2014, Interpreting random forests; Palczewska et al. 2014). Base and roots, which no
 * term has to do with, are returned besides.
 *
 * @param terms in the order in which the forest counts them, NaN where one is not known
 * @param adds what each adds is written into it
 * @returns what holds for any terms: with all that is added it is the log-odds
 */
export function askForest(forest: Forest, terms: Float64Array, adds: Float64Array): number {
  const { roots, term, threshold, left, right, unknownLeft, value } = forest;
  adds.fill(0);
  let common = forest.base;
  for (const root of roots) {
    common += value[root];
    let node = root;
    for (let asked = term[node]; asked >= 0; asked = term[node]) {
      const x = terms[asked];
      const goesLeft = Number.isNaN(x) ? unknownLeft[node] === 1 : x <= threshold[node];
      const next = goesLeft ? left[node] : right[node];
      adds[asked] += value[next] - value[node];
      node = next;
    }
  }
  return common;
}
