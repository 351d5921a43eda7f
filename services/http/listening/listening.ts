import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type Koa from 'koa';
import { HalcyonError } from '../../../schemas/errors.ts';
import { DEFAULT_LIMITS } from '../http-limits.ts';
import { serveAcceptingFirst } from './accept-first.ts';
import type { Tls } from './tls-files.ts';

/** How long requests under way may still take when the service stops, ms. */
const GRACE_MS = 10_000;

/** Slow headers and bodies end by these: a body of the largest size may take five minutes. */
const LIMITS = {
  headersTimeout: 20_000,
  // A file may be as long on its way; whoever reads a body has bounds of its own.
  requestTimeout: DEFAULT_LIMITS.storageMs,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 5_000,
  // The guard refuses a request without Host in the format of every other error; Node's own answer is empty.
  requireHostHeader: false,
};

export interface Listening {
  /** Where it listens, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /** Takes no new request, lets those under way finish (at most ten seconds), closes idle connections. */
  close(): Promise<void>;
}

/**
 * Serves an application on one address.
 *
 * @param where `port` 0 takes a free one; with `tls` it is served by https
 * @throws HalcyonError `invalid_configuration` where the address or the port cannot be had
 */
export async function listen(
  application: Koa,
  where: { readonly host: string; readonly port: number; readonly graceMs?: number; readonly tls?: Tls | null },
): Promise<Listening> {
  const { host, port, graceMs = GRACE_MS, tls = null } = where;
  const handle = application.callback();
  let closing = false;
  const serve: RequestListener = (request, response) => {
    if (closing) response.setHeader('Connection', 'close');
    response.once('close', () => {
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
    void handle(request, response);
  };
  const server = tls === null ? createServer(LIMITS) : createTlsServer({ ...LIMITS, ...tls });
  serveAcceptingFirst(server, serve);
  server.on('clientError', answerUnreadable);
  await bind(server, host, port);
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `${tls === null ? 'http' : 'https'}://${name}:${address.port}`,
    port: address.port,
    close: () => {
      closing = true;
      return stop(server, graceMs);
    },
  };
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException) =>
      reject(new HalcyonError('invalid_configuration', why(cause), { cause }));
    const why = ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EADDRINUSE')
        return `port ${port} of ${host} is taken by another program; set PORT to a free one, or 0`;
      if (code === 'EACCES') return `port ${port} of ${host} may not be taken by this user; set PORT above 1023`;
      return `cannot listen on ${host}, port ${port} (${code ?? 'unknown'}); HALCYON_HOST should be an address of this machine`;
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Bytes that are no HTTP request are answered in the format of every other error. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'payload_too_large', 'the headers of the request are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'request_timeout', 'the request was not complete in time']
        : [400, 'invalid_parameter', 'what was sent is no HTTP request'];
  const body = JSON.stringify({ detail, code });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
