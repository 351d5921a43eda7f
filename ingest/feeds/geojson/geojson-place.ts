import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { readNetwork } from '../../validation/identifier.ts';

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** What was found there now; null: nothing new since the version that was known. */
export type Found = { readonly text: string; readonly version: string } | null;

/** Where a GeoJSON feed is: a URL or a file. */
export interface GeojsonPlace {
  /** In words, without credentials. */
  readonly title: string;
  /** Named after the host or the file. */
  readonly network: string;
  /** Rejects with a reason in words where it cannot be read. */
  read(known: string, signal: AbortSignal): Promise<Found>;
}

/** @throws HalcyonError `invalid_configuration` where the text is neither a URL of http nor a path */
export function geojsonPlace(text: string): GeojsonPlace {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return urlPlace(new URL(text));
  if (text !== '' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return filePlace(text);
  throw new HalcyonError('invalid_configuration', 'HALCYON_FEED: geojson: should be followed by an http URL or a path');
}

function urlPlace(url: URL): GeojsonPlace {
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const address = new URL(url);
  address.username = '';
  address.password = '';
  const authorization = credentials === ':' ? {} : { authorization: `Basic ${btoa(credentials)}` };
  return {
    title: `${address.origin}${address.pathname}`,
    network: readNetwork(address.hostname) ?? 'geojson',
    async read(known, signal) {
      const headers = { accept: 'application/geo+json, application/json', ...authorization, ...conditionOf(known) };
      const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const response = await fetch(address, { headers, signal: within }).catch((cause: unknown) => {
        // What went wrong with the connection stands in the cause alone.
        const deeper = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
        throw new Error(`it does not answer (${messageOf(deeper)})`, { cause });
      });
      if (response.status === 304) return null;
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`it answers ${response.status}`);
      }
      const { headers: got } = response;
      const version = JSON.stringify([got.get('etag') ?? '', got.get('last-modified') ?? '']);
      return { text: await textOf(response), version };
    },
  };
}

function conditionOf(known: string): Record<string, string> {
  if (known === '') return {};
  const [etag, modified] = JSON.parse(known) as [string, string];
  if (etag !== '') return { 'if-none-match': etag };
  return modified === '' ? {} : { 'if-modified-since': modified };
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    size += (chunk as Uint8Array).length;
    if (size > MOST_BYTES) throw new Error('its answer is larger than 64 MiB');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function filePlace(path: string): GeojsonPlace {
  return {
    title: path,
    network: readNetwork(basename(path, extname(path))) ?? 'geojson',
    async read(known) {
      try {
        const { mtimeMs, size, ino } = await stat(path);
        const version = `${mtimeMs} ${size} ${ino}`;
        if (size > MOST_BYTES) throw new Error('it is larger than 64 MiB');
        return version === known ? null : { text: await readFile(path, 'utf8'), version };
      } catch (cause) {
        throw new Error(`it cannot be read (${messageOf(cause)})`, { cause });
      }
    },
  };
}
