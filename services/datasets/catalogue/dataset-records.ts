import type { DatasetState, DatasetType } from '../../../schemas/dataset.ts';
import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';
import type { NetworkScope } from '../../../schemas/network-scope.ts';
import type { Row, Statements } from '../../stores/catalogue.ts';
import { addGraph, replaceGraph } from '../../stores/graphs/graphs.ts';
import { datasetTypes } from '../graphs/dataset-types.ts';
import { canBeKept } from './can-be-kept.ts';

/** Kind of the graphs of datasets in the catalogue. */
const KIND = 'dataset';

/** A registered dataset. */
export interface DatasetRecord {
  /** As its graph has it; the catalogue's is in lower case. */
  readonly id: string;
  readonly state: DatasetState;
  readonly owner: string | null;
  /** Those that whoever made it was bound to, in which alone it is read; null where they were bound to none. */
  readonly networks: readonly string[] | null;
  readonly provenance: Provenance | null;
  readonly registered: Date;
  /** Its own part of the graphs that came in for it. */
  readonly graph: DatasetGraph;
}

/** How a query made a dataset. */
export interface Provenance {
  /** Id of the completed pattern, which the pattern API returns. */
  readonly pattern: string;
  /** Id of the operator in it that made this dataset. */
  readonly operator: string;
  /** As it was sent, with its placeholders. */
  readonly statement: string;
  readonly software: { readonly name: string; readonly version: string };
  readonly inputs: readonly {
    /** The placeholder that stood for it. */
    readonly argument: string;
    readonly dataset: string;
    readonly contentUrl: string;
    /** Hexadecimal; null of a stretch of observations, which is written out for each run. */
    readonly sha256: string | null;
  }[];
  /** Subject of the token of who asked; null where access control was off. */
  readonly by: string | null;
}

/** A state and since when. */
export interface StateSince {
  readonly state: DatasetState;
  readonly since: Date;
}

/** What a list of datasets is asked for. */
export interface DatasetQuery {
  readonly state: DatasetState;
  /** Any of these; all where there are none. */
  readonly types: readonly DatasetType[];
  /** Of these ids alone, lower case; absent: of any. */
  readonly ids?: readonly string[];
  readonly limit: number;
  /** After this id, lower case; '' from the beginning. */
  readonly after: string;
  /** Networks of who asks. */
  readonly scope: NetworkScope;
}

const SELECT = `SELECT d.id, d.state, d.owner, d.networks, d.provenance, d.registered, g.body
  FROM datasets d JOIN graphs g ON g.kind = '${KIND}' AND g.id = d.id`;

/**
 * Holds a dataset until the transaction ends: of those that change one, one does at a time. Several are to be held in one
 * order by everybody, see `holdAll`.
 */
export async function hold(statements: Statements, id: string): Promise<void> {
  if (!canBeKept(id)) return;
  await statements.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`dataset ${id}`]);
}

export async function holdAll(statements: Statements, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await hold(statements, id);
}

/** Adds a dataset with its graph; false where its id is taken. */
export async function addDataset(statements: Statements, record: Omit<DatasetRecord, 'registered'>): Promise<boolean> {
  const { id, state, owner, networks, provenance, graph } = record;
  const added = await statements.query(
    `INSERT INTO datasets (id, state, types, owner, networks, provenance) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      id.toLowerCase(),
      state,
      datasetTypes(graph, id).join(),
      owner,
      networks,
      provenance && JSON.stringify(provenance),
    ],
  );
  if (added.length === 0) return false;
  await addGraph(statements, KIND, id.toLowerCase(), comparable(graph), JSON.stringify(graph));
  await noteState(statements, id.toLowerCase(), state);
  return true;
}

/** Gives a dataset that is held another graph and state. */
export async function changeDataset(
  statements: Statements,
  { id, state: from }: Pick<DatasetRecord, 'id' | 'state'>,
  { state, graph }: Pick<DatasetRecord, 'state' | 'graph'>,
): Promise<void> {
  const key = id.toLowerCase();
  const types = datasetTypes(graph, id).join();
  await statements.query('UPDATE datasets SET state = $2, types = $3 WHERE id = $1', [key, state, types]);
  await replaceGraph(statements, KIND, key, comparable(graph), JSON.stringify(graph));
  if (state !== from) await noteState(statements, key, state);
}

/** The dataset of an id, lower case; null where there is none. */
export async function datasetOf(statements: Statements, id: string): Promise<DatasetRecord | null> {
  if (!canBeKept(id)) return null;
  const [row] = await statements.query(`${SELECT} WHERE d.id = $1`, [id]);
  return row === undefined ? null : recordOf(row);
}

/** The dataset of an id, lower case; null where there is none, or none that is read by who is bound to some networks. */
export async function readableDataset(
  statements: Statements,
  id: string,
  scope: NetworkScope,
): Promise<DatasetRecord | null> {
  const record = await datasetOf(statements, id);
  return record !== null && scope.includesAll(record.networks) ? record : null;
}

/** A page of datasets in the order of their ids. */
export async function listDatasets(statements: Statements, query: DatasetQuery): Promise<DatasetRecord[]> {
  const { state, types, ids, limit, after, scope } = query;
  const rows = await statements.query(
    `${SELECT} WHERE d.state = $1 AND d.id > $2 COLLATE "C"
       AND ($4::text IS NULL OR string_to_array(d.types, ',') && string_to_array($4, ','))
       AND ($5::text[] IS NULL OR d.networks <@ $5)
       AND ($6::text[] IS NULL OR d.id = ANY($6))
     ORDER BY d.id COLLATE "C" LIMIT $3`,
    [state, after, limit, types.length === 0 ? null : types.join(), scope.names, ids?.filter(canBeKept) ?? null],
  );
  return rows.map(recordOf);
}

/** The states that a dataset has been in, oldest first. */
export async function statesOf(statements: Statements, id: string): Promise<StateSince[]> {
  const rows = await statements.query('SELECT state, since FROM dataset_states WHERE dataset = $1 ORDER BY step', [id]);
  return rows.map((row) => ({ state: String(row['state']) as DatasetState, since: row['since'] as Date }));
}

async function noteState(statements: Statements, id: string, state: DatasetState): Promise<void> {
  await statements.query(
    `INSERT INTO dataset_states (dataset, step, state)
     SELECT $1, coalesce(max(step), 0) + 1, $2 FROM dataset_states WHERE dataset = $1`,
    [id, state],
  );
}

/** A dataset's graph in the form in which graphs are compared. */
function comparable(graph: DatasetGraph) {
  return { ...graph, nodes: graph.nodes.map(({ '@id': id, ...node }) => ({ ...node, id })) };
}

function recordOf(row: Row): DatasetRecord {
  const graph = JSON.parse(String(row['body'])) as DatasetGraph;
  const key = String(row['id']);
  const node = graph.nodes.find(({ '@id': id }) => String(id).toLowerCase() === key);
  return {
    id: String(node?.['@id'] ?? key),
    state: String(row['state']) as DatasetState,
    owner: row['owner'] === null ? null : String(row['owner']),
    networks: row['networks'] as string[] | null,
    provenance: row['provenance'] === null ? null : (JSON.parse(String(row['provenance'])) as Provenance),
    registered: row['registered'] as Date,
    graph,
  };
}
