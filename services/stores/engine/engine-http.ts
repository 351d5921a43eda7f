import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline, type Readable, type Writable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { messageOf } from '../../../schemas/errors.ts';
import type { ConnectionPool, EngineConnection, StatementContext } from './engine-connection.ts';
import { bodyInsert, changesConnection, statementOf } from './engine-statement.ts';
import { roomIn } from './room-in.ts';

/** Names in the URL that are no settings of a statement. */
const NOT_SETTINGS = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'session_id',
  'session_timeout',
  'session_check',
  'user',
  'password',
  'role',
  'quota_key',
  'enable_http_compression',
  'wait_end_of_query',
  'buffer_size',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'client_protocol_version',
]);

/** A body up to this many bytes is one insert: all of it or nothing. A larger one is stored in pieces. */
const ONE_INSERT_BYTES = 64 * 1024 * 1024;
/** A block cannot be cut, so that one may have so many bytes. */
const BLOCK_BYTES = 512 * 1024 * 1024;

/** Where statements run: inserts have connections of their own, so that a slow query does not hold them up. */
export interface EnginePools {
  readonly writers: ConnectionPool;
  readonly readers: ConnectionPool;
}

/**
 * ClickHouse's HTTP interface over the engine, as far as its clients use it. The server is not listening yet.
 *
 * @param admits false for a request of somebody who may not ask; on a socket that only its owner reaches all may
 */
export function engineServer(pools: EnginePools, admits: (request: IncomingMessage) => boolean = () => true): Server {
  const server = createServer({ maxHeaderSize: 1024 * 1024, keepAliveTimeout: 60_000 }, (request, response) => {
    answer(pools, admits, request, response).catch((error: unknown) => refuse(response, error));
  });
  server.requestTimeout = 0;
  return server;
}

async function answer(
  pools: EnginePools,
  admits: (request: IncomingMessage) => boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://engine');
  if (url.pathname === '/ping') {
    response.end('Ok.\n');
    return;
  }
  if (!admits(request)) {
    request.resume();
    throw new Error('Code: 516. DB::Exception: wrong user name or password. (AUTHENTICATION_FAILED)');
  }
  // Unlike `pipe`, `pipeline` ends what is read when the client goes away in the middle; the reader gets the error.
  const body =
    request.headers['content-encoding'] === 'gzip' ? pipeline(request, createGunzip(), () => undefined) : request;
  const asked = url.searchParams.get('query');
  const context = contextOf(url);
  const id = url.searchParams.get('query_id');
  if (id !== null) response.setHeader('X-ClickHouse-Query-Id', id);
  if (asked !== null && /^\s*INSERT\b/i.test(asked)) {
    await insert(pools.writers, asked, context, body, response);
    return;
  }
  const rest = (await collect(body)).toString('utf8');
  const sql = asked === null ? rest : rest === '' ? asked : `${asked}\n${rest}`;
  if (changesConnection(sql)) throw engineError(36, 'SET and USE last for one request: give settings in the URL');
  if (request.method === 'GET' && !/^[\s(]*(SELECT|WITH|SHOW|DESCRIBE|EXISTS|EXPLAIN)\b/i.test(sql)) {
    throw engineError(164, 'GET only reads: use POST');
  }
  const pool = /^\s*INSERT\b/i.test(sql) ? pools.writers : pools.readers;
  const fallback = url.searchParams.get('default_format') ?? 'TabSeparated';
  const zipped =
    url.searchParams.get('enable_http_compression') === '1' &&
    /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  await pool.lend((connection) => run(connection, sql, fallback, context, response, zipped));
}

function contextOf(url: URL): StatementContext {
  const settings = new Map<string, string>();
  const parameters = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
    else if (!NOT_SETTINGS.has(name)) settings.set(name, value);
  }
  return { database: url.searchParams.get('database') ?? 'default', settings, parameters };
}

async function run(
  connection: EngineConnection,
  sql: string,
  fallback: string,
  context: StatementContext,
  response: ServerResponse,
  zipped: boolean,
): Promise<void> {
  await connection.prepare(context);
  const statement = statementOf(sql, fallback);
  response.setHeader('X-ClickHouse-Format', statement.format);
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
  if (!statement.streams) {
    const result = await connection.session.queryAsync(sql, { format: statement.format });
    const out = opened(response, zipped);
    out.end(result.bytes());
    return;
  }
  // Nothing is sent before the first rows are there, so that an error up to then has its own status.
  const tag = randomBytes(8).toString('hex');
  response.setHeader('X-ClickHouse-Exception-Tag', tag);
  let out: Writable | null = null;
  try {
    for await (const chunk of connection.session.queryStream(statement.sql, { format: statement.format })) {
      out ??= opened(response, zipped);
      if (response.destroyed) break;
      if (!out.write(chunk.raw())) await roomIn(out, response);
    }
  } catch (error) {
    if (out === null) throw error;
    const text = `${messageOf(error)}\n`;
    out.end(`\r\n__exception__\r\n${tag}\r\n${text}${Buffer.byteLength(text)} ${tag}\r\n__exception__\r\n`);
    return;
  }
  (out ?? opened(response, zipped)).end();
}

/** The stream to write an answer to, compressed where the client asked for it. */
function opened(response: ServerResponse, zipped: boolean): Writable {
  if (!zipped) return response;
  response.setHeader('Content-Encoding', 'gzip');
  const gzip = createGzip({ level: 1 });
  gzip.pipe(response);
  return gzip;
}

async function insert(
  pool: ConnectionPool,
  sql: string,
  context: StatementContext,
  body: Readable,
  response: ServerResponse,
): Promise<void> {
  const source = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const target = bodyInsert(sql);
  const most = target?.format === 'Native' ? BLOCK_BYTES : ONE_INSERT_BYTES;
  const { bytes, ended } = await collectUpTo(source, most);
  const written = await pool.lend(async (connection) => {
    await connection.prepare(context);
    if (target === null) {
      if (!ended) throw engineError(36, `${sql.slice(0, 80)}: too many bytes for this form of INSERT`);
      await connection.session.queryAsync(bytes.length === 0 ? sql : `${sql}\n${bytes.toString('utf8')}`);
      return { rowsWritten: 0, bytesWritten: 0 };
    }
    if (target.format === 'Native') {
      if (!ended) throw engineError(36, 'a body of the format Native may have 512 MiB at most');
      await connection.insertBlock(target.table, target.columns, bytes);
      return { rowsWritten: 0, bytesWritten: bytes.length };
    }
    const columns = target.columns.length === 0 ? {} : { columns: target.columns };
    const place = { table: target.table, ...columns };
    if (ended) return connection.session.insert({ ...place, format: target.format, values: bytes });
    if (target.format === 'CSV' || target.format === 'CSVWithNames') {
      throw engineError(36, 'a CSV body may have 64 MiB at most: use JSONEachRow, JSONCompactEachRow or TSV');
    }
    return connection.session.insert({
      ...place,
      format: target.format === 'JSONEachRow' || target.format === 'JSONCompactEachRow' ? target.format : 'TSV',
      values: (async function* () {
        yield bytes;
        for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
      })(),
    });
  });
  response.setHeader(
    'X-ClickHouse-Summary',
    JSON.stringify({
      read_rows: String(written.rowsWritten),
      read_bytes: String(bytes.length),
      written_rows: String(written.rowsWritten),
      written_bytes: String(written.bytesWritten),
      total_rows_to_read: '0',
      result_rows: '0',
      result_bytes: '0',
      elapsed_ns: '0',
    }),
  );
  response.end();
}

async function collect(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function collectUpTo(source: AsyncIterator<Buffer>, limit: number): Promise<{ bytes: Buffer; ended: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size < limit) {
    const next = await source.next();
    if (next.done === true) return { bytes: Buffer.concat(chunks), ended: true };
    chunks.push(next.value);
    size += next.value.length;
  }
  return { bytes: Buffer.concat(chunks), ended: false };
}

function engineError(code: number, message: string): Error {
  return new Error(`Code: ${code}. DB::Exception: ${message}. (BAD_ARGUMENTS)`);
}

/** Answers an error as ClickHouse does: its text as body, its code in a header. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const message = messageOf(error);
  const code = /Code: (\d+)/.exec(message)?.[1] ?? '1001';
  response.statusCode = code === '516' ? 403 : 500;
  response.setHeader('X-ClickHouse-Exception-Code', code);
  response.removeHeader('Content-Encoding');
  response.end(`${message}\n`);
}
