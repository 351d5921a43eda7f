import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';

/** The node of a dataset in its own graph, by its id in any case. */
export function ownNode({ nodes }: DatasetGraph, id: string | number): GraphNode {
  const found = nodes.find((node) => String(node['@id']).toLowerCase() === String(id).toLowerCase());
  if (found === undefined) throw new Error(`the graph of the dataset ${id} has no node of it`);
  return found;
}
