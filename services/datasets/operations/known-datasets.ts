import { HalcyonError } from '../../../schemas/errors.ts';
import type { GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import type { NetworkScope } from '../../../schemas/network-scope.ts';
import type { Statements } from '../../stores/catalogue.ts';
import { type DatasetRecord, readableDataset } from '../catalogue/dataset-records.ts';
import { catalogued } from '../dataset-id.ts';
import { shown } from '../graphs/request-roles.ts';

/**
 * The registered datasets that nodes of a request name, in their order.
 *
 * @param scope networks of who asks
 * @throws HalcyonError `not_found` that names all that are not registered
 */
export async function knownDatasets(
  statements: Statements,
  scope: NetworkScope,
  nodes: readonly GraphNode[],
): Promise<DatasetRecord[]> {
  const records = await Promise.all(nodes.map((node) => readableDataset(statements, catalogued(node['@id']), scope)));
  const unknown = nodes.filter((_node, at) => records[at] === null).map((node) => shown(node['@id']));
  if (unknown.length > 0) {
    const are = unknown.length === 1 ? 'is no dataset' : 'are no datasets';
    throw new HalcyonError('not_found', `${unknown.join(', ')} ${are} of this service; register it first`);
  }
  return records.filter((record) => record !== null);
}
