import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { outgoingEdges } from './edges-by-node.ts';

/** Terms of Croissant 1.0 (https://docs.mlcommons.org/croissant/docs/croissant-spec.html, appendix 1), as far as graphs here use them. */
export const CROISSANT_CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  dct: 'http://purl.org/dc/terms/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  key: 'cr:key',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  repeated: 'cr:repeated',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
} as const;

/** Levels of nodes in nodes: a Croissant has five, and a text of thousands could not be written. */
export const DEEPEST = 20;

/**
 * A dataset as a Croissant document: what edges lead to stands in the property that the edge is labelled with, always as
 * lists. A node that is met again, or in itself, is there by its `@id`.
 *
 * @param graph the dataset's own graph
 */
export function croissant(graph: DatasetGraph, dataset: string | number): Record<string, unknown> {
  const nodes = new Map(graph.nodes.map((node) => [node['@id'], node]));
  const outgoing = outgoingEdges(graph);
  const shown = new Set<string | number>();
  const nested = (node: GraphNode, depth: number): Record<string, unknown> => {
    const id = node['@id'];
    if (shown.has(id) || depth > DEEPEST) return { '@id': id };
    shown.add(id);
    const document = new Map<string, unknown>([['@id', id], ...Object.entries(node.properties)]);
    for (const { to, labels } of outgoing.get(id) ?? []) {
      const end = nodes.get(to);
      if (end === undefined) continue;
      for (const label of labels) {
        const there = document.get(label);
        // A property of this name that the node has is kept before what the edges lead to.
        const list = Array.isArray(there) ? there : there === undefined ? [] : [there];
        document.set(label, [...list, nested(end, depth + 1)]);
      }
    }
    return Object.fromEntries(document);
  };
  const root = nodes.get(dataset);
  const document = root === undefined ? { '@id': dataset } : nested(root, 0);
  return { '@context': CROISSANT_CONTEXT, '@type': 'sc:Dataset', distribution: [], recordSet: [], ...document };
}
