import type { Pattern } from './pattern-graph.ts';

/** Where a problem of a pattern is: a node or an edge, by its place in the list. */
export interface ProblemPlace {
  readonly kind: 'node' | 'edge';
  readonly index: number;
}

/** Longest id that messages show, in characters. */
const SHOWN = 80;

/** The place that a message of the validation names; null where it is of the pattern as a whole. */
export function problemPlace(text: string, { nodes, edges }: Pattern): ProblemPlace | null {
  const edge = /^edge (\d+) \(/.exec(text);
  if (edge !== null) {
    const index = Number(edge[1]);
    return index < edges.length ? { kind: 'edge', index } : null;
  }
  // Of two nodes with one id the later is the one too many, and an id may hold the beginning of another.
  const named = nodes
    .map(({ id }, index) => ({ index, at: text.indexOf(`node '${beginning(id)}'`), length: id.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.length - a.length || b.index - a.index);
  return named.length === 0 ? null : { kind: 'node', index: named[0].index };
}

function beginning(id: string): string {
  return id.length > SHOWN ? `${id.slice(0, SHOWN)}…` : id;
}
