import type { DatasetGraph, GraphEdge } from '../../../schemas/http/datasets/property-graph.ts';

/** The edges of a graph by the node that they come from, each list in the order of the graph. */
export function outgoingEdges({ edges }: DatasetGraph): Map<string | number, GraphEdge[]> {
  return edgesBy(edges, 'from');
}

/** The edges of a graph by the node that they lead to, each list in the order of the graph. */
export function incomingEdges({ edges }: DatasetGraph): Map<string | number, GraphEdge[]> {
  return edgesBy(edges, 'to');
}

function edgesBy(edges: readonly GraphEdge[], end: 'from' | 'to'): Map<string | number, GraphEdge[]> {
  const found = new Map<string | number, GraphEdge[]>();
  for (const edge of edges) {
    const there = found.get(edge[end]);
    if (there === undefined) found.set(edge[end], [edge]);
    else there.push(edge);
  }
  return found;
}
