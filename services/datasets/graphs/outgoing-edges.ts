import type { DatasetGraph, GraphEdge } from '../../../schemas/http/datasets/property-graph.ts';

/** The edges of a graph by the node that they come from, each list in the order of the graph. */
export function outgoingEdges({ edges }: DatasetGraph): Map<string | number, GraphEdge[]> {
  const outgoing = new Map<string | number, GraphEdge[]>();
  for (const edge of edges) {
    const there = outgoing.get(edge.from);
    if (there === undefined) outgoing.set(edge.from, [edge]);
    else there.push(edge);
  }
  return outgoing;
}
