import { type Pattern, rootOf } from './pattern-graph.ts';

/** Size of a node, and room between two [px]. */
export const NODE = { width: 150, height: 44, across: 90, down: 22 } as const;

/** Where each node stands, by its place in the list, and how large the picture is [px]. */
export interface PatternLayout {
  readonly places: readonly { readonly x: number; readonly y: number }[];
  readonly width: number;
  readonly height: number;
}

/** Nodes in columns by how many edges they are from the root, whatever the direction; what is not connected comes last. */
export function patternLayout(pattern: Pattern): PatternLayout {
  const ranks = ranksOf(pattern);
  const taken: number[] = [];
  const places = ranks.map((rank) => {
    const row = taken[rank] ?? 0;
    taken[rank] = row + 1;
    return { x: rank * (NODE.width + NODE.across), y: row * (NODE.height + NODE.down) };
  });
  const rows = taken.reduce((most, count) => Math.max(most, count), 1);
  return {
    places: places.map(({ x, y }, k) => ({
      x,
      // A column is in the middle of the picture.
      y: y + ((rows - taken[ranks[k]]) * (NODE.height + NODE.down)) / 2,
    })),
    width: Math.max(1, taken.length) * (NODE.width + NODE.across) - NODE.across,
    height: rows * (NODE.height + NODE.down) - NODE.down,
  };
}

function ranksOf(pattern: Pattern): number[] {
  const { nodes, edges } = pattern;
  const rank = new Map<string, number>();
  const root = rootOf(pattern) ?? nodes[0];
  if (root !== undefined) rank.set(root.id, 0);
  // The map grows while it is walked: what is added is visited as well.
  for (const [id, own] of rank) {
    for (const { from, to } of edges) {
      const next = from === id ? to : to === id ? from : null;
      if (next !== null && !rank.has(next)) rank.set(next, own + 1);
    }
  }
  const known = nodes.map(({ id }) => rank.get(id));
  const last = known.reduce<number>((most, one) => Math.max(most, one ?? 0), 0);
  return known.map((one) => one ?? last + 1);
}
