import type { DatasetState } from '../../schemas/dataset.ts';
import type { GraphNode } from '../../schemas/http/datasets/property-graph.ts';
import type { DatasetDependencies } from './dataset-dependencies.ts';
import { datasetsAfter, type ListedRecord } from './dataset-list.ts';
import { datasetTypes, distributionOf } from './graphs/dataset-types.ts';
import { dayOf } from './graphs/day-of.ts';
import { bareName } from './graphs/labels.ts';
import { ownNode } from './graphs/own-node.ts';

/** What datasets are searched by; what is empty or null is not asked. */
export interface DatasetSearch {
  readonly state: DatasetState;
  readonly ids: readonly string[];
  /** Types of the dataset, or labels of its files. One match is enough; case and prefix do not matter. */
  readonly types: readonly string[];
  /** Words that the text of its description has, all of them. */
  readonly text: string;
  /** Bounds of `datePublished`, both included, `YYYY-MM-DD`. */
  readonly from: string | null;
  readonly to: string | null;
  /** Properties by which they are put in order, the first before the others; then by their ids. */
  readonly orderBy: readonly string[];
  readonly descending: boolean;
}

/** Datasets that are read at once. */
const PIECE = 500;

/** Properties whose text is searched. */
const TEXTS = ['name', 'headline', 'description', 'keywords', 'fieldOfScience', 'country', 'url'];

/** Ids of the datasets that a search finds, in its order; the datasets themselves are not held, as they may be many. */
export async function searchedIds(
  parts: Pick<DatasetDependencies, 'catalogue' | 'networks' | 'scope'>,
  search: DatasetSearch,
): Promise<string[]> {
  const found: { readonly id: string; readonly keys: readonly unknown[] }[] = [];
  const { state, ids: asked } = search;
  const among = asked.length === 0 ? {} : { ids: asked.map((id) => id.toLowerCase()) };
  for (let after = ''; ; ) {
    const { items, next } = await datasetsAfter(parts, { state, types: [], ...among, after, limit: PIECE });
    for (const record of items) {
      if (!isFound(record, search)) continue;
      const node = ownNode(record.graph, record.id);
      found.push({ id: record.id, keys: search.orderBy.map((name) => sortKey(record.id, node, name)) });
    }
    if (next === null) break;
    after = next;
  }
  // They come in the order of their ids, which those that are alike keep.
  found.sort((one, other) => {
    for (const [at, key] of one.keys.entries()) {
      const order = compared(key, other.keys[at], search.descending);
      if (order !== 0) return order;
    }
    return 0;
  });
  const ids = found.map(({ id }) => id);
  return search.orderBy.length === 0 && search.descending ? ids.reverse() : ids;
}

function isFound({ id, graph }: ListedRecord, { types, text, from, to }: DatasetSearch): boolean {
  if (types.length > 0) {
    const labels = distributionOf(graph, id).flatMap((node) => node.labels);
    const has = new Set([...datasetTypes(graph, id), ...labels].map(bareName));
    if (!types.some((type) => has.has(bareName(type)))) return false;
  }
  const node = ownNode(graph, id);
  if (text.trim() !== '') {
    const said = `${id} ${TEXTS.map((name) => JSON.stringify(node.properties[name] ?? '')).join(' ')}`.toLowerCase();
    if (
      !text
        .toLowerCase()
        .split(/\s+/)
        .every((word) => said.includes(word))
    )
      return false;
  }
  if (from === null && to === null) return true;
  const published = dayOf(node.properties['datePublished']);
  return published !== null && (from === null || published >= from) && (to === null || published <= to);
}

function sortKey(id: string, { properties }: GraphNode, property: string): unknown {
  const name = property.slice(property.lastIndexOf(':') + 1);
  if (name === 'id' || name === '@id') return id.toLowerCase();
  return name === 'datePublished' ? dayOf(properties[name]) : properties[name];
}

/** The order of two keys; what has none comes last in both directions. */
function compared(one: unknown, other: unknown, descending: boolean): number {
  const [none, otherNone] = [one, other].map((key) => key === undefined || key === null || key === '');
  if (none || otherNone) return Number(none) - Number(otherNone);
  const [a, b] = [one, other].map((key) =>
    typeof key === 'number' || typeof key === 'string' ? key : JSON.stringify(key),
  );
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : orderOfTexts(String(a), String(b));
  return descending ? -order : order;
}

function orderOfTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
