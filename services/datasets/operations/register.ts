import { randomUUID } from 'node:crypto';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import type { Caller } from '../../access/caller.ts';
import { filesOf, giveFiles } from '../catalogue/dataset-files.ts';
import { addDataset, datasetOf, holdAll } from '../catalogue/dataset-records.ts';
import type { DatasetDependencies } from '../dataset-dependencies.ts';
import { catalogued, isUuid } from '../dataset-id.ts';
import { datasetPart } from '../graphs/dataset-part.ts';
import { movedFolder, renamedDataset } from '../graphs/renamed-dataset.ts';
import { malformed, rolesOf, shown } from '../graphs/request-roles.ts';
import { storageAddress } from '../storage/storage-address.ts';
import { assertMarks, nextState } from './next-state.ts';
import { assertMayChange } from './ownership.ts';
import { otherFolder, takeFolder } from './scratchpad-folder.ts';

/**
 * Registers the dataset of a request. One whose id is no UUID gets a new one, and so do the files uploaded for it; so do those
 * in the folder of the scratchpad that it says it is in.
 *
 * @returns the request's graph with the id that the dataset has
 * @throws HalcyonError `malformed_pattern`, `conflict` where it is registered already or a network, `forbidden` where somebody
 *   else has registered it or uploaded its files
 */
export async function register<G extends DatasetGraph>(
  { catalogue, networks, scope }: Pick<DatasetDependencies, 'catalogue' | 'networks' | 'scope'>,
  request: G,
  caller: Caller | null,
): Promise<G> {
  const given = rolesOf(request, 'register').datasets[0];
  assertOwnFolder(given);
  assertMarks([given]);
  await networks.assertNone(catalogued(given['@id']));
  const id = isUuid(given['@id']) ? given['@id'] : randomUUID();
  const folder = otherFolder(given);
  const renamed = renamedDataset(request, given['@id'], id);
  const graph = folder === null ? renamed : movedFolder(renamed, folder, id);
  await catalogue.transaction(async (statements) => {
    const before = catalogued(given['@id']);
    await holdAll(statements, [before, id.toLowerCase(), ...(folder === null ? [] : [folder])]);
    const there = await datasetOf(statements, id.toLowerCase());
    if (there !== null) {
      // An id stays with whoever registered it first, also once the dataset is deleted.
      assertMayChange(caller, there, `the dataset ${id}`);
      throw new HalcyonError('conflict', `the dataset ${id} is registered already; update changes it`);
    }
    if (folder !== null && (await datasetOf(statements, folder)) !== null) throw ofAnother(given);
    const files = await filesOf(statements, before);
    for (const { uploader: owner, name } of files) {
      assertMayChange(caller, { owner, networks: null }, `the file '${name}' of ${before}`);
    }
    const own = datasetPart(graph, id);
    const elsewhere = given.properties['archivedAt'] !== undefined && !isOnScratchpad(given);
    const state = nextState(given, null, elsewhere ? 'Ready' : 'Staged');
    const made = { owner: caller?.id ?? null, networks: scope.names };
    await addDataset(statements, { id, state, ...made, provenance: null, graph: own });
    if (before !== id.toLowerCase()) await giveFiles(statements, before, id.toLowerCase());
    if (folder !== null) await takeFolder(statements, { folder, dataset: id.toLowerCase() }, caller);
  });
  return graph;
}

function isOnScratchpad(dataset: GraphNode): boolean {
  return storageAddress(dataset.properties['archivedAt'])?.bucket === 'scratchpad';
}

function assertOwnFolder(dataset: GraphNode): void {
  const archivedAt = dataset.properties['archivedAt'];
  if (archivedAt !== undefined && typeof archivedAt !== 'string') {
    throw malformed([`the dataset's archivedAt should be a text, it is ${shown(archivedAt)}`]);
  }
  const address = storageAddress(archivedAt);
  if (address === null || address.bucket === 'scratchpad') return;
  if (catalogued(address.dataset) !== catalogued(dataset['@id'])) throw ofAnother(dataset);
}

function ofAnother(dataset: GraphNode): HalcyonError {
  const { archivedAt } = dataset.properties;
  const right = `s3://${storageAddress(archivedAt)?.bucket}/${dataset['@id']}`;
  return malformed([`the dataset's archivedAt is ${shown(archivedAt)}, of another dataset; it should be '${right}'`]);
}
