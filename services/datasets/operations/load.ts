import { HalcyonError } from '../../../schemas/errors.ts';
import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';
import type { NetworkScope } from '../../../schemas/network-scope.ts';
import type { Caller } from '../../access/caller.ts';
import type { Statements } from '../../stores/catalogue.ts';
import { type DatasetFile, fileNamed, filesOf, moveFile } from '../catalogue/dataset-files.ts';
import { changeDataset, type DatasetRecord, hold, holdAll } from '../catalogue/dataset-records.ts';
import type { DatasetDependencies } from '../dataset-dependencies.ts';
import { catalogued } from '../dataset-id.ts';
import { datasetPart } from '../graphs/dataset-part.ts';
import { distributionOf } from '../graphs/dataset-types.ts';
import { mergedGraph } from '../graphs/merged-graph.ts';
import { movedFiles, movedFolder } from '../graphs/renamed-dataset.ts';
import { rolesOf } from '../graphs/request-roles.ts';
import { ObjectMissing } from '../storage/object-store.ts';
import { storageAddress } from '../storage/storage-address.ts';
import { knownDatasets } from './known-datasets.ts';
import { assertMarks, nextState } from './next-state.ts';
import { assertMayChange } from './ownership.ts';
import { otherFolder, takeFolder } from './scratchpad-folder.ts';

/** Files that come while others are moved are moved too, so often. */
const MOST_ROUNDS = 100;

/**
 * Moves the files of a dataset from the scratchpad to permanent storage. Each file is copied, its digest compared, noted
 * where it now lies, and only then removed where it was; the dataset is `Loaded` when all are there. Whatever ends it on
 * the way, doing it again goes on from there.
 *
 * @returns the request's graph with the new addresses
 * @throws HalcyonError `malformed_pattern`, `not_found`, `forbidden`, `conflict` where it is loaded or deleted
 */
export async function load<G extends DatasetGraph>(
  { catalogue, storage, networks, scope }: Pick<DatasetDependencies, 'catalogue' | 'storage' | 'networks' | 'scope'>,
  request: G,
  caller: Caller | null,
  signal?: AbortSignal,
): Promise<G> {
  const [node] = rolesOf(request, 'load').datasets;
  assertMarks([node]);
  const id = catalogued(node['@id']);
  await networks.assertNone(id);
  const folder = otherFolder(node);
  if (folder !== null) {
    await catalogue.transaction(async (statements) => {
      await holdAll(statements, [id, folder]);
      await loadableRecord(statements, scope, node, caller);
      await takeFolder(statements, { folder, dataset: id }, caller);
    });
  }
  const moved = movedFiles(folder === null ? request : movedFolder(request, folder, id), id, 'dataset');
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { files } = await loadable(catalogue, scope, request, node, caller);
    for (const file of files)
      if (file.bucket === 'scratchpad') await moveToStorage({ catalogue, storage }, file, signal);
    const done = await catalogue.transaction(async (statements) => {
      await hold(statements, id);
      const { record, files: now } = await loadable(statements, scope, request, node, caller);
      if (now.some(({ bucket }) => bucket === 'scratchpad')) return false;
      const state = nextState(node, record.state, 'Loaded');
      const part = datasetPart(moved, node['@id']);
      await changeDataset(statements, record, {
        state,
        graph: mergedGraph(movedFiles(record.graph, id, 'dataset'), part),
      });
      return true;
    });
    if (done) return moved;
  }
  throw new HalcyonError('conflict', `files are still coming in for the dataset ${id}; load it when all are there`);
}

/** The dataset of a request to load, with its files. */
async function loadable(
  statements: Statements,
  scope: NetworkScope,
  request: DatasetGraph,
  node: DatasetGraph['nodes'][number],
  caller: Caller | null,
): Promise<{ readonly record: DatasetRecord; readonly files: readonly DatasetFile[] }> {
  const record = await loadableRecord(statements, scope, node, caller);
  const id = catalogued(record.id);
  const files = await filesOf(statements, id);
  const names = new Set(files.map(({ name }) => name));
  const declared = [...distributionOf(request, node['@id']), ...distributionOf(record.graph, record.id)]
    .map(({ properties }) => storageAddress(properties['contentUrl']))
    .flatMap((address) => (address?.bucket === 'scratchpad' && address.name !== null ? [address.name] : []));
  const missing = [...new Set(declared)].filter((name) => !names.has(name));
  if (missing.length > 0 || files.length === 0) {
    const what = missing.length > 0 ? `the files ${missing.map((name) => `'${name}'`).join(', ')}` : 'any file';
    throw new HalcyonError('not_found', `the scratchpad has not ${what} of the dataset ${record.id}; upload it first`);
  }
  return { record, files };
}

/** The dataset of a request to load, in a state for it. */
async function loadableRecord(
  statements: Statements,
  scope: NetworkScope,
  node: DatasetGraph['nodes'][number],
  caller: Caller | null,
): Promise<DatasetRecord> {
  const [record] = await knownDatasets(statements, scope, [node]);
  assertMayChange(caller, record, `the dataset ${record.id}`);
  if (record.state === 'Staged') return record;
  const why = record.state === 'Deleted' ? 'is deleted' : `is ${record.state}: its files have been loaded`;
  throw new HalcyonError('conflict', `the dataset ${record.id} ${why}`);
}

/** Moves one file; nothing is to be done where another load has moved it meanwhile. */
async function moveToStorage(
  { catalogue, storage }: Pick<DatasetDependencies, 'catalogue' | 'storage'>,
  file: DatasetFile,
  signal?: AbortSignal,
): Promise<void> {
  const to = { bucket: 'dataset', key: `${file.dataset}/${file.name}` } as const;
  let copy: { readonly sha256: string };
  try {
    copy = await storage.copy(file, to, signal);
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
    if ((await fileNamed(catalogue, file.dataset, file.name))?.key !== file.key) return;
    throw new HalcyonError('not_found', `the file '${file.name}' is gone from the scratchpad; upload it again`);
  }
  if (copy.sha256 !== file.sha256) {
    throw new HalcyonError('storage_unavailable', `the copy of '${file.name}' is not what was uploaded; load it again`);
  }
  const moved = await catalogue.transaction(async (statements) => {
    await hold(statements, file.dataset);
    // The sweep holds the dataset too where it removes what nobody has: what is here now stays.
    if ((await storage.stat(to.bucket, to.key)) === null) return false;
    return moveFile(statements, file, to);
  });
  if (moved) await storage.remove(file.bucket, file.key);
}
