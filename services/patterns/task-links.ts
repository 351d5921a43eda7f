import type { CheckedGraph } from './pattern-problems.ts';

/** Label of the node of a task. */
export const TASK_LABEL = 'Task';

/** Labels of an edge that says which task a pattern accomplishes. */
export const LINK_LABELS: ReadonlySet<string> = new Set(['is_accomplished', 'is_achieved', 'is_accomplished_by']);

/** Ids of the tasks that a pattern's own graph links to its root, in either direction, sorted. */
export function linkedTasks(graph: CheckedGraph, root: string | number): string[] {
  const tasks = new Set(graph.nodes.filter(({ labels }) => labels.includes(TASK_LABEL)).map(({ id }) => id));
  const linked = new Set<string>();
  for (const { from, to, labels } of graph.edges) {
    const other = from === root ? to : to === root ? from : undefined;
    if (other === undefined || !tasks.has(other)) continue;
    if (labels.some((label) => LINK_LABELS.has(label))) linked.add(String(other));
  }
  return [...linked].sort();
}
