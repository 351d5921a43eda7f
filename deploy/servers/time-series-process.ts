import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { messageOf } from '../../schemas/errors.ts';
import { ConnectionPool, prepareBlocks } from '../../services/stores/engine/engine-connection.ts';
import { engineServer } from '../../services/stores/engine/engine-http.ts';

/*
 * The process of the time-series server: opens the folder and serves on loopback until SIGTERM, or until who started it is
 * gone. Started by `startTimeSeries` alone.
 */

/** What it is told first. */
export interface TimeSeriesPlace {
  readonly folder: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** What it answers: it serves, or why it cannot. */
export type TimeSeriesReport = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly detail: string };

const WRITERS = 2;
const READERS = 4;
/** How long an end waits for statements that run [ms]. */
const CLOSE_MS = 5_000;

async function open({ folder, port, user, password }: TimeSeriesPlace): Promise<void> {
  process.umask(0o077);
  const data = join(folder, 'data');
  const pools = { writers: new ConnectionPool(data, WRITERS), readers: new ConnectionPool(data, READERS) };
  await pools.readers.lend((connection) => connection.session.queryAsync('SELECT version()'));
  prepareBlocks(data);
  const expected = digest(user, password);
  const server = engineServer(pools, (request) => timingSafeEqual(digest(...credentials(request)), expected));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  process.once('SIGTERM', () => {
    const end = () => {
      pools.writers.close();
      pools.readers.close();
      process.exit(0);
    };
    server.close(end);
    server.closeIdleConnections();
    setTimeout(end, CLOSE_MS);
  });
}

/** User and password as ClickHouse takes them: by Basic, by headers of its own, or in the URL. */
function credentials({ headers, url }: IncomingMessage): [user: string, password: string] {
  // Node.js reads headers as Latin-1, ClickHouse the bytes as UTF-8.
  const header = (name: string) => Buffer.from(String(headers[name] ?? ''), 'latin1').toString('utf8');
  if (headers['x-clickhouse-user'] !== undefined) return [header('x-clickhouse-user'), header('x-clickhouse-key')];
  const basic = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (basic !== undefined) {
    const text = Buffer.from(basic, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    return [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)];
  }
  const { searchParams } = new URL(url ?? '/', 'http://engine');
  return [searchParams.get('user') ?? '', searchParams.get('password') ?? ''];
}

/** Of one length whatever is given, so that comparing takes the same time. */
function digest(user: string, password: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([user, password]))
    .digest();
}

function report(message: TimeSeriesReport): void {
  if (process.connected) process.send?.(message);
}

process.once('message', (place: TimeSeriesPlace) => {
  open(place).then(
    () => report({ kind: 'ready' }),
    (error: unknown) => report({ kind: 'failed', detail: messageOf(error) }),
  );
});
// Who started it is gone, however it went: what was acknowledged is stored.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
