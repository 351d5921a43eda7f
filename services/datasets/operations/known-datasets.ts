import { HalcyonError } from '../../../schemas/errors.ts';
import type { GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import type { Statements } from '../../stores/catalogue.ts';
import { type DatasetRecord, datasetOf } from '../catalogue/dataset-records.ts';
import { catalogued } from '../dataset-id.ts';
import { shown } from '../graphs/request-roles.ts';

/**
 * The registered datasets that nodes of a request name, in their order.
 *
 * @throws HalcyonError `not_found` that names all that are not registered
 */
export async function knownDatasets(statements: Statements, nodes: readonly GraphNode[]): Promise<DatasetRecord[]> {
  const records = await Promise.all(nodes.map((node) => datasetOf(statements, catalogued(node['@id']))));
  const unknown = nodes.filter((_node, at) => records[at] === null).map((node) => shown(node['@id']));
  if (unknown.length > 0) {
    const are = unknown.length === 1 ? 'is no dataset' : 'are no datasets';
    throw new HalcyonError('not_found', `${unknown.join(', ')} ${are} of this service; register it first`);
  }
  return records.filter((record) => record !== null);
}
