import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { patternLabels } from './labels.ts';

/** A graph of the dataset API in the form of the pattern API: `id` for `@id`, ids as texts. */
export function pgJsonForm({ nodes, edges }: DatasetGraph): PgJson {
  return {
    nodes: nodes.map(({ '@id': id, ...node }) => ({ ...node, id: String(id), labels: patternLabels(node) })),
    edges: edges.map((edge) => ({
      ...edge,
      from: String(edge.from),
      to: String(edge.to),
      labels: [...edge.labels],
    })),
  };
}
