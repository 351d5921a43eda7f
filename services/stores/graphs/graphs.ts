import type { Row, Statements } from '../catalogue.ts';
import { graphDigest, type PropertyGraph } from './canonical-graph.ts';

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
    'INSERT INTO graphs (kind, id, body, digest) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id',
    [kind, id, body, digest],
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
  const sql = 'UPDATE graphs SET body = $3, digest = $4 WHERE kind = $1 AND id = $2';
  await statements.query(sql, [kind, id, body, graphDigest(graph)]);
}

/** The graph of a kind with an id; null where there is none. */
export async function graphWithId(statements: Statements, kind: string, id: string): Promise<StoredGraph | null> {
  const sql = 'SELECT kind, id, body, created FROM graphs WHERE kind = $1 AND id = $2';
  const [row] = await statements.query(sql, [kind, id]);
  return row === undefined ? null : graphOf(row);
}

function graphOf(row: Row): StoredGraph {
  return {
    kind: String(row['kind']),
    id: String(row['id']),
    body: String(row['body']),
    created: row['created'] as Date,
  };
}
