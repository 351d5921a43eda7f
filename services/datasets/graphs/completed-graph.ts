import { randomUUID } from 'node:crypto';
import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';
import { addressText } from '../storage/storage-address.ts';
import { DISTRIBUTION, FILE_OBJECT } from './labels.ts';
import { movedFiles, renamedDataset } from './renamed-dataset.ts';

/**
 * A query's graph in which the node of its output is the dataset that was made, with its file.
 *
 * @param output id of the node
 * @param dataset UUID of the dataset
 */
export function completedGraph<G extends DatasetGraph>(
  graph: G,
  output: string | number,
  dataset: string,
  { name, size, sha256 }: { readonly name: string; readonly size: number; readonly sha256: string },
): G {
  const renamed = movedFiles(renamedDataset(graph, output, dataset), dataset, 'results');
  const file = {
    '@id': randomUUID(),
    labels: [FILE_OBJECT, 'CSV'],
    properties: {
      '@type': FILE_OBJECT,
      name,
      description: '',
      contentUrl: addressText('results', dataset, name),
      contentSize: `${size} B`,
      encodingFormat: 'text/csv',
      sha256,
    },
  };
  return {
    ...renamed,
    nodes: [...renamed.nodes, file],
    edges: [...renamed.edges, { from: dataset, to: file['@id'], labels: [DISTRIBUTION] }],
  };
}
