import type { Row, Statements } from '../catalogue.ts';
import { graphDigest, type PropertyGraph } from './canonical-graph.ts';
import { type GraphQuery, searchPiece, searchText } from './graph-search.ts';

/** A graph as it is stored. */
export interface StoredGraph {
  readonly kind: string;
  readonly id: string;
  /** JSON, as it was given. */
  readonly body: string;
  readonly created: Date;
}

/** What became of a graph that was to be added: it is there now, it was there before, or another one has its id. */
export type Added = 'added' | 'equal' | 'other';

/**
 * Adds a graph, whole or not at all. Of several that come at once with one id, one is added.
 *
 * @param kind what the graph is of: ids are unique in a kind
 * @param id of the node that the graph is of, without U+0000
 * @param body the graph as JSON, as it was given; `graph` is what it says
 */
export async function addGraph(
  statements: Statements,
  kind: string,
  id: string,
  graph: PropertyGraph,
  body: string = JSON.stringify(graph),
): Promise<Added> {
  const digest = graphDigest(graph);
  const added = await statements.query(
    `INSERT INTO graphs (kind, id, body, digest, search) VALUES ($1, $2, $3, $4, $5::text::jsonb)
     ON CONFLICT DO NOTHING RETURNING id`,
    [kind, id, body, digest, searchText(graph)],
  );
  if (added.length > 0) return 'added';
  const [there] = await statements.query('SELECT digest FROM graphs WHERE kind = $1 AND id = $2', [kind, id]);
  return there?.['digest'] === digest ? 'equal' : 'other';
}

/** Gives a graph that is there another content. */
export async function replaceGraph(
  statements: Statements,
  kind: string,
  id: string,
  graph: PropertyGraph,
  body: string,
): Promise<void> {
  await statements.query(
    'UPDATE graphs SET body = $3, digest = $4, search = $5::text::jsonb WHERE kind = $1 AND id = $2',
    [kind, id, body, graphDigest(graph), searchText(graph)],
  );
}

/** The graph of a kind with an id; null where there is none. */
export async function graphWithId(statements: Statements, kind: string, id: string): Promise<StoredGraph | null> {
  const sql = 'SELECT kind, id, body, created FROM graphs WHERE kind = $1 AND id = $2';
  const [row] = await statements.query(sql, [kind, id]);
  return row === undefined ? null : graphOf(row);
}

/**
 * Ids of the graphs that a query finds, in their order.
 *
 * @param page at most `limit` of them, after the id `after`
 */
export async function findGraphs(
  statements: Statements,
  query: GraphQuery,
  page: { readonly limit: number; readonly after?: string },
): Promise<string[]> {
  const rows = await statements.query(
    `SELECT id FROM graphs WHERE kind = $1 AND search @> $2::text::jsonb AND id > $3 COLLATE "C"
     ORDER BY id COLLATE "C" LIMIT $4`,
    [query.kind, searchPiece(query), page.after ?? '', page.limit],
  );
  return rows.map((row) => String(row['id']));
}

function graphOf(row: Row): StoredGraph {
  return {
    kind: String(row['kind']),
    id: String(row['id']),
    body: String(row['body']),
    created: row['created'] as Date,
  };
}
