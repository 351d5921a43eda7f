import { HalcyonError } from '../../../schemas/errors.ts';
import { EXPECTED_TIME, readTime } from '../../../schemas/read-time.ts';
import { isoOf } from '../../../schemas/time.ts';
import { shown } from '../graphs/request-roles.ts';

const TABLE_NAMES = ['observations', 'anomalies'] as const;
export type TableName = (typeof TABLE_NAMES)[number];

/** A stretch of a network's time, ms since the epoch, both ends included. */
export interface Stretch {
  readonly network: string;
  readonly from: number;
  readonly to: number;
}

/** What an address names. */
export interface NetworkAddress extends Stretch {
  readonly table: TableName;
}

const SCHEME = /^halcyon:/i;
const ADDRESS = /^halcyon:\/\/([^/?#]+)\/([^/?#]+)(?:\?([^#]*))?$/i;
const RIGHT =
  'halcyon://<network>/observations?from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z, ' +
  'or the same with anomalies, the name of the network percent-encoded';

/** Times that the store can hold, 1900-01-01 and the end of 2298: an end beyond them means all there is on its side. */
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(2299, 0, 1) - 1;

/** True for addresses of a network's own data, also for those that `readNetworkAddress` refuses. */
export function isNetworkAddress(contentUrl: unknown): boolean {
  return typeof contentUrl === 'string' && SCHEME.test(contentUrl);
}

/** The address of a network's table, of a stretch where one is given. */
export function networkAddress(
  network: string,
  table: TableName,
  stretch: Pick<Stretch, 'from' | 'to'> | null,
): string {
  const times = stretch === null ? '' : `?from=${isoOf(stretch.from)}&to=${isoOf(stretch.to)}`;
  return `halcyon://${encodeURIComponent(network)}/${table}${times}`;
}

/**
 * Reads `halcyon://<network>/observations?from=<time>&to=<time>`, times as everywhere (`readTime`).
 *
 * @param now the current time, ms since the epoch
 * @throws HalcyonError `query_failed` that says what would be right
 */
export function readNetworkAddress(address: string, now: number): NetworkAddress {
  const match = ADDRESS.exec(address);
  const network = match === null ? undefined : decoded(match[1]);
  const table = TABLE_NAMES.find((name) => name === match?.[2]);
  if (match === null || network === undefined || table === undefined) throw refused(address, `it should be ${RIGHT}`);
  const times = timesOf(address, match[3] ?? '');
  const from = timeOf(address, 'from', times, now);
  const to = timeOf(address, 'to', times, now);
  if (from > to) throw refused(address, 'it ends before it begins; from should be no later than to');
  return { network, table, from: Math.max(from, EARLIEST), to: Math.min(to, LATEST) };
}

/** The parameters of an address by name. A '+' stays one: zones of times have it. */
function timesOf(address: string, query: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of query.split('&').filter((text) => text !== '')) {
    const [name, ...rest] = part.split('=');
    const value = decoded(rest.join('='));
    if ((name !== 'from' && name !== 'to') || value === undefined || found.has(name)) {
      throw refused(address, `${shown(part)} is not understood; it should have from and to, once each: ${RIGHT}`);
    }
    found.set(name, value);
  }
  return found;
}

function timeOf(address: string, name: string, times: ReadonlyMap<string, string>, now: number): number {
  const text = times.get(name);
  if (text === undefined) throw refused(address, `${name} is missing; it should be ${RIGHT}`);
  const time = readTime(text, now);
  if (time === undefined) throw refused(address, `${name} is ${shown(text)}, should be ${EXPECTED_TIME}`);
  return time;
}

/** A part of an address without its percent-encoding; undefined where that is broken. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** An error about an address. */
export function refused(address: string, why: string): HalcyonError {
  return new HalcyonError('query_failed', `the contentUrl ${shown(address)} cannot be read: ${why}`);
}
