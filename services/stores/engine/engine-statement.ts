import type { RawInsertFormat } from 'chdb';

/** An INSERT whose rows come in the body of the request. */
export interface BodyInsert {
  readonly table: string;
  readonly columns: readonly string[];
  readonly format: RawInsertFormat | 'Native';
}

/** A statement taken apart as far as serving it needs. */
export interface Statement {
  readonly sql: string;
  /** Output format, ClickHouse's name. */
  readonly format: string;
  /** True where rows can be sent as they are found. */
  readonly streams: boolean;
}

const BODY_FORMATS: Readonly<Record<string, BodyInsert['format']>> = {
  jsoneachrow: 'JSONEachRow',
  jsoncompacteachrow: 'JSONCompactEachRow',
  tsv: 'TabSeparated',
  tabseparated: 'TabSeparated',
  csv: 'CSV',
  csvwithnames: 'CSVWithNames',
  native: 'Native',
};

const STREAMED_FORMATS = [
  ...['JSONEachRow', 'JSONCompactEachRow', 'JSONStringsEachRow', 'TabSeparated', 'TSV', 'CSV', 'Native'],
];

const INSERT = /^\s*INSERT\s+INTO\s+(?:TABLE\s+)?([\w.`"]+)\s*(?:\(([^()]*)\))?\s*FORMAT\s+(\w+)\s*;?\s*$/i;

/** The INSERT that a statement is, or null where it is not one that takes rows from the body. */
export function bodyInsert(sql: string): BodyInsert | null {
  const match = INSERT.exec(sql);
  const format = match === null ? undefined : BODY_FORMATS[(match[3] ?? '').toLowerCase()];
  if (match === null || format === undefined) return null;
  const columns = (match[2] ?? '').split(',').map((name) => name.trim().replace(/[`"]/g, ''));
  return {
    table: (match[1] ?? '').replace(/[`"]/g, ''),
    columns: columns.filter((name) => name !== ''),
    format,
  };
}

/** Takes the FORMAT clause off the end of a statement; `fallback` where it has none. */
export function statementOf(sql: string, fallback: string): Statement {
  const match = /\sFORMAT\s+(\w+)\s*;?\s*$/i.exec(sql);
  const format = match?.[1] ?? fallback;
  const body = match === null ? sql.replace(/;\s*$/, '') : sql.slice(0, match.index);
  const reads = /^[\s(]*(SELECT|WITH)\b/i.test(body);
  return { sql: body, format, streams: reads && STREAMED_FORMATS.includes(format) };
}

/** True for a statement that would change the connection for those who come after. */
export function changesConnection(sql: string): boolean {
  return /^\s*(SET|USE)\b/i.test(sql);
}
