import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { storageAddress } from '../storage/storage-address.ts';
import { DATASET, DISTRIBUTION, hasLabel } from './labels.ts';
import { shown } from './request-roles.ts';

/**
 * The datasets that an operator reads, by what its edges `input` lead to: datasets themselves, or files of theirs. The dataset
 * of a file is the one with an edge `distribution` to it, else one with any edge, else the one in whose folder its `contentUrl`
 * says that it is.
 *
 * @param ends ids of what the edges lead to
 * @param datasets nodes of datasets of the request
 * @param name of the operator, for messages
 * @param problems where is noted which files are of no dataset
 */
export function inputDatasetsOf(
  graph: DatasetGraph,
  ends: readonly (string | number)[],
  datasets: readonly GraphNode[],
  name: string,
  problems: string[],
): GraphNode[] {
  const found = new Map<string | number, GraphNode>();
  for (const end of ends) {
    const itself = datasets.find((node) => node['@id'] === end);
    const owners = itself === undefined ? ownersOf(graph, end, datasets) : [itself];
    if (owners.length === 0) {
      problems.push(
        `${name} reads ${shown(end)}, and no dataset is said to have it: add an edge '${DISTRIBUTION}' to it from the node of ` +
          "its dataset, or its contentUrl, 's3://dataset/<id>/<file>'",
      );
    }
    for (const owner of owners) found.set(owner['@id'], owner);
  }
  return [...found.values()];
}

/** The datasets that a file is of. */
export function ownersOf(graph: DatasetGraph, file: string | number, datasets: readonly GraphNode[]): GraphNode[] {
  const parts = graph.edges.filter((edge) => edge.to === file && hasLabel(edge, DISTRIBUTION));
  const owners = datasets.filter((node) => parts.some(({ from }) => from === node['@id']));
  if (owners.length > 0) return owners;
  // Whatever an edge between a dataset and a file is called, in whichever direction: it is one of its files.
  const tied = datasets.filter(({ '@id': id }) =>
    graph.edges.some(({ from, to }) => (from === id && to === file) || (from === file && to === id)),
  );
  if (tied.length > 0) return tied;
  const node = graph.nodes.find(({ '@id': id }) => id === file);
  const folder = storageAddress(node?.properties['contentUrl'])?.dataset;
  if (folder === undefined) return [];
  const named = datasets.find(({ '@id': id }) => String(id).toLowerCase() === folder.toLowerCase());
  return [named ?? { '@id': folder, labels: [DATASET], properties: {} }];
}
