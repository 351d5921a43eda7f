import { z } from 'zod';
import type { DatasetState } from '../../schemas/dataset.ts';
import type { DatasetGraph } from '../../schemas/http/datasets/property-graph.ts';
import { type DatasetQuery, listDatasets } from './catalogue/dataset-records.ts';
import type { DatasetDependencies } from './dataset-dependencies.ts';
import { isUuid } from './dataset-id.ts';
import { datasetTypes } from './graphs/dataset-types.ts';

/** A dataset of a list, registered or a network. */
export interface ListedRecord {
  /** As its graph has it. */
  readonly id: string;
  readonly state: DatasetState;
  readonly graph: DatasetGraph;
}

/** A page of a list of datasets; `next` is null on the last one. */
export interface DatasetPage {
  readonly items: readonly ListedRecord[];
  readonly next: string | null;
}

/** A cursor: the id of the last dataset of the page before, which lists are in the order of. */
export const listCursor = z
  .string()
  .refine(isUuid, { message: 'Input should be the `next` of the page before' })
  .meta({ override: { type: 'string', format: 'uuid' } });

/** The id that a page begins after; '' for the first page. */
export function startOf(cursor: string | undefined): string {
  return cursor?.toLowerCase() ?? '';
}

/** A page of datasets, networks among them, in the order of their ids. */
export async function datasetsAfter(
  { catalogue, networks, scope }: Pick<DatasetDependencies, 'catalogue' | 'networks' | 'scope'>,
  query: Omit<DatasetQuery, 'scope'>,
): Promise<DatasetPage> {
  const { state, types, ids, after, limit } = query;
  const ofTypes = (found: readonly string[]) => types.length === 0 || types.some((type) => found.includes(type));
  const known = state === 'Ready' ? await networks.list() : [];
  const ofNetworks = known.filter(({ id, graph }) => {
    return id > after && (ids?.includes(id) ?? true) && ofTypes(datasetTypes(graph, id));
  });
  // One more than asked for tells whether there is a page after this one.
  const records = await listDatasets(catalogue, { ...query, scope, limit: limit + 1 });
  const all: ListedRecord[] = [
    ...ofNetworks.map(({ id, graph }) => ({ id, graph, state: 'Ready' }) as const),
    ...records,
  ].sort((one, other) => (one.id.toLowerCase() < other.id.toLowerCase() ? -1 : 1));
  const items = all.slice(0, limit);
  return { items, next: all.length > limit ? items[items.length - 1].id.toLowerCase() : null };
}
