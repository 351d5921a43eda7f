import type { DatasetFile } from './catalogue/dataset-files.ts';
import type { DatasetRecord, StateSince } from './catalogue/dataset-records.ts';
import { croissant } from './graphs/croissant.ts';
import { distributionOf } from './graphs/dataset-types.ts';
import { mediaTypeOf } from './graphs/file-format.ts';
import type { NetworkDataset } from './networks/dataset-networks.ts';
import { addressText } from './storage/storage-address.ts';

/** A dataset as lists show it: a Croissant document with its state. */
export function listedDataset(record: Pick<DatasetRecord, 'id' | 'state' | 'graph'>): Record<string, unknown> {
  return { ...croissant(record.graph, record.id), status: record.state };
}

/** A network as lists of datasets show it. */
export function listedNetwork({ id, graph }: NetworkDataset): Record<string, unknown> {
  return listedDataset({ id, graph, state: 'Ready' });
}

/** A dataset with all that is known of it: its whole graph, its files as they are, how it came to be. */
export function wholeDataset(
  record: DatasetRecord,
  states: readonly StateSince[],
  files: readonly DatasetFile[],
): Record<string, unknown> {
  return {
    ...listedDataset(record),
    statusHistory: states.map(({ state, since }) => ({ status: state, since: since.toISOString() })),
    files: files.map((file) => fileAnswer(record, file)),
    ...(record.provenance !== null && { provenance: record.provenance }),
    nodes: record.graph.nodes,
    edges: record.graph.edges,
  };
}

/** A file as it was found, whatever its node declares. */
function fileAnswer(record: DatasetRecord, { name, bucket, size, sha256 }: DatasetFile): Record<string, unknown> {
  const declared = distributionOf(record.graph, record.id).find(({ properties }) => properties['name'] === name);
  return {
    name,
    contentUrl: addressText(bucket, record.id, name),
    contentSize: size,
    sha256,
    encodingFormat: declared?.properties['encodingFormat'] ?? mediaTypeOf(name),
  };
}
