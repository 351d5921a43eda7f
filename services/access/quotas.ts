import { LRUCache } from 'lru-cache';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What one client may do in a time, and how that is said. */
const KINDS = {
  observations: { periodMs: MINUTE_MS, of: 'observations a minute' },
  stations: { periodMs: HOUR_MS, of: 'stations registered an hour' },
  uploads: { periodMs: 24 * HOUR_MS, of: 'bytes uploaded a day' },
  rows: { periodMs: HOUR_MS, of: 'rows of query results an hour' },
} as const;
export type QuotaName = keyof typeof KINDS;

/** The amounts that are configured. */
export function quotasOf(configuration: Configuration): Readonly<Record<QuotaName, number>> {
  const { observationQuota, stationQuota, uploadQuota, rowQuota } = configuration;
  return { observations: observationQuota, stations: stationQuota, uploads: uploadQuota, rows: rowQuota };
}

/** Clients that are remembered at most; who has asked for nothing for longest goes first. */
const MOST_CLIENTS = 10_000;

/** What a client has left, as it was at a time [ms since the epoch]; below 0 where its last request took more. */
interface Left {
  readonly amount: number;
  readonly at: number;
}

/**
 * What each client may bring or take in a time: a bucket for each that fills at an even rate (a token bucket). What a request
 * takes is known when it has been read: it is taken off then, and the next one waits until the bucket is above nothing. Each
 * process counts for itself.
 */
export class Quotas {
  readonly #limits: Readonly<Record<QuotaName, number>>;
  readonly #now: () => number;
  readonly #left = new LRUCache<string, Left>({ max: MOST_CLIENTS });

  /** @param limits amount in the time of each kind; 0: as much as they like */
  constructor(limits: Readonly<Record<QuotaName, number>>, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** @throws HalcyonError `too_many_requests` where a client has nothing left */
  assertLeft(client: string, name: QuotaName): void {
    const most = this.#limits[name];
    if (most === 0) return;
    const left = this.#leftOf(client, name);
    if (left > 0) return;
    const { periodMs, of } = KINDS[name];
    const retryAfter = Math.ceil(((1 - left) * periodMs) / most / 1000);
    const said = `the quota of this client is used up: ${most} ${of}; go on in ${retryAfter} s`;
    throw new HalcyonError('too_many_requests', said, { retryAfter });
  }

  /** Takes an amount off what a client has left. */
  charge(client: string, name: QuotaName, amount: number): void {
    if (this.#limits[name] === 0 || amount === 0) return;
    this.#left.set(`${name} ${client}`, { amount: this.#leftOf(client, name) - amount, at: this.#now() });
  }

  #leftOf(client: string, name: QuotaName): number {
    const most = this.#limits[name];
    const known = this.#left.get(`${name} ${client}`);
    if (known === undefined) return most;
    const refilled = (Math.max(0, this.#now() - known.at) * most) / KINDS[name].periodMs;
    return Math.min(most, known.amount + refilled);
  }
}
