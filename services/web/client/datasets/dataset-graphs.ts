import type { DatasetGraph, GraphNode } from '../../../../schemas/http/datasets/property-graph.ts';
import { newId } from '../api/new-id.ts';
import type { QueriedFile } from './dataset-answers.ts';

/** Labels of the platform's graphs. */
const LABEL = {
  root: 'Analytical_Pattern',
  operator: 'DataModelManagement_Operator',
  query: 'SQL_Operator',
  user: 'User',
  dataset: 'sc:Dataset',
  file: 'cr:FileObject',
} as const;

/** A dataset to be registered, whose files were uploaded under its id. */
export interface NewDataset {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly files: readonly { readonly name: string; readonly type: string }[];
}

/** A request to register a dataset. @param by who asks */
export function registration({ id, name, description, files }: NewDataset, by: string): DatasetGraph {
  const archivedAt = `s3://scratchpad/${id}`;
  const properties = { '@type': LABEL.dataset, name, ...(description !== '' && { description }), archivedAt };
  const objects = files.map((file) =>
    node(LABEL.file, {
      '@type': LABEL.file,
      name: file.name,
      contentUrl: `${archivedAt}/${file.name}`,
      ...(file.type !== '' && { encodingFormat: file.type }),
    }),
  );
  const operator = node(LABEL.operator, { Parameters: { command: 'create' } });
  return framed('register', by, operator, {
    nodes: [node(LABEL.dataset, properties, id), ...objects],
    edges: [edge(operator['@id'], 'input', id), ...objects.map((object) => edge(id, 'distribution', object['@id']))],
  });
}

/** A request to move the files of a dataset to permanent storage. */
export function loading(id: string, by: string): DatasetGraph {
  return changing('load', id, {}, by);
}

/** A request to give a dataset some properties; a `status` is a step of it. */
export function updating(id: string, properties: GraphNode['properties'], by: string): DatasetGraph {
  return changing('update', id, properties, by);
}

function changing(process: string, id: string, properties: GraphNode['properties'], by: string): DatasetGraph {
  const operator = node(LABEL.operator, { Parameters: { command: 'update' } });
  return framed(process, by, operator, {
    nodes: [node(LABEL.dataset, properties, id)],
    edges: [edge(operator['@id'], 'input', id)],
  });
}

/**
 * A request to query files.
 *
 * @param files in the order of the placeholders: the first is `{{arg1}}`
 * @param result name of the dataset that it makes, and its id in the request
 */
export function querying(
  statement: string,
  files: readonly QueriedFile[],
  result: { readonly name: string; readonly id: string },
  by: string,
): DatasetGraph {
  const datasets = [...new Set(files.map(({ dataset }) => dataset))];
  const objects = files.map(({ name, contentUrl, encodingFormat }) =>
    node(LABEL.file, { '@type': LABEL.file, name, contentUrl, encodingFormat }),
  );
  const args = Object.fromEntries(objects.map((file, k) => [`arg${k + 1}`, file['@id']]));
  const operator = node(LABEL.query, {
    Query: statement,
    Software: { name: 'DuckDB' },
    Parameters: { command: 'query', ...args },
    Step: 1,
  });
  return framed('query', by, operator, {
    nodes: [
      ...datasets.map((id) => node(LABEL.dataset, {}, id)),
      ...objects,
      node(LABEL.dataset, { '@type': LABEL.dataset, name: result.name }, result.id),
    ],
    edges: [
      ...datasets.map((id) => edge(operator['@id'], 'input', id)),
      ...objects.map((file, k) => edge(files[k].dataset, 'distribution', file['@id'])),
      edge(operator['@id'], 'output', result.id),
    ],
  });
}

/** Id of the dataset that a query made, of its completed graph; null where there is none. */
export function resultOf({ nodes, edges }: DatasetGraph): string | null {
  const operator = nodes.find(({ labels }) => labels.includes(LABEL.query));
  const output = edges.find(({ from, labels }) => from === operator?.['@id'] && labels.includes('output'));
  return output === undefined ? null : String(output.to);
}

/** A request about datasets: who asks for it, as what, and by which operator. */
function framed(process: string, by: string, operator: GraphNode, about: DatasetGraph): DatasetGraph {
  const root = node(LABEL.root, { Process: process });
  const user = node(LABEL.user, { Name: by });
  return {
    nodes: [root, operator, user, ...about.nodes],
    edges: [
      edge(root['@id'], 'consist_of', operator['@id']),
      edge(user['@id'], 'intervene', operator['@id']),
      ...about.edges,
    ],
  };
}

function node(label: string, properties: GraphNode['properties'], id = newId()): GraphNode {
  return { '@id': id, labels: [label], properties };
}

function edge(from: string | number, label: string, to: string | number) {
  return { from, to, labels: [label] };
}
