import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { hasLabel } from './labels.ts';

/** The edges of a label at an operator with what is at their other end: some versions write them in the other direction. */
export function edgesAt(graph: DatasetGraph, operator: GraphNode, label: string) {
  const id = operator['@id'];
  return graph.edges
    .filter((edge) => hasLabel(edge, label) && (edge.from === id) !== (edge.to === id))
    .map((edge) => ({ edge, end: edge.from === id ? edge.to : edge.from }));
}
