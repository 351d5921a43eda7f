import { createHash } from 'node:crypto';

/** A property graph as the store reads it; what else it holds is kept, and counts when graphs are compared. */
export interface PropertyGraph {
  readonly nodes: readonly {
    readonly id: string | number;
    readonly labels: readonly string[];
    readonly properties?: unknown;
  }[];
  readonly edges: readonly {
    readonly from: string | number;
    readonly to: string | number;
    readonly labels: readonly string[];
    readonly properties?: unknown;
  }[];
}

/**
 * SHA-256, hexadecimal, of a graph's canonical form: the order of nodes, edges, labels and names of properties makes no
 * difference, that of lists inside properties does; absent properties are those that are null.
 */
export function graphDigest(graph: PropertyGraph): string {
  const { nodes, edges, ...rest } = graph;
  const elements = (list: readonly { readonly labels: readonly string[]; readonly properties?: unknown }[]) =>
    list.map((element) => canonical({ properties: null, ...element, labels: [...element.labels].sort() })).sort();
  return createHash('sha256')
    .update(JSON.stringify([elements(nodes), elements(edges), canonical(rest)]))
    .digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`).join()}}`;
}
