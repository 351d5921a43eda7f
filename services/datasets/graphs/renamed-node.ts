import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';

/** A graph in which a node has another id. */
export function renamedNode<G extends DatasetGraph>(graph: G, from: string | number, to: string): G {
  const end = (id: string | number) => (id === from ? to : id);
  return {
    ...graph,
    nodes: graph.nodes.map((node) => ({ ...node, '@id': end(node['@id']) })),
    edges: graph.edges.map((edge) => ({ ...edge, from: end(edge.from), to: end(edge.to) })),
  };
}
