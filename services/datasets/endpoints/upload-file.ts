import { z } from 'zod';
import type { Problem } from '../../../schemas/errors.ts';
import { datasetSuccessEnvelope } from '../../../schemas/http/datasets/envelopes.ts';
import { uploadForm } from '../../../schemas/http/datasets/upload-form.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { DEFAULT_LIMITS } from '../../http/http-limits.ts';
import { query } from '../../http/query-fields.ts';
import { unusableId } from '../dataset-id.ts';
import { arrive, takeUpload } from '../operations/take-upload.ts';
import { addressText } from '../storage/storage-address.ts';
import { unusableFileName } from '../uploads/file-name.ts';
import { readForm, refused } from '../uploads/read-form.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';
import { EXAMPLE_DATASET, EXAMPLE_FILE } from './graph-examples.ts';

const UPLOAD_EXAMPLE = { dataset_id: EXAMPLE_DATASET, file_name: EXAMPLE_FILE.name, file: EXAMPLE_FILE.text };

export const uploadFile = endpoint({
  name: 'upload-file',
  method: 'POST',
  part: 'datasets',
  roles: ['uploader'],
  path: '/dmm/api/v1/data-workflow',
  description:
    'Uploads a file of a dataset to the scratchpad, before or after the dataset is registered. The same file again is one ' +
    'file; another one of the same name replaces it. Whatever breaks off leaves nothing.',
  audit: {
    action: 'dataset.upload',
    of: (_call, body) => {
      const { dataset } = (body ?? {}) as { readonly dataset?: { readonly id: string; readonly name: string } };
      return dataset === undefined ? {} : { about: { kind: 'dataset', id: dataset.id }, detail: dataset.name };
    },
  },
  pathParameters: z.object({}),
  query: query({}),
  body: { kind: 'multipart', content: { 'multipart/form-data': uploadForm }, examples: [UPLOAD_EXAMPLE] },
  success: json('The file is there; `code` is 201.', datasetSuccessEnvelope),
  errors: {
    409: 'The dataset has been loaded, or is deleted.',
    413: 'The file is larger than this service takes.',
  },
  atOnce: 128,
  timeLimit: 'storageMs',
  quotas: ['uploads'],
  async answer({ incoming, caller, signal, charge }, { datasets, configuration, limits }: DatasetEndpointDependencies) {
    const { storage } = datasets;
    const idleMs = limits?.bodyIdleMs ?? DEFAULT_LIMITS.bodyIdleMs;
    const form = await readForm(
      incoming,
      { fileBytes: configuration.uploadLimit, idleMs },
      (file, stop) => arrive(datasets, file, AbortSignal.any([signal, stop])),
      ({ key }) => storage.remove('scratchpad', key),
    );
    const { dataset_id: dataset, file_name: name, file } = form;
    charge('uploads', file.size);
    const problems = [
      ...problemOf('dataset_id', unusableId(dataset)),
      ...problemOf('file_name', unusableFileName(name)),
    ];
    if (problems.length > 0) {
      await storage.remove('scratchpad', file.key);
      throw refused(problems);
    }
    await takeUpload(datasets, { dataset, name, arrived: file }, caller);
    const archivedAt = addressText('scratchpad', dataset);
    const { size: contentSize, sha256 } = file;
    const answer = { id: dataset, name, archivedAt, sha256, contentSize };
    return { status: 200, body: { code: 201, message: 'File uploaded', dataset: answer } };
  },
});

function problemOf(field: string, why: string | null): Problem[] {
  return why === null ? [] : [{ loc: ['body', field], msg: `${field} ${why}`, type: 'value_error' }];
}
