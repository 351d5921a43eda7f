import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { messageOf } from '../../../schemas/errors.ts';
import { ConnectionPool, prepareBlocks } from './engine-connection.ts';
import { type EnginePools, engineServer } from './engine-http.ts';
import type { EngineCommand, EngineReport, OpenCommand } from './engine-messages.ts';

/*
 * The engine's process: opens the folder of the time series and serves ClickHouse's HTTP interface on a Unix socket until
 * its owner says `close` or dies. Started by `EngineChild` alone.
 */

/** Two batches may be parsed at once; more would only compete for the processors. */
const WRITERS = 2;
const READERS = 4;
/** How long a close waits for statements that run [ms]. */
const CLOSE_MS = 5_000;

let pools: EnginePools | null = null;
let server: Server | null = null;

function report(message: EngineReport): void {
  if (process.connected) process.send?.(message);
}

async function open(command: OpenCommand): Promise<void> {
  process.umask(0o077);
  const writers = new ConnectionPool(command.folder, WRITERS);
  pools = { writers, readers: new ConnectionPool(command.folder, READERS) };
  const version = await pools.readers.lend((connection) => connection.session.queryAsync('SELECT version()'));
  // Whoever opened the folder is its only owner, so that a socket and blocks found here are a dead one's.
  rmSync(command.socket, { force: true });
  prepareBlocks(command.folder);
  const listening = engineServer(pools);
  server = listening;
  await new Promise<void>((resolve, reject) => {
    listening.once('error', reject);
    listening.listen(command.socket, resolve);
  });
  chmodSync(command.socket, 0o600);
  report({ kind: 'ready', version: version.text().trim().replaceAll('"', '') });
}

async function close(): Promise<void> {
  const stopped = new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())));
  server?.closeIdleConnections();
  const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
  await Promise.race([stopped, late]);
  pools?.writers.close();
  pools?.readers.close();
  process.exit(0);
}

process.on('message', (command: EngineCommand) => {
  const work = command.kind === 'open' ? open(command) : close();
  work.catch((error: unknown) => report({ kind: 'failed', detail: messageOf(error) }));
});
// A terminal's Ctrl-C reaches the whole group: the owner decides when the engine ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// The owner is gone, however it went. What was acknowledged is stored, and an orderly end could wait for a long query.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
