import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { DatasetGraph, GraphEdge, GraphNode } from '../../../../schemas/http/datasets/property-graph.ts';
import { datasetTypes } from '../../../datasets/graphs/dataset-types.ts';
import { mediaTypeOf } from '../../../datasets/graphs/file-format.ts';
import * as label from '../../../datasets/graphs/labels.ts';
import { addressText } from '../../../datasets/storage/storage-address.ts';
import { ROOT_LABEL } from '../../../patterns/pattern-problems.ts';
import { TASK_LABEL } from '../../../patterns/task-links.ts';
import type { CommandIo } from '../../frame/command-frame.ts';

/** What each kind of request is called in its graph, as the platform's own requests have it. */
const REQUESTS = {
  register: { command: 'create', title: 'Register', doing: 'Registering', accomplished: 'is_accomplished' },
  load: { command: 'update', title: 'Load', doing: 'Loading', accomplished: 'is_accomplished' },
  update: { command: 'update', title: 'Update', doing: 'Updating', accomplished: 'is_accomplished' },
  query: { command: 'query', title: 'Query', doing: 'Querying', accomplished: 'is_achieved' },
} as const;

/** A file that a query reads. */
export interface QueriedFile {
  /** Id of its dataset. */
  readonly dataset: string;
  readonly name: string;
  readonly contentUrl: string;
  readonly encodingFormat: string;
}

/** A request to register a dataset whose files are on the scratchpad. */
export function registration(
  id: string,
  properties: Readonly<Record<string, unknown>>,
  files: readonly string[],
  io: CommandIo,
): DatasetGraph {
  const archivedAt = addressText('scratchpad', id);
  const dataset = node(label.DATASET, { '@type': label.DATASET, ...properties, archivedAt }, id);
  const objects = files.map((name) => {
    const contentUrl = addressText('scratchpad', id, name);
    return fileObject({ dataset: id, name, contentUrl, encodingFormat: mediaTypeOf(name) });
  });
  const operator = node(label.OPERATOR, {});
  return framed('register', operator, io, {
    nodes: [dataset, ...objects],
    edges: [edge(operator, label.INPUT, dataset), ...objects.map((file) => edge(dataset, label.DISTRIBUTION, file))],
  });
}

/** A request to load a dataset. */
export function loading(id: string, io: CommandIo): DatasetGraph {
  return ofDataset('load', id, { '@type': label.DATASET }, io);
}

/** A request to mark a dataset as deleted. */
export function deletion(id: string, io: CommandIo): DatasetGraph {
  return ofDataset('update', id, { status: 'Deleted' }, io);
}

/** A request about a dataset alone. */
function ofDataset(
  process: 'load' | 'update',
  id: string,
  properties: GraphNode['properties'],
  io: CommandIo,
): DatasetGraph {
  const dataset = node(label.DATASET, properties, id);
  const operator = node(label.OPERATOR, {});
  return framed(process, operator, io, { nodes: [dataset], edges: [edge(operator, label.INPUT, dataset)] });
}

/**
 * A request to query files.
 *
 * @param files in the order of the placeholders: the first is `{{arg1}}`
 * @param name of the dataset that it makes
 */
export function querying(statement: string, files: readonly QueriedFile[], name: string, io: CommandIo): DatasetGraph {
  const datasets = new Map(files.map(({ dataset }) => [dataset, node(label.DATASET, {}, dataset)]));
  const objects = files.map(fileObject);
  const operator = node(label.SQL_OPERATOR, { Query: statement, Software: { name: 'DuckDB' } });
  const output = node(label.DATASET, { '@type': label.DATASET, name, description: 'Result of a query' });
  const about = {
    nodes: [...datasets.values(), ...objects, output],
    edges: [
      ...[...datasets.values()].map((dataset) => edge(operator, label.INPUT, dataset)),
      ...objects.map((file, at) => ({ from: files[at].dataset, to: file['@id'], labels: [label.DISTRIBUTION] })),
      edge(operator, label.OUTPUT, output),
    ],
  };
  const args = Object.fromEntries(objects.map((file, at) => [`arg${at + 1}`, file['@id']]));
  return framed('query', operator, io, about, args);
}

/** A request about datasets: who asks for it, as what, and by which operator. */
function framed(
  process: keyof typeof REQUESTS,
  operator: GraphNode,
  io: CommandIo,
  about: DatasetGraph,
  args: Readonly<Record<string, unknown>> = {},
): DatasetGraph {
  const { command, title, doing, accomplished } = REQUESTS[process];
  const now = new Date(io.now()).toISOString();
  const when = { PublishedDate: now.slice(0, 10), StartTime: now.slice(11, 19) };
  const pattern = node(ROOT_LABEL, {
    Name: `${title} Dataset AP`,
    Description: `Analytical Pattern to ${process} a dataset`,
    Process: process,
    ...when,
  });
  const properties = {
    Name: `${title} Operator`,
    ...operator.properties,
    Parameters: { command, ...args },
    Step: 1,
    ...when,
  };
  const user = node(label.USER, { Name: userName(io) });
  const task = node(TASK_LABEL, { Name: `Dataset ${doing} Task`, Description: `Task to ${process} a dataset` });
  return {
    nodes: [pattern, { ...operator, properties }, user, task, ...about.nodes],
    edges: [
      edge(pattern, 'consist_of', operator),
      edge(user, 'intervene', operator),
      edge(user, 'request', task),
      edge(task, accomplished, pattern),
      ...about.edges,
    ],
  };
}

function node(name: string, properties: GraphNode['properties'], id: string = randomUUID()): GraphNode {
  return { '@id': id, labels: [name], properties };
}

function edge(from: GraphNode, name: string, to: GraphNode): GraphEdge {
  return { from: from['@id'], to: to['@id'], labels: [name] };
}

/** The node of a file, with the label of the type of dataset that its format makes. */
function fileObject({ name, contentUrl, encodingFormat }: QueriedFile): GraphNode {
  const described = { '@type': label.FILE_OBJECT, name, description: '', contentUrl, encodingFormat };
  const file = node(label.FILE_OBJECT, described);
  const types = datasetTypes(
    { nodes: [file], edges: [{ from: '', to: file['@id'], labels: [label.DISTRIBUTION] }] },
    '',
  );
  return { ...file, labels: [...file.labels, ...types] };
}

/** Who runs the command, by the name that the system knows them by. */
function userName({ environment }: CommandIo): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number that has no name.
    return environment['USER'] ?? `user ${process.getuid?.() ?? ''}`.trim();
  }
}
