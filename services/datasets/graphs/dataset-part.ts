import type { DatasetGraph, GraphEdge, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { ROOT_LABEL } from '../../patterns/pattern-problems.ts';
import { TASK_LABEL } from '../../patterns/task-links.ts';
import { isDataset, OPERATOR, SQL_OPERATOR, USER } from './labels.ts';
import { outgoingEdges } from './outgoing-edges.ts';

/** Labels of nodes that say what is done, by whom and why: they are no part of a dataset. */
const ABOUT_THE_REQUEST: readonly string[] = [ROOT_LABEL, OPERATOR, SQL_OPERATOR, USER, TASK_LABEL];

/**
 * The part of a graph that is a dataset's own: its node, and all that edges lead to from there. Other datasets that it
 * leads to are in it as the node they are, not with what is theirs.
 */
export function datasetPart(graph: DatasetGraph, id: string | number): DatasetGraph {
  const nodes = new Map(graph.nodes.map((node) => [node['@id'], node]));
  const outgoing = outgoingEdges(graph);
  const reached = new Map<string | number, GraphNode>();
  const edges: GraphEdge[] = [];
  const open = [id];
  for (const at of open) {
    const node = nodes.get(at);
    if (node === undefined || reached.has(at)) continue;
    reached.set(at, node);
    if (at !== id && isDataset(node)) continue;
    for (const edge of outgoing.get(at) ?? []) {
      const end = nodes.get(edge.to);
      if (end === undefined || end.labels.some((label) => ABOUT_THE_REQUEST.includes(label))) continue;
      edges.push(edge);
      open.push(edge.to);
    }
  }
  return { nodes: [...reached.values()], edges };
}
