import type { DatasetState } from '../../../schemas/dataset.ts';
import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { DISTRIBUTION } from './labels.ts';
import { ownNode } from './own-node.ts';
import { pgJsonForm } from './pg-json-form.ts';

/** Properties that stand for what edges lead to. */
const PARTS: readonly string[] = [DISTRIBUTION, 'recordSet'];

/**
 * A dataset as a property graph in PG-JSON, its state as `status` of its node.
 *
 * @param properties of its node that are wanted, with or without prefix: nothing else is then shown, but the nodes behind edges
 *   `distribution` and `recordSet` where these are among them; empty for the whole graph
 */
export function shownGraph(
  { id, state, graph }: { readonly id: string; readonly state: DatasetState; readonly graph: DatasetGraph },
  properties: readonly string[] = [],
): PgJson {
  const own = ownNode(graph, id);
  const whole = { ...own.properties, status: state };
  if (properties.length === 0) {
    const nodes = graph.nodes.map((node) => (node === own ? { ...own, properties: whole } : node));
    return pgJsonForm({ nodes, edges: graph.edges });
  }
  const wanted = properties.map((name) => name.slice(name.lastIndexOf(':') + 1));
  const shown = Object.entries(whole).filter(([name]) => wanted.includes(name.slice(name.lastIndexOf(':') + 1)));
  const edges = graph.edges.filter(
    ({ from, labels }) =>
      from === own['@id'] && labels.some((label) => PARTS.includes(label) && wanted.includes(label)),
  );
  const ends = new Set(edges.map(({ to }) => to));
  const nodes = [
    { ...own, properties: Object.fromEntries(shown) },
    ...graph.nodes.filter((node) => ends.has(node['@id'])),
  ];
  return pgJsonForm({ nodes, edges });
}
