import type { DatasetGraph, GraphEdge, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { ROOT_LABEL } from '../../patterns/pattern-problems.ts';
import { TASK_LABEL } from '../../patterns/task-links.ts';
import { incomingEdges, outgoingEdges } from './edges-by-node.ts';
import { hasLabel, isDataset, OPERATOR, SQL_OPERATOR, USER } from './labels.ts';

/** Labels of nodes that say what is done, by whom and why: they are no part of a dataset. */
const ABOUT_THE_REQUEST: readonly string[] = [ROOT_LABEL, OPERATOR, SQL_OPERATOR, USER, TASK_LABEL];

/**
 * The part of a graph that is a dataset's own: its node, all that edges lead to from there, and what edges lead from to that, as
 * the statistics of a column, where it is no other dataset's. Other datasets that it leads to are in it as the node they are, not
 * with what is theirs.
 */
export function datasetPart(graph: DatasetGraph, id: string | number): DatasetGraph {
  const nodes = new Map(graph.nodes.map((node) => [node['@id'], node]));
  const outgoing = outgoingEdges(graph);
  const own = reachedFrom(nodes, outgoing, [id]);
  const others = graph.nodes.filter((node) => node['@id'] !== id && isDataset(node)).map((node) => node['@id']);
  const taken = reachedFrom(nodes, outgoing, others).nodes;
  const incoming = incomingEdges(graph);
  const added = new Map<string | number, GraphNode>();
  const open = [...own.nodes.values()]
    .filter((node) => node['@id'] !== id && !isDataset(node))
    .map((node) => node['@id']);
  // The list grows while it is walked: what leads to something that was added leads to the dataset too.
  for (const at of open) {
    for (const { from } of incoming.get(at) ?? []) {
      const node = nodes.get(from);
      if (node === undefined || isAboutTheRequest(node)) continue;
      if (own.nodes.has(from) || added.has(from) || taken.has(from)) continue;
      added.set(from, node);
      open.push(from);
    }
  }
  const isIn = (end: string | number) => own.nodes.has(end) || added.has(end);
  const leading = graph.edges.filter(({ from, to }) => added.has(from) && isIn(to));
  return { nodes: [...own.nodes.values(), ...added.values()], edges: [...own.edges, ...leading] };
}

/** What edges lead to from some datasets: further ones are reached, and not gone on from. */
function reachedFrom(
  nodes: ReadonlyMap<string | number, GraphNode>,
  outgoing: ReadonlyMap<string | number, readonly GraphEdge[]>,
  ids: readonly (string | number)[],
) {
  const first = new Set(ids);
  const reached = new Map<string | number, GraphNode>();
  const edges: GraphEdge[] = [];
  const open = [...ids];
  for (const at of open) {
    const node = nodes.get(at);
    if (node === undefined || reached.has(at)) continue;
    reached.set(at, node);
    if (!first.has(at) && isDataset(node)) continue;
    for (const edge of outgoing.get(at) ?? []) {
      const end = nodes.get(edge.to);
      if (end === undefined || isAboutTheRequest(end)) continue;
      edges.push(edge);
      open.push(edge.to);
    }
  }
  return { nodes: reached, edges };
}

function isAboutTheRequest(node: GraphNode): boolean {
  return ABOUT_THE_REQUEST.some((label) => hasLabel(node, label));
}
