import type { PgJson } from '../../schemas/http/patterns/pg-json.ts';
import type { Statements } from '../stores/catalogue.ts';

/** Which patterns are listed; what is null is not asked. */
export interface PatternSearch {
  /** One of their nodes has it. */
  readonly label: string | null;
  /** Words that stand anywhere in the pattern, in any case, all of them. */
  readonly text: string | null;
  /** Id of a node of theirs, as a dataset is one. */
  readonly dataset: string | null;
  /** How many are passed over, and how many are given. */
  readonly offset: number;
  readonly limit: number;
}

/** A page of patterns, as they were given, in the order of their ids, and how many there are in all. */
export interface PatternPage {
  readonly bodies: readonly string[];
  readonly total: number;
}

/** Patterns that are read at once: each may be of 16 MiB. */
const PIECE = 20;

/** A page of the patterns that a search finds. */
export async function searchedPatterns(statements: Statements, search: PatternSearch): Promise<PatternPage> {
  const { offset, limit, label, dataset } = search;
  if (label === null && dataset === null) return pageByText(statements, search);
  const bodies: string[] = [];
  let total = 0;
  for await (const body of matching(statements, search)) {
    if (total >= offset && bodies.length < limit) bodies.push(body);
    total += 1;
  }
  return { bodies, total };
}

/** The same where the words alone tell which: no pattern is read but those of the page. */
async function pageByText(statements: Statements, search: PatternSearch): Promise<PatternPage> {
  const { where, parameters } = conditionsOf(search);
  const [counted] = await statements.query(`SELECT count(*) AS total FROM graphs WHERE ${where}`, parameters);
  const place = parameters.length;
  const sql = `SELECT body FROM graphs WHERE ${where} ORDER BY id COLLATE "C" OFFSET $${place + 1} LIMIT $${place + 2}`;
  const rows = await statements.query(sql, [...parameters, search.offset, search.limit]);
  return { bodies: rows.map((row) => String(row['body'])), total: Number(counted['total']) };
}

/** What the body of a pattern has to hold: words in any case, and label and id as they stand in JSON. */
function conditionsOf({ label, text, dataset }: PatternSearch) {
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean).map(escaped);
  const quoted = [label, dataset].filter((each) => each !== null).map((each) => JSON.stringify(each));
  const parameters: string[] = [...words, ...quoted];
  const conditions = parameters.map((_each, at) => {
    return `position($${at + 1} IN ${at < words.length ? 'lower(body)' : 'body'}) > 0`;
  });
  return { where: ["kind = 'pattern'", ...conditions].join(' AND '), parameters };
}

async function* matching(statements: Statements, search: PatternSearch): AsyncGenerator<string> {
  // What a text lacks the graph lacks; what it has is looked for in the graph.
  const { label, dataset } = search;
  const { where, parameters } = conditionsOf(search);
  const place = parameters.length;
  const sql = `SELECT id, body FROM graphs WHERE ${where} AND id > $${place + 1} COLLATE "C"
    ORDER BY id COLLATE "C" LIMIT $${place + 2}`;
  for (let after = ''; ; ) {
    const rows = await statements.query(sql, [...parameters, after, PIECE]);
    for (const row of rows) {
      const body = String(row['body']);
      const { nodes } = JSON.parse(body) as PgJson;
      const isLabelled = label === null || nodes.some(({ labels }) => labels.includes(label));
      if (isLabelled && (dataset === null || nodes.some(({ id }) => id === dataset))) yield body;
    }
    if (rows.length < PIECE) return;
    after = String(rows[rows.length - 1]['id']);
  }
}

/** A text as it stands inside of one of JSON. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
