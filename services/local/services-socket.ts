import { chmodSync } from 'node:fs';
import { realpath, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type Koa from 'koa';
import { HalcyonError } from '../../schemas/errors.ts';
import { socketPath } from '../stores/data-folder.ts';

/** How long a command waits for an answer of the running system [ms]: a push may judge a lot. */
const ANSWER_MS = 600_000;

/** A request to the running system. */
export interface LocalRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

/** What it answered. */
export interface LocalAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * The Unix socket on which a system serves the commands of whoever owns its data folder. It needs no token: who may open
 * it may read and write the stores themselves.
 */
export async function servicesSocket(dataFolder: string): Promise<string> {
  return socketPath(await realpath(dataFolder).catch(() => resolve(dataFolder)), 'services.sock');
}

/** Serves an application on the socket, which only this process may hold. Returns how to end it. */
export async function listenLocally(application: Koa, socket: string): Promise<() => Promise<void>> {
  await rm(socket, { force: true });
  const handle = application.callback();
  // A large file may be on its way for long: whoever owns the data folder sends it.
  const server = createServer(
    { requireHostHeader: false, requestTimeout: 0 },
    (incoming, response) => void handle(incoming, response),
  );
  const umask = process.umask(0o077);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socket, resolve);
    });
    chmodSync(socket, 0o600);
  } catch (cause) {
    throw new HalcyonError('cannot_write', `the socket ${socket} cannot be made`, { cause });
  } finally {
    process.umask(umask);
  }
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    await closed;
    await rm(socket, { force: true });
  };
}

/** True where a system of this data folder serves its commands. */
export async function servesLocally(socket: string): Promise<boolean> {
  return ask(socket, { method: 'GET', path: '/healthz', contentType: '', body: '' }, 2_000).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Asks the running system. @throws HalcyonError `store_unavailable` where it does not answer */
export async function askLocally(socket: string, asked: LocalRequest): Promise<LocalAnswer> {
  return ask(socket, asked, ANSWER_MS).catch((cause: unknown) => {
    throw new HalcyonError('store_unavailable', `the running system at ${dirname(socket)} does not answer`, { cause });
  });
}

/**
 * Reads a long answer of the running system.
 *
 * @returns the answer as it comes; it breaks off with an error where the system does
 * @throws HalcyonError `store_unavailable` where it does not answer, or not with 200
 */
export function readLocally(socket: string, path: string): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const silent = (what: string, cause?: unknown): HalcyonError =>
      new HalcyonError('store_unavailable', `the running system at ${dirname(socket)} ${what}`, { cause });
    const sent = request({ socketPath: socket, path, headers: { Host: 'localhost' }, timeout: ANSWER_MS }, (answer) => {
      if (answer.statusCode === 200) return resolve(answer);
      answer.resume();
      reject(silent(`answered ${answer.statusCode} to ${path}`));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', (cause) => reject(silent('does not answer', cause)));
    sent.end();
  });
}

function ask(socket: string, { method, path, contentType, body }: LocalRequest, ms: number): Promise<LocalAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { Host: 'localhost', ...(contentType !== '' && { 'Content-Type': contentType }) };
    const sent = request({ socketPath: socket, method, path, headers, timeout: ms }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces).toString('utf8') }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end(body);
  });
}
