import type { PgJson, PgJsonNode } from '../../schemas/http/patterns/pg-json.ts';
import type { Row, Statements } from '../stores/catalogue.ts';
import { replaceGraph } from '../stores/graphs/graphs.ts';

/** A node as the newest pattern with it has it, and the patterns that have it. */
export interface PatternNode {
  readonly node: PgJsonNode;
  /** Ids of patterns, the newest first, at most a thousand. */
  readonly patterns: readonly string[];
}

/** Graphs that are read at once. */
const PIECE = 20;
/** Patterns that are named with a node. */
const MOST_NAMED = 1_000;

/** A node of stored patterns; null where none has it. */
export async function patternNode(statements: Statements, id: string): Promise<PatternNode | null> {
  // The time as a text has the microseconds that a Date has not.
  const sql = `SELECT id, body, created::text AS created FROM graphs WHERE kind = 'pattern' AND position($1 IN body) > 0
      AND ($2::timestamptz IS NULL OR created < $2 OR (created = $2 AND id > $3 COLLATE "C"))
    ORDER BY graphs.created DESC, id COLLATE "C" LIMIT ${PIECE}`;
  let node: PgJsonNode | undefined;
  const patterns: string[] = [];
  let last: Row | undefined;
  while (patterns.length < MOST_NAMED) {
    const rows = await statements.query(sql, [JSON.stringify(id), last?.['created'] ?? null, last?.['id'] ?? null]);
    for (const row of rows) {
      const found = (JSON.parse(String(row['body'])) as PgJson).nodes.find((each) => each.id === id);
      node ??= found;
      if (found !== undefined) patterns.push(String(row['id']));
    }
    if (rows.length < PIECE) break;
    last = rows.at(-1);
  }
  return node === undefined ? null : { node, patterns };
}

/**
 * Gives a node properties in every pattern that has it, in a transaction; those that are not named stay.
 *
 * @returns the node as it then is; null where no pattern has it
 */
export async function changeNode(
  statements: Statements,
  id: string,
  properties: Readonly<Record<string, unknown>>,
): Promise<PatternNode | null> {
  const sql = `SELECT id, body FROM graphs WHERE kind = 'pattern' AND id > $2 COLLATE "C" AND position($1 IN body) > 0
    ORDER BY id COLLATE "C" LIMIT ${PIECE} FOR UPDATE`;
  for (let after = ''; ; ) {
    const rows = await statements.query(sql, [JSON.stringify(id), after]);
    for (const row of rows) {
      const graph = JSON.parse(String(row['body'])) as PgJson;
      if (!graph.nodes.some((node) => node.id === id)) continue;
      const nodes = graph.nodes.map((node) =>
        node.id === id ? { ...node, properties: { ...node.properties, ...properties } } : node,
      );
      const changed = { ...graph, nodes };
      await replaceGraph(statements, 'pattern', String(row['id']), changed, JSON.stringify(changed));
    }
    if (rows.length < PIECE) return patternNode(statements, id);
    after = String(rows[rows.length - 1]['id']);
  }
}
