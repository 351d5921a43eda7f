import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';

/** The dataset that the examples are about, from its upload to a query. */
export const EXAMPLE_DATASET = '4f1c1f4e-6a3b-4a57-9d55-0a5b8a6f0c22';
/** Its file. */
export const EXAMPLE_FILE = { name: 'places.csv', text: 'place,height\nAlpha,12\nBeta,340\n' };

const FILE_ID = 'b2f0a7de-7d3c-4a0e-9a55-3c1d8f1b6e01';

/** Registers it, while its file is on the scratchpad. */
export const REGISTER_EXAMPLE = change('register', 'create', {
  name: 'Places',
  archivedAt: `s3://scratchpad/${EXAMPLE_DATASET}`,
});
/** Moves its file to permanent storage. */
export const LOAD_EXAMPLE = change('load', 'update', { archivedAt: `s3://scratchpad/${EXAMPLE_DATASET}` });
/** Says more of it. */
export const UPDATE_EXAMPLE = change('update', 'update', { description: 'Where the stations are.' });

/** A graph of it to convert. */
export const CONVERT_EXAMPLE: DatasetGraph = {
  nodes: [
    node(EXAMPLE_DATASET, 'sc:Dataset', { name: 'Places', description: 'Where the stations are.' }),
    node(FILE_ID, 'cr:FileObject', {
      name: EXAMPLE_FILE.name,
      contentUrl: 'https://example.org/places.csv',
      encodingFormat: 'text/csv',
      sha256: '74c69dce5b7c5918c61f3328f08974b426485546cf5f590c26c6489f9ebe3803',
    }),
    node('records', 'cr:RecordSet', { name: 'places' }),
    node('place', 'cr:Field', { name: 'place', dataType: 'sc:Text' }),
  ],
  edges: [
    { from: EXAMPLE_DATASET, to: FILE_ID, labels: ['distribution'] },
    { from: EXAMPLE_DATASET, to: 'records', labels: ['recordSet'] },
    { from: 'records', to: 'place', labels: ['field'] },
  ],
};

/** Asks its file. */
export const QUERY_EXAMPLE: DatasetGraph = {
  nodes: [
    node('query', 'Analytical_Pattern', { Process: 'query' }),
    node('operator', 'SQL_Operator', {
      Parameters: { command: 'query', arg1: FILE_ID },
      Query: 'SELECT place FROM {{arg1}} WHERE height > 100',
      Software: { name: 'DuckDB' },
      Step: 1,
    }),
    node('me', 'User', { Name: 'me' }),
    node(EXAMPLE_DATASET, 'sc:Dataset', {}),
    node(FILE_ID, 'cr:FileObject', {
      name: EXAMPLE_FILE.name,
      contentUrl: `s3://dataset/${EXAMPLE_DATASET}/${EXAMPLE_FILE.name}`,
      encodingFormat: 'text/csv',
    }),
    node('result', 'sc:Dataset', { name: 'High places' }),
  ],
  edges: [
    { from: 'query', to: 'operator', labels: ['consist_of'] },
    { from: 'me', to: 'operator', labels: ['intervene'] },
    { from: 'operator', to: EXAMPLE_DATASET, labels: ['input'] },
    { from: EXAMPLE_DATASET, to: FILE_ID, labels: ['distribution'] },
    { from: 'operator', to: 'result', labels: ['output'] },
  ],
};

/** A request that changes the dataset. */
function change(process: string, command: string, properties: Readonly<Record<string, unknown>>): DatasetGraph {
  return {
    nodes: [
      node(process, 'Analytical_Pattern', { Process: process }),
      node('operator', 'DataModelManagement_Operator', { Parameters: { command } }),
      node('me', 'User', { Name: 'me' }),
      node(EXAMPLE_DATASET, 'sc:Dataset', properties),
    ],
    edges: [
      { from: process, to: 'operator', labels: ['consist_of'] },
      { from: 'operator', to: EXAMPLE_DATASET, labels: ['input'] },
      { from: 'me', to: 'operator', labels: ['intervene'] },
    ],
  };
}

function node(id: string, label: string, properties: Readonly<Record<string, unknown>>): GraphNode {
  return { '@id': id, labels: [label], properties };
}
