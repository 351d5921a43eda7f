import { DATASET_TYPES, type DatasetType } from '../../../schemas/dataset.ts';
import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { bareMediaType } from '../../../schemas/http/media-type.ts';
import { bareName, DISTRIBUTION, hasLabel } from './labels.ts';

/** Labels of distribution nodes that name a type, in lower case; the platform writes some of them in other words. */
const BY_LABEL: Readonly<Record<string, DatasetType>> = {
  ...Object.fromEntries(DATASET_TYPES.map((type) => [type.toLowerCase(), type])),
  pdfset: 'PDF',
};

/** Media types that tell a type; `image/...` is by its first half. */
const BY_MEDIA_TYPE: Readonly<Record<string, DatasetType>> = {
  'application/pdf': 'PDF',
  'text/csv': 'CSV',
  'text/plain': 'TextSet',
  'text/tab-separated-values': 'Table',
  'application/jsonl': 'Table',
  'application/x-ndjson': 'Table',
  'application/x-jsonlines': 'Table',
  'application/vnd.apache.parquet': 'Table',
  'application/x-parquet': 'Table',
  'application/vnd.ms-excel': 'Table',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Table',
  'application/sql': 'RelationalDatabase',
  'text/sql': 'RelationalDatabase',
  'application/vnd.sqlite3': 'RelationalDatabase',
};

/** The nodes behind a dataset's edges `distribution`: its files, sets of files and databases. */
export function distributionOf(graph: DatasetGraph, dataset: string | number): GraphNode[] {
  const ends = graph.edges.filter((edge) => edge.from === dataset && hasLabel(edge, DISTRIBUTION));
  const ids = new Set(ends.map(({ to }) => to));
  return graph.nodes.filter((node) => ids.has(node['@id']));
}

/** The types of a dataset, by the labels and `encodingFormat` of its distribution nodes. */
export function datasetTypes(graph: DatasetGraph, dataset: string | number): DatasetType[] {
  const found = new Set<DatasetType>();
  for (const { labels, properties } of distributionOf(graph, dataset)) {
    const format = bareMediaType(String(properties['encodingFormat'] ?? ''));
    const words = labels.map((label) => BY_LABEL[bareName(label)]);
    for (const type of [...words, format.startsWith('image/') ? 'ImageSet' : BY_MEDIA_TYPE[format]]) {
      if (type !== undefined) found.add(type);
    }
  }
  return DATASET_TYPES.filter((type) => found.has(type));
}
