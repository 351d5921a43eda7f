import { z } from 'zod';
import { convertedEnvelope } from '../../../schemas/http/datasets/envelopes.ts';
import {
  apRequest,
  type DatasetGraph,
  type GraphNode,
  requestGraph,
} from '../../../schemas/http/datasets/property-graph.ts';
import { fieldProblems } from '../../../schemas/http/field-problems.ts';
import { firstProblems } from '../../../schemas/http/first-problems.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { readJson } from '../../http/json-text.ts';
import { query, wordText } from '../../http/query-fields.ts';
import { filesOf } from '../catalogue/dataset-files.ts';
import { readableDataset } from '../catalogue/dataset-records.ts';
import type { DatasetDependencies } from '../dataset-dependencies.ts';
import { catalogued } from '../dataset-id.ts';
import { croissantDocument } from '../graphs/croissant-document.ts';
import { isDataset } from '../graphs/labels.ts';
import { malformed } from '../graphs/request-roles.ts';
import { storageAddress } from '../storage/storage-address.ts';
import { fileOfForm, refused } from '../uploads/read-form.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';
import { CONVERT_EXAMPLE } from './graph-examples.ts';

const [JSON_TYPE, FORM] = ['application/json', 'multipart/form-data'];

export const convertGraph = endpoint({
  name: 'convert-graph',
  method: 'POST',
  part: 'datasets',
  roles: ['user'],
  path: '/dmm/api/v1/convert',
  description:
    'A property graph of one dataset, as JSON or as the `file` of a form, as a Croissant 1.0 document: its files as ' +
    '`distribution`, its record sets with their fields. Readers of Croissant ask for the `sha256` of each file: it is added where ' +
    'the file is one of a dataset here. Nothing is stored.',
  audit: null,
  pathParameters: z.object({}),
  query: query({
    from: wordText(['moma', 'pg-json'], { anyCase: true }).default('moma'),
    to: wordText(['croissant'], { anyCase: true }).default('croissant'),
  }),
  body: {
    kind: 'bytes',
    content: {
      [JSON_TYPE]: z
        .record(z.string(), z.unknown())
        .describe('A graph as APRequest has it, or under `ap`.')
        .meta({ examples: [CONVERT_EXAMPLE] }),
      [FORM]: z
        .object({ file: z.string().meta({ format: 'binary', description: 'The graph as JSON.' }) })
        .meta({ examples: [{ file: JSON.stringify(CONVERT_EXAMPLE) }] }),
    },
    schema: z.instanceof(Buffer),
    limit: 'graphBytes',
  },
  success: json('The document.', convertedEnvelope),
  errors: { 400: 'The graph has no dataset, or several.' },
  atOnce: 32,
  async answer({ body, mediaType, incoming }, { datasets: parts }: DatasetEndpointDependencies) {
    const bytes = mediaType === FORM ? await fileOfForm(body, String(incoming.headers['content-type'])) : body;
    const { value, text } = readJson(bytes);
    const graph =
      typeof value === 'object' && value !== null && 'ap' in value && !('nodes' in value) ? value.ap : value;
    const read = apRequest.safeParse(graph, { reportInput: true });
    if (!read.success) throw refused(firstProblems(fieldProblems(read.error, 'body')));
    const whole = requestGraph(text);
    const datasets = whole.nodes.filter(isDataset);
    if (datasets.length !== 1) {
      throw malformed([`a graph to convert has exactly one node labelled sc:Dataset, this one has ${datasets.length}`]);
    }
    const croissant = croissantDocument(await withDigests(whole, parts), datasets[0]['@id']);
    return { status: 200, body: { code: 200, message: 'Converted to Croissant', croissant } };
  },
});

/** The graph with the SHA-256 of files that are here and have none in it. */
async function withDigests(
  graph: DatasetGraph,
  { catalogue, scope }: Pick<DatasetDependencies, 'catalogue' | 'scope'>,
): Promise<DatasetGraph> {
  const nodes: GraphNode[] = [];
  const digests = new Map<string, ReadonlyMap<string, string>>();
  for (const node of graph.nodes) {
    const { dataset = '', name = null } = storageAddress(node.properties['contentUrl']) ?? {};
    let sha256: string | undefined;
    if (name !== null && node.properties['sha256'] === undefined) {
      const id = catalogued(dataset);
      const known = digests.get(id) ?? (await digestsOf(id, { catalogue, scope }));
      digests.set(id, known);
      sha256 = known.get(name);
    }
    nodes.push(sha256 === undefined ? node : { ...node, properties: { ...node.properties, sha256 } });
  }
  return { ...graph, nodes };
}

/** SHA-256 of the files of a dataset by their names; of one that is not here, or not read by who asks, none. */
async function digestsOf(
  id: string,
  { catalogue, scope }: Pick<DatasetDependencies, 'catalogue' | 'scope'>,
): Promise<ReadonlyMap<string, string>> {
  const files = (await readableDataset(catalogue, id, scope)) === null ? [] : await filesOf(catalogue, id);
  return new Map(files.map(({ name, sha256 }) => [name, sha256]));
}
