import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { SHOWN_ID } from '../../../schemas/reports/given-id.ts';
import { endpoint } from '../../http/endpoint.ts';
import { integerText, query } from '../../http/query-fields.ts';
import { fileNamed } from '../catalogue/dataset-files.ts';
import { readableDataset } from '../catalogue/dataset-records.ts';
import { catalogued } from '../dataset-id.ts';
import { OUTPUT_FILE } from '../operations/query.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';

const [JSON_TYPE, CSV] = ['application/json', 'text/csv'];

export const getQueryResult = endpoint({
  name: 'get-query-result',
  method: 'GET',
  part: 'datasets',
  roles: ['user'],
  path: '/dmm/api/v1/polyglot/query/result/:dataset_id',
  description:
    'What a query found, by the id of the dataset that it made: its CSV as one JSON text, as the platform answers it, or as it ' +
    'is for `Accept: text/csv`. `lines` gives its first lines only, the header among them.',
  pathParameters: z.object({ dataset_id: z.string().meta({ examples: [SHOWN_ID] }) }),
  query: query({ lines: integerText(0, 1_000_000_000).optional() }),
  success: {
    status: 200,
    description: 'The result.',
    content: { [JSON_TYPE]: z.string(), [CSV]: z.string() },
  },
  errors: { 404: 'There is no dataset of this id that a query made.' },
  timeLimit: 'storageMs',
  async answer({ path, query: { lines }, preferred }, { datasets }: DatasetEndpointDependencies) {
    const { catalogue, storage, scope } = datasets;
    const id = catalogued(path.dataset_id);
    const record = await readableDataset(catalogue, id, scope);
    const file = record?.provenance ? await fileNamed(catalogue, id, OUTPUT_FILE) : null;
    if (file === null) throw new HalcyonError('not_found', 'there is no dataset of this id that a query made');
    const text = firstLines(await storage.read(file.bucket, file.key), lines ?? Number.POSITIVE_INFINITY);
    const headers = { Vary: 'Accept' };
    if (preferred([JSON_TYPE, CSV]) === CSV)
      return { status: 200, body: Readable.from(text), type: 'text/csv; charset=utf-8', headers };
    return { status: 200, body: Readable.from(asJsonText(text)), type: JSON_TYPE, headers };
  },
});

/** The first lines of a text in UTF-8, in pieces. */
async function* firstLines(bytes: AsyncIterable<Uint8Array>, lines: number): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let left = lines;
  for await (const piece of bytes) {
    if (left <= 0) return;
    const text = decoder.write(Buffer.from(piece));
    let end = Number.isFinite(left) ? 0 : text.length;
    while (left > 0 && end < text.length) {
      const feed = text.indexOf('\n', end);
      end = feed === -1 ? text.length : feed + 1;
      if (feed !== -1) left -= 1;
    }
    yield text.slice(0, end);
  }
}

/** A text as one of JSON, in pieces. */
async function* asJsonText(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield '"';
  for await (const piece of pieces) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
}
