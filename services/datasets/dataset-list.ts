import { z } from 'zod';
import { type DatasetQuery, listDatasets } from './catalogue/dataset-records.ts';
import type { DatasetDependencies } from './dataset-dependencies.ts';
import { isUuid } from './dataset-id.ts';
import { listedDataset, listedNetwork } from './dataset-record-answer.ts';
import { datasetTypes } from './graphs/dataset-types.ts';

/** A page of a list of datasets, as they are answered; `next` is null on the last one. */
export interface DatasetPage {
  readonly items: readonly Record<string, unknown>[];
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
  const { state, types, after, limit } = query;
  const ofTypes = (found: readonly string[]) => types.length === 0 || types.some((type) => found.includes(type));
  const known = state === 'Ready' ? await networks.list() : [];
  const ofNetworks = known.filter(({ id, graph }) => id > after && ofTypes(datasetTypes(graph, id)));
  // One more than asked for tells whether there is a page after this one.
  const records = await listDatasets(catalogue, { ...query, scope, limit: limit + 1 });
  const all = [
    ...ofNetworks.map((network) => ({ id: network.id, answer: () => listedNetwork(network) })),
    ...records.map((record) => ({ id: record.id.toLowerCase(), answer: () => listedDataset(record) })),
  ].sort((one, other) => (one.id < other.id ? -1 : 1));
  const page = all.slice(0, limit);
  return { items: page.map(({ answer }) => answer()), next: all.length > limit ? page[page.length - 1].id : null };
}
