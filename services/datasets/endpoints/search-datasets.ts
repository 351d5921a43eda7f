import { Readable } from 'node:stream';
import { z } from 'zod';
import type { DatasetState } from '../../../schemas/dataset.ts';
import { datasetsSuccessEnvelope } from '../../../schemas/http/datasets/envelopes.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { integerText, LARGEST_PAGE, query, wordText } from '../../http/query-fields.ts';
import { readableDataset } from '../catalogue/dataset-records.ts';
import type { DatasetDependencies } from '../dataset-dependencies.ts';
import { catalogued } from '../dataset-id.ts';
import { type DatasetSearch, searchedIds } from '../dataset-search.ts';
import { shownGraph } from '../graphs/shown-graph.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';
import { datasetState } from './dataset-words.ts';
import { EXAMPLE_DATASET } from './graph-examples.ts';

const texts = (...examples: string[]) =>
  z
    .array(z.string().max(256))
    .meta({ examples: [examples] })
    .default([]);
const day = z.iso
  .date()
  .meta({ examples: ['2025-05-24'] })
  .optional();

export const searchDatasets = endpoint({
  name: 'search-datasets',
  method: 'GET',
  part: 'datasets',
  roles: ['user'],
  path: '/dmm/api/v1/dataset/search',
  description:
    'Datasets in a state (`status`, or `state`; `Ready` where none is named) as property graphs in PG-JSON: those of `nodeIds`, ' +
    'of any of some `types` (types or labels of their files), with all words of `q` in their description, published in a ' +
    'stretch of days. `properties` says which of their properties are shown, `distribution` and `recordSet` with what they lead ' +
    'to. They are in the order of `orderBy` (`direction` 1 or asc, -1 or desc), else of their ids.',
  pathParameters: z.object({}),
  query: query({
    status: datasetState.optional(),
    state: datasetState.optional(),
    nodeIds: texts(EXAMPLE_DATASET),
    types: texts('CSV'),
    properties: texts('name', 'archivedAt'),
    q: z
      .string()
      .max(1000)
      .meta({ examples: ['rain harbour'] })
      .default(''),
    orderBy: texts('name'),
    direction: wordText(['1', '-1', 'asc', 'desc'], { anyCase: true }).default('1'),
    publishedDateFrom: day,
    publishedDateTo: day,
    offset: integerText(0, 1_000_000_000).default(0),
    limit: integerText(1, LARGEST_PAGE).optional(),
  }),
  success: json('Datasets, with how many there are.', datasetsSuccessEnvelope),
  async answer({ query: asked }, { datasets: parts }: DatasetEndpointDependencies) {
    const { status, state = 'Ready', offset, limit = Number.POSITIVE_INFINITY, properties } = asked;
    const search: DatasetSearch = {
      state: status ?? state,
      ids: asked.nodeIds,
      types: asked.types,
      text: asked.q,
      from: asked.publishedDateFrom ?? null,
      to: asked.publishedDateTo ?? null,
      orderBy: asked.orderBy,
      descending: asked.direction === '-1' || asked.direction === 'desc',
    };
    const all = await searchedIds(parts, search);
    const ids = all.slice(offset, offset + limit);
    const envelope = { code: 200, message: 'Datasets found', offset, count: ids.length, total: all.length };
    const body = Readable.from(written(envelope, graphsOf(parts, ids, properties)));
    return { status: 200, body, type: 'application/json' };
  },
});

/** The graphs of datasets, one after the other; one that has gone meanwhile is left as `null`. */
async function* graphsOf(
  { catalogue, networks, scope }: DatasetDependencies,
  ids: readonly string[],
  properties: readonly string[],
): AsyncGenerator<unknown> {
  for (const id of ids) {
    const network = await networks.find(id);
    const record: { state: DatasetState; graph: Parameters<typeof shownGraph>[0]['graph'] } | null =
      network === null
        ? await readableDataset(catalogue, catalogued(id), scope)
        : { state: 'Ready', graph: network.graph };
    if (record !== null) yield shownGraph({ id, ...record }, properties);
  }
}

/** The answer in pieces: graphs may be large, and are not held at once. */
async function* written(envelope: object, graphs: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `${JSON.stringify(envelope).slice(0, -1)},"datasets":[`;
  let separator = '';
  for await (const graph of graphs) {
    yield separator + JSON.stringify(graph);
    separator = ',';
  }
  yield ']}';
}
