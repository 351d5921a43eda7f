import { HalcyonError } from '../../../schemas/errors.ts';
import { type DatasetFile, forgetFiles } from '../catalogue/dataset-files.ts';
import { changeDataset, hold, readableDataset } from '../catalogue/dataset-records.ts';
import type { DatasetDependencies } from '../dataset-dependencies.ts';
import { catalogued } from '../dataset-id.ts';
import { mergedGraph } from '../graphs/merged-graph.ts';
import { ownNode } from '../graphs/own-node.ts';
import { REMOVED } from './next-state.ts';

/** What was removed of a dataset. */
export interface Purged {
  /** As its graph has it. */
  readonly id: string;
  readonly files: readonly DatasetFile[];
  /** When its files were removed, ISO 8601. */
  readonly since: string;
}

/**
 * Removes the files of a deleted dataset from the storage for good; its record stays, with its graph, its states and how it was
 * made. Whatever ends it on the way, doing it again goes on from there.
 *
 * @param now ms since the epoch
 * @throws HalcyonError `not_found`, `conflict` where it is not deleted, or is a network, `storage_unavailable`
 */
export async function purge(
  { catalogue, storage, networks, scope }: Pick<DatasetDependencies, 'catalogue' | 'storage' | 'networks' | 'scope'>,
  dataset: string,
  now: number,
): Promise<Purged> {
  const id = catalogued(dataset);
  await networks.assertNone(id);
  return catalogue.transaction(async (statements) => {
    await hold(statements, id);
    const record = await readableDataset(statements, id, scope);
    if (record === null) throw new HalcyonError('not_found', 'there is no dataset of this id');
    if (record.state !== 'Deleted') {
      const message = `the dataset ${record.id} is ${record.state}; mark it as deleted first, by halcyon dataset delete or an update with the status Deleted`;
      throw new HalcyonError('conflict', message);
    }
    const node = ownNode(record.graph, record.id);
    const files = await forgetFiles(statements, id);
    const before = node.properties[REMOVED];
    if (files.length === 0 && typeof before === 'string') return { id: record.id, files, since: before };
    const since = new Date(now).toISOString();
    const marked = { ...node, properties: { ...node.properties, [REMOVED]: since } };
    const graph = mergedGraph(record.graph, { nodes: [marked], edges: [] });
    await changeDataset(statements, record, { state: record.state, graph });
    // Each is of this dataset alone. Where one cannot be removed the record has all of them still, for another time.
    for (const { bucket, key } of files) await storage.remove(bucket, key);
    return { id: record.id, files, since };
  });
}
