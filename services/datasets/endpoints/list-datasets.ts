import { Readable } from 'node:stream';
import { z } from 'zod';
import { datasetsSuccessEnvelope } from '../../../schemas/http/datasets/envelopes.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { integerText, LARGEST_PAGE, query } from '../../http/query-fields.ts';
import { type DatasetPage, datasetsAfter, listCursor, startOf } from '../dataset-list.ts';
import { listedDataset } from '../dataset-record-answer.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';
import { datasetState, datasetType } from './dataset-words.ts';

/** Datasets that are read at once for a list of all. */
const PIECE = 500;

export const listDatasets = endpoint({
  name: 'list-datasets',
  method: 'GET',
  part: 'datasets',
  roles: ['user'],
  path: '/dmm/api/v1/dataset',
  description:
    'Datasets in a state, `Ready` where none is named, in the order of their ids; of some types where they are named, ' +
    '`type` may be repeated. All of them, or with `limit` a page, whose `next` is the `cursor` of the page after it. Each ' +
    'network of stations is among them.',
  pathParameters: z.object({}),
  query: query({
    state: datasetState.default('Ready'),
    type: z
      .array(datasetType)
      .meta({ examples: [['CSV', 'Table']] })
      .optional(),
    limit: integerText(1, LARGEST_PAGE).optional(),
    cursor: listCursor.optional(),
  }),
  success: json('Datasets.', datasetsSuccessEnvelope),
  async answer(
    { query: { state, type: types = [], limit, cursor } },
    { datasets: parts }: DatasetEndpointDependencies,
  ) {
    const asked = { state, types, after: startOf(cursor) };
    const envelope = { code: 200, message: 'Datasets found' };
    if (limit !== undefined) {
      const { items, next } = await datasetsAfter(parts, { ...asked, limit });
      return { status: 200, body: { ...envelope, datasets: items.map(listedDataset), next } };
    }
    const first = await datasetsAfter(parts, { ...asked, limit: PIECE });
    const rest = (after: string) => datasetsAfter(parts, { ...asked, after, limit: PIECE });
    return { status: 200, body: Readable.from(written(envelope, first, rest)), type: 'application/json' };
  },
});

/** The answer with all datasets, in pieces: they may be many, and are not held at once. */
async function* written(
  envelope: object,
  first: DatasetPage,
  pageAfter: (next: string) => Promise<DatasetPage>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(envelope).slice(0, -1)},"datasets":[`;
  let page = first;
  let separator = '';
  for (;;) {
    if (page.items.length > 0) yield separator + JSON.stringify(page.items.map(listedDataset)).slice(1, -1);
    if (page.items.length > 0) separator = ',';
    if (page.next === null) break;
    page = await pageAfter(startOf(page.next));
  }
  yield ']}';
}
