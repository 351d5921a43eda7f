import { randomUUID } from 'node:crypto';
import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';

/** What a test asks a request to hold, beside what every request has. */
export interface Asked {
  readonly id?: string | number;
  readonly properties?: Record<string, unknown>;
  /** Names of files that are declared. */
  readonly files?: readonly string[];
  readonly bucket?: string;
}

const COMMANDS = { register: 'create', update: 'update', load: 'update' } as const;

/** A request to register, update or load a dataset, in the form of the real ones. */
export function datasetRequest(process: keyof typeof COMMANDS, asked: Asked = {}): DatasetGraph {
  const { id = randomUUID(), properties = {}, files = [], bucket = 'scratchpad' } = asked;
  const archivedAt = process === 'update' ? {} : { archivedAt: `s3://scratchpad/${id}` };
  const dataset = node(id, 'sc:Dataset', { '@type': 'sc:Dataset', name: 'a dataset', ...archivedAt, ...properties });
  const objects = files.map((name) => fileNode(id, name, bucket));
  return graphOf(process, [node('operator', 'DataModelManagement_Operator', parameters(COMMANDS[process]))], {
    nodes: [dataset, ...objects],
    edges: [
      { from: 'operator', to: id, labels: ['input'] },
      ...objects.map((file) => ({ from: id, to: file['@id'], labels: ['distribution'] })),
    ],
  });
}

/** A request for a query of files of datasets; `arg1` is the first of them. */
export function queryRequest(
  statement: string,
  inputs: readonly { readonly id: string; readonly file: string }[],
  more: { readonly root?: string; readonly output?: Record<string, unknown>; readonly software?: string } = {},
): DatasetGraph {
  const objects = inputs.map(({ id, file }) => fileNode(id, file, 'dataset'));
  const args = Object.fromEntries(objects.map((file, at) => [`arg${at + 1}`, file['@id']]));
  const ids = [...new Set(inputs.map(({ id }) => id))];
  const operator = node('operator', 'SQL_Operator', {
    ...parameters('query', args),
    Query: statement,
    Software: { name: more.software ?? 'DuckDB' },
    Step: 1,
  });
  const request = graphOf('query', [operator], {
    nodes: [
      ...ids.map((id) => node(id, 'sc:Dataset', {})),
      ...objects,
      node('output', 'sc:Dataset', { name: 'output', ...more.output }),
    ],
    edges: [
      ...ids.map((id) => ({ from: 'operator', to: id, labels: ['input'] })),
      ...objects.map((file, at) => ({ from: inputs[at].id, to: file['@id'], labels: ['distribution'] })),
      { from: 'operator', to: 'output', labels: ['output'] },
    ],
  });
  return more.root === undefined ? request : withRoot(request, more.root);
}

/** The node of a dataset in a graph. */
export function datasetNode(graph: { readonly nodes: readonly GraphNode[] }): GraphNode {
  const found = graph.nodes.find(({ labels }) => labels.includes('sc:Dataset'));
  if (found === undefined) throw new Error('there is no dataset in it');
  return found;
}

export function node(id: string | number, label: string, properties: Record<string, unknown>): GraphNode {
  return { '@id': id, labels: [label], properties };
}

function fileNode(dataset: string | number, name: string, bucket: string): GraphNode {
  const contentUrl = `s3://${bucket}/${dataset}/${name}`;
  return {
    ...node(randomUUID(), 'cr:FileObject', { name, contentUrl, encodingFormat: 'text/csv' }),
    labels: ['cr:FileObject', 'CSV'],
  };
}

function parameters(command: string, more: Record<string, unknown> = {}) {
  return { Parameters: { command, ...more } };
}

function graphOf(process: string, operators: readonly GraphNode[], about: DatasetGraph): DatasetGraph {
  return {
    nodes: [
      node('pattern', 'Analytical_Pattern', { Process: process }),
      ...operators,
      node('user', 'User', { Name: 'user1' }),
      ...about.nodes,
    ],
    edges: [
      ...operators.map((operator) => ({ from: 'pattern', to: operator['@id'], labels: ['consist_of'] })),
      { from: 'user', to: 'operator', labels: ['intervene'] },
      ...about.edges,
    ],
  };
}

function withRoot(graph: DatasetGraph, root: string): DatasetGraph {
  const end = (id: string | number) => (id === 'pattern' ? root : id);
  return {
    nodes: graph.nodes.map((each) => ({ ...each, '@id': end(each['@id']) })),
    edges: graph.edges.map((edge) => ({ ...edge, from: end(edge.from), to: end(edge.to) })),
  };
}
