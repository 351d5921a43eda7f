import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { FILE_REQUEST_HEADERS, FileBody } from '../../http/route/file-answer.ts';
import { fileNamed } from '../catalogue/dataset-files.ts';
import { readableDataset } from '../catalogue/dataset-records.ts';
import { catalogued } from '../dataset-id.ts';
import { unusableFileName } from '../uploads/file-name.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';
import { EXAMPLE_DATASET, EXAMPLE_FILE } from './graph-examples.ts';

export const downloadFile = endpoint({
  name: 'download-file',
  method: 'GET',
  part: 'datasets',
  roles: ['user'],
  path: '/dmm/api/v1/dataset/:dataset_id/file/:name',
  description:
    'A file of a dataset, such as the `output.csv` of a query, byte for byte. `ETag` is its SHA-256. ' +
    'It can be read in parts, so that a broken download goes on where it ended.',
  pathParameters: z.object({
    dataset_id: z.string().meta({ examples: [EXAMPLE_DATASET] }),
    name: z.string().meta({ examples: [EXAMPLE_FILE.name] }),
  }),
  query: query({}),
  requestHeaders: FILE_REQUEST_HEADERS,
  success: {
    status: 200,
    description: 'The file.',
    content: { 'application/octet-stream': z.string().meta({ format: 'binary' }) },
    headers: {
      ETag: 'The SHA-256 of the file.',
      'Accept-Ranges': '`bytes`.',
      'Content-Disposition': '`attachment`, with the name of the file.',
    },
  },
  errors: {
    404: 'There is no such dataset, or it has no file of this name.',
    416: 'The file has none of the bytes that `Range` asks for.',
  },
  timeLimit: 'storageMs',
  async answer({ path }, { datasets: { catalogue, storage, networks, scope } }: DatasetEndpointDependencies) {
    const id = catalogued(path.dataset_id);
    const network = await networks.find(id);
    if (network !== null) throw new HalcyonError('not_found', noFilesOf(network.network));
    const isKnown = unusableFileName(path.name) === null && (await readableDataset(catalogue, id, scope)) !== null;
    const file = isKnown ? await fileNamed(catalogue, id, path.name) : null;
    if (file === null) throw new HalcyonError('not_found', 'there is no file of this name in a dataset of this id');
    const headers = {
      'Content-Disposition': `attachment; filename*=UTF-8''${extendedValue(file.name)}`,
    };
    const body = new FileBody({
      size: file.size,
      tag: `"${file.sha256}"`,
      read: (part) => storage.read(file.bucket, file.key, part),
    });
    return { status: 200, body, type: 'application/octet-stream', headers };
  },
});

/** Its files are made for queries; what is in them is answered elsewhere. */
function noFilesOf(network: string): string {
  const lists = ['observations', 'anomalies'].map(
    (list) => `GET /api/v1/${list}?network=${encodeURIComponent(network)}&limit=all&format=parquet`,
  );
  return `a network has no stored files; ${lists.join(' and ')} return its data, and a query reads what its contentUrl names`;
}

/** A text as a parameter's extended value (RFC 8187, section 3.2). */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
