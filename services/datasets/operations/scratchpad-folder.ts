import { HalcyonError } from '../../../schemas/errors.ts';
import type { GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import type { Caller } from '../../access/caller.ts';
import type { Statements } from '../../stores/catalogue.ts';
import { filesOf, giveFiles } from '../catalogue/dataset-files.ts';
import { datasetOf } from '../catalogue/dataset-records.ts';
import { catalogued } from '../dataset-id.ts';
import { storageAddress } from '../storage/storage-address.ts';
import { assertMayChange } from './ownership.ts';

/**
 * The folder of the scratchpad that a dataset's node says its files are in, where it is not the one of its own id: clients upload
 * under one id and register under another. In the catalogue's form; null where it says none, or its own.
 */
export function otherFolder(node: GraphNode): string | null {
  const address = storageAddress(node.properties['archivedAt']);
  if (address?.bucket !== 'scratchpad') return null;
  const folder = catalogued(address.dataset);
  return folder === catalogued(node['@id']) ? null : folder;
}

/**
 * Gives the files that were uploaded under another id to a dataset; the ids are held by whoever asks. Nothing is done where the
 * other id is that of a dataset.
 *
 * @throws HalcyonError `forbidden` for files that somebody else has uploaded, `conflict` where the dataset has a file of the name
 */
export async function takeFolder(
  statements: Statements,
  { folder, dataset }: { readonly folder: string; readonly dataset: string },
  caller: Caller | null,
): Promise<void> {
  if (folder === dataset || (await datasetOf(statements, folder)) !== null) return;
  const files = await filesOf(statements, folder);
  const own = new Set((await filesOf(statements, dataset)).map(({ name }) => name));
  for (const { uploader: owner, name } of files) {
    assertMayChange(caller, { owner, networks: null }, `the file '${name}' of ${folder}`);
    if (!own.has(name)) continue;
    const message = `a file '${name}' is on the scratchpad for ${dataset} and for ${folder}; one of them should be`;
    throw new HalcyonError('conflict', message);
  }
  if (files.length > 0) await giveFiles(statements, folder, dataset);
}
