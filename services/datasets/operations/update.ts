import { HalcyonError } from '../../../schemas/errors.ts';
import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import type { Caller } from '../../access/caller.ts';
import type { Statements } from '../../stores/catalogue.ts';
import { filesOf } from '../catalogue/dataset-files.ts';
import { changeDataset, type DatasetRecord, datasetOf, holdAll } from '../catalogue/dataset-records.ts';
import type { DatasetDependencies } from '../dataset-dependencies.ts';
import { catalogued, isUuid } from '../dataset-id.ts';
import { datasetPart } from '../graphs/dataset-part.ts';
import { edgesAt } from '../graphs/edges-at.ts';
import { INPUT } from '../graphs/labels.ts';
import { mergedGraph } from '../graphs/merged-graph.ts';
import { ownNode } from '../graphs/own-node.ts';
import { movedFolder } from '../graphs/renamed-dataset.ts';
import { type RequestRoles, rolesOf, shown } from '../graphs/request-roles.ts';
import { storageAddress } from '../storage/storage-address.ts';
import { knownDatasets } from './known-datasets.ts';
import { assertMarks, nextState } from './next-state.ts';
import { assertMayChange } from './ownership.ts';

/**
 * Changes the graphs of the datasets of a request, all or none.
 *
 * @throws HalcyonError `malformed_pattern`, `not_found`, `forbidden`, `conflict` where one is deleted or is said to lie
 *   where it does not
 */
export async function update<G extends DatasetGraph>(
  { catalogue, networks, scope }: Pick<DatasetDependencies, 'catalogue' | 'networks' | 'scope'>,
  request: G,
  caller: Caller | null,
): Promise<G> {
  const datasets = changedDatasets(request, rolesOf(request, 'update'));
  assertMarks(datasets);
  for (const node of datasets) await networks.assertNone(catalogued(node['@id']));
  let updated = request;
  await catalogue.transaction(async (statements) => {
    updated = request;
    await holdAll(
      statements,
      datasets.map((node) => catalogued(node['@id'])),
    );
    const records = await knownDatasets(statements, scope, datasets);
    for (const [at, record] of records.entries()) {
      const id = datasets[at]['@id'];
      updated = await withItsPlace(statements, updated, record, id);
      assertChangeable(record, ownNode(updated, id), caller);
      const graph = mergedGraph(record.graph, datasetPart(updated, id));
      const state = nextState(datasets[at], record.state, record.state === 'Loaded' ? 'Ready' : record.state);
      await changeDataset(statements, record, { state, graph });
    }
  });
  return updated;
}

/** The datasets that the operator is given. A request may name others that these refer to, such as what they were made from. */
function changedDatasets(request: DatasetGraph, { operators, datasets }: RequestRoles): readonly GraphNode[] {
  const ends = operators.flatMap((operator) => edgesAt(request, operator, INPUT).map(({ end }) => end));
  const given = datasets.filter((node) => ends.includes(node['@id']));
  return given.length > 0 ? given : datasets;
}

/**
 * The request as it means a dataset: where it names the folder of an id of which there is nothing, as of the one that its files
 * were uploaded under before it was registered, the dataset's own folder is meant.
 */
async function withItsPlace<G extends DatasetGraph>(
  statements: Statements,
  request: G,
  record: DatasetRecord,
  id: string | number,
): Promise<G> {
  const [asked, there] = [ownNode(request, id), ownNode(record.graph, record.id)].map((node) =>
    storageAddress(node.properties['archivedAt']),
  );
  if (asked === null || there === null || asked.bucket !== there.bucket) return request;
  const folder = catalogued(asked.dataset);
  if (folder === catalogued(there.dataset) || !isUuid(folder)) return request;
  if ((await datasetOf(statements, folder)) !== null || (await filesOf(statements, folder)).length > 0) return request;
  return movedFolder(request, folder, record.id);
}

/** Where a dataset's files are is changed by moving them, which is the load's. */
function assertChangeable(record: DatasetRecord, node: GraphNode, caller: Caller | null): void {
  assertMayChange(caller, record, `the dataset ${record.id}`);
  if (record.state === 'Deleted') throw new HalcyonError('conflict', `the dataset ${record.id} is deleted`);
  const asked = node.properties['archivedAt'];
  const there = ownNode(record.graph, record.id).properties['archivedAt'];
  if (asked === undefined || asked === there) return;
  if (storageAddress(asked) === null && storageAddress(there) === null) return;
  const message = `the dataset ${record.id} is archived at ${shown(there)}, not at ${shown(asked)}; load moves its files`;
  throw new HalcyonError('conflict', message);
}
