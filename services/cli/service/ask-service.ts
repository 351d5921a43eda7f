import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { HalcyonError } from '../../../schemas/errors.ts';
import { pathCode } from '../../../schemas/path-reason.ts';
import { DEFAULT_LIMITS } from '../../http/http-limits.ts';
import type { ServiceAddress } from './service-address.ts';

/** How long a connection may take to come about [ms]. */
const CONNECT_MS = 20_000;
/** How much longer than the service allows itself a command waits for it [ms]. */
const MARGIN_MS = 30_000;

/** Codes of connections that came about and were lost. */
const BROKEN_OFF: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** What a command asks of the services. */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream is sent while it is read. */
  readonly body?: string | AsyncIterable<Uint8Array>;
}

/**
 * Sends a request and resolves with the answer, whose body is still to be read: whatever its status, redirects too.
 *
 * @param signal ends the request, and the answer while it is read
 * @throws HalcyonError `store_unavailable` where nothing answers; what a body throws while it is read
 */
export async function askService(
  address: ServiceAddress,
  { method, path, headers = {}, body = '' }: ServiceRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { url, socket, token } = address;
  const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url + path, {
    method,
    // A service that may close the connection does so once it has refused, while more is still sent; the refusal is then lost.
    headers: { ...headers, Connection: 'keep-alive', ...(token !== '' && { Authorization: `Bearer ${token}` }) },
    // A connection for each request: none that the service has closed meanwhile is used again.
    agent: false,
    signal,
    timeout: MARGIN_MS + (method === 'GET' ? DEFAULT_LIMITS.answerMs : DEFAULT_LIMITS.storageMs),
    ...(socket !== null && { socketPath: socket }),
  });
  const slow = setTimeout(() => request.destroy(new Error('no connection')), CONNECT_MS);
  request.once('socket', (connection) => connection.once('connect', () => clearTimeout(slow)));
  request.on('timeout', () => request.destroy(new Error('no answer')));
  try {
    return await new Promise((resolve, reject) => {
      request.once('response', resolve);
      request.on('error', reject);
      if (typeof body === 'string') request.end(body);
      // What is refused is often answered before all of it is sent: then the answer counts, not that sending broke off.
      else pipeline(body, request).catch(reject);
    });
  } catch (cause) {
    if (cause instanceof HalcyonError) throw cause;
    throw unreachable(address, cause);
  } finally {
    clearTimeout(slow);
  }
}

/** The error of services that do not answer, or not to the end. */
export function unreachable({ url, socket, remedy }: ServiceAddress, cause: unknown): HalcyonError {
  const code = pathCode(cause);
  const place = socket ?? url;
  if (/CERT|LEAF_SIGNATURE/.test(code)) {
    const message = `the certificate of ${place} is not trusted (${code}); NODE_EXTRA_CA_CERTS names a file of those that are`;
    return new HalcyonError('store_unavailable', message, { cause });
  }
  if (BROKEN_OFF.has(code)) {
    return new HalcyonError('store_unavailable', `the connection to ${place} broke off (${code}); do it again`, {
      cause,
    });
  }
  const why = code === 'unknown reason' && cause instanceof Error ? cause.message : code;
  return new HalcyonError('store_unavailable', `nothing answers at ${place} (${why}): ${remedy}`, { cause });
}
