import { readFile, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { basename, extname } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { boundedBytes } from '../../../schemas/bounded-bytes.ts';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { bareName, OutwardHosts } from '../../../schemas/outward-hosts.ts';
import { outwardRequest } from '../../../schemas/outward-request.ts';
import { assertRegularFile } from '../../../schemas/path-reason.ts';
import { readNetwork } from '../../validation/identifier.ts';
import { PlaceAway, retryAfter } from './place-away.ts';

/** What was found there now; null: nothing new since the version that was known. */
export type Found = { readonly text: string; readonly version: string } | null;

/** What is known to a look. */
interface Look {
  /** Version of what was found last; '' where there is none. */
  readonly known: string;
  readonly signal: AbortSignal;
  /** Current time, ms since the epoch. */
  readonly now: number;
}

/** Where a GeoJSON feed is: a URL or a file. */
export interface GeojsonPlace {
  /** In words, without credentials. */
  readonly title: string;
  /** Named after the host or the file. */
  readonly network: string;
  /** Rejects with PlaceAway where it cannot be read. */
  read(look: Look): Promise<Found>;
}

export interface PlaceLimits {
  /** Longest time that an answer may take as a whole, ms. */
  readonly timeoutMs: number;
  /** Largest answer or file that is read, bytes. */
  readonly mostBytes: number;
}

const LIMITS: PlaceLimits = { timeoutMs: 30_000, mostBytes: 64 * 1024 * 1024 };

/** Two changes so close together may bear the same time: a version that is younger is not relied on. */
const RACY_MS = 2_000;
const MOST_REDIRECTS = 5;

/** @throws HalcyonError `invalid_configuration` where the text is neither a URL of http nor a path */
export function geojsonPlace(text: string, limits: PlaceLimits = LIMITS): GeojsonPlace {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return urlPlace(new URL(text), limits);
  if (text !== '' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return filePlace(text, limits);
  throw new HalcyonError('invalid_configuration', 'HALCYON_FEED: geojson: should be followed by an http URL or a path');
}

function urlPlace(url: URL, { timeoutMs, mostBytes }: PlaceLimits): GeojsonPlace {
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const address = new URL(url);
  address.username = '';
  address.password = '';
  const authorization: OutgoingHttpHeaders = credentials === ':' ? {} : { authorization: `Basic ${btoa(credentials)}` };
  return {
    title: `${address.origin}${address.pathname}`,
    network: readNetwork(address.hostname) ?? 'geojson',
    async read({ known, signal, now }) {
      const headers = {
        accept: 'application/geo+json, application/json',
        'accept-encoding': 'gzip',
        ...authorization,
        ...conditionOf(known),
      };
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        const response = await answerAt(address, headers, within);
        const { statusCode = 0 } = response;
        if (statusCode === 304 || statusCode < 200 || statusCode >= 300) response.destroy();
        if (statusCode === 304) return null;
        if (statusCode >= 200 && statusCode < 300) {
          return { text: await textOf(response, mostBytes), version: versionOf(response.headers) };
        }
        const retryAfterMs = retryAfter(response.headers['retry-after'] ?? null, now);
        throw new PlaceAway(`it answers ${statusCode}`, { retryAfterMs });
      } catch (cause) {
        if (cause instanceof PlaceAway) throw cause;
        if (within.aborted) throw new PlaceAway(`it did not answer in ${timeoutMs / 1000} s`, { cause });
        throw new PlaceAway(`it does not answer (${messageOf(cause)})`, { cause });
      }
    },
  };
}

/**
 * The answer at an address, redirects followed. The operator names the address itself; where it leads on to another host,
 * that is what the feed says: then only public ones are called, and they are not shown the password.
 */
async function answerAt(
  place: URL,
  headers: OutgoingHttpHeaders,
  signal: AbortSignal,
  redirects = MOST_REDIRECTS,
  hosts = new OutwardHosts(['*', bareName(place)], { own: false, near: false, list: 'HALCYON_FEED' }),
): Promise<IncomingMessage> {
  const response = await outwardRequest(place, hosts, { headers, signal });
  const { statusCode = 0 } = response;
  const { location } = response.headers;
  const leadsOn = statusCode >= 300 && statusCode < 400 && statusCode !== 304;
  if (!leadsOn || location === undefined || !URL.canParse(location, place.href)) return response;
  response.destroy();
  const next = new URL(location, place);
  if (redirects === 0 || !/^https?:$/.test(next.protocol)) throw new PlaceAway('it leads on and on');
  const { authorization, ...others } = headers;
  const shown = next.origin === place.origin && authorization !== undefined ? { ...others, authorization } : others;
  return answerAt(next, shown, signal, redirects - 1, hosts);
}

function versionOf({ etag = '', 'last-modified': modified = '', date = '' }: IncomingHttpHeaders): string {
  // A time of whole seconds is a weak validator while its second may not be over (RFC 9110 section 8.8.2.2).
  const age = Date.parse(date) - Date.parse(modified);
  if (etag === '' && !(age >= RACY_MS)) return '';
  return JSON.stringify([etag, modified]);
}

function conditionOf(known: string): Record<string, string> {
  if (known === '') return {};
  const [etag, modified] = JSON.parse(known) as [string, string];
  return etag === '' ? { 'if-modified-since': modified } : { 'if-none-match': etag };
}

async function textOf(response: IncomingMessage, mostBytes: number): Promise<string> {
  const isPacked = /^(x-)?gzip$/i.test(response.headers['content-encoding'] ?? '');
  const body: AsyncIterable<Buffer> = isPacked ? pipeline(response, createGunzip(), () => undefined) : response;
  const bytes = await boundedBytes(body, mostBytes, () => tooLarge('its answer is', mostBytes));
  return bytes.toString('utf8');
}

function filePlace(path: string, { mostBytes }: PlaceLimits): GeojsonPlace {
  return {
    title: path,
    network: readNetwork(basename(path, extname(path))) ?? 'geojson',
    async read({ known }) {
      try {
        await assertRegularFile(path);
        const { mtimeMs, size, ino } = await stat(path);
        if (size > mostBytes) throw tooLarge('it is', mostBytes);
        const settled = Date.now() - mtimeMs >= RACY_MS;
        const version = settled ? `${mtimeMs} ${size} ${ino}` : '';
        return version !== '' && version === known ? null : { text: await readFile(path, 'utf8'), version };
      } catch (cause) {
        if (cause instanceof PlaceAway) throw cause;
        throw new PlaceAway(`it cannot be read (${messageOf(cause)})`, { cause });
      }
    },
  };
}

function tooLarge(what: string, mostBytes: number): PlaceAway {
  return new PlaceAway(`${what} larger than ${mostBytes / 1024 / 1024} MiB`);
}
