import type { DatasetGraph, GraphEdge, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';

/**
 * A dataset's graph with what an update says of it: nodes that are there get the properties, labels and other fields that
 * are given, and keep the others; further nodes and edges are added.
 */
export function mergedGraph(stored: DatasetGraph, update: DatasetGraph): DatasetGraph {
  const nodes = new Map(stored.nodes.map((node) => [node['@id'], node]));
  for (const node of update.nodes) {
    const known = nodes.get(node['@id']);
    nodes.set(node['@id'], known === undefined ? node : mergedNode(known, node));
  }
  const edges = new Map([...stored.edges, ...update.edges].map((edge) => [edgeKey(edge), edge]));
  return { ...stored, nodes: [...nodes.values()], edges: [...edges.values()] };
}

function mergedNode(stored: GraphNode, update: GraphNode): GraphNode {
  return {
    ...stored,
    ...update,
    labels: [...new Set([...stored.labels, ...update.labels])],
    properties: { ...stored.properties, ...update.properties },
  };
}

/** Edges between the same nodes with the same labels are one. */
function edgeKey({ from, to, labels }: GraphEdge): string {
  return JSON.stringify([from, to, [...labels].sort()]);
}
