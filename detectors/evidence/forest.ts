/**
 * Boosted regression trees (Friedman 2001, Annals of Statistics 29, 1189-1232): their sum is the log-odds. All nodes of all trees
 * one after the other, a tree's root first; by node:
 */
export interface Forest {
  /** Log-odds before any tree has been asked. */
  readonly base: number;
  /** Nodes at which the trees begin. */
  readonly roots: Int32Array;
  /** The term that is asked for; -1 at a leaf. */
  readonly term: Int32Array;
  /** Up to this the way goes left. */
  readonly threshold: Float64Array;
  /** Where the way goes on to the right; to the left it is the next node. */
  readonly right: Int32Array;
  /** 1: what is not known goes left. */
  readonly unknownLeft: Uint8Array;
  /** At a leaf what the tree says; elsewhere the mean of what its leaves there say, each as often as it was reached in learning. */
  readonly value: Float64Array;
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
  const roots: number[] = [];
  const nodes: { term: number; threshold: number; unknownLeft: number; value: number; right: number }[] = [];
  for (const [number, tree] of trees.entries()) {
    const words = tree.split(' ');
    let read = 0;
    const readNode = (): number => {
      const word = words[read++];
      if (word === undefined) throw new Error(`tree ${number} ends before its last leaf`);
      const [, term = -1, threshold = 0, unknownLeft = 0, value = word] = ASKS.exec(word) ?? [];
      const node = { term: +term, threshold: +threshold, unknownLeft: +unknownLeft, value: +value, right: -1 };
      const place = nodes.push(node) - 1;
      if (node.term >= 0) {
        readNode();
        node.right = readNode();
      }
      return place;
    };
    roots.push(readNode());
    if (read !== words.length) throw new Error(`tree ${number} goes on behind its last leaf`);
  }
  return {
    base,
    roots: Int32Array.from(roots),
    term: Int32Array.from(nodes, ({ term }) => term),
    threshold: Float64Array.from(nodes, ({ threshold }) => threshold),
    right: Int32Array.from(nodes, ({ right }) => right),
    unknownLeft: Uint8Array.from(nodes, ({ unknownLeft }) => unknownLeft),
    value: Float64Array.from(nodes, ({ value }) => value),
  };
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
  const { roots, term, threshold, right, unknownLeft, value } = forest;
  adds.fill(0);
  let common = forest.base;
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree];
    let said = value[node];
    common += said;
    for (let asked = term[node]; asked >= 0; asked = term[node]) {
      const x = terms[asked];
      // Not a number: neither side of a threshold.
      const goesLeft = x <= threshold[node] || (unknownLeft[node] === 1 && Number.isNaN(x));
      node = goesLeft ? node + 1 : right[node];
      adds[asked] += value[node] - said;
      said = value[node];
    }
  }
  return common;
}
