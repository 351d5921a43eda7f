import { stationKey } from '../../schemas/station.ts';
import type { LogRecord } from './event-log.ts';

/** A record of a station's as the log takes it: those of one station stay in order. */
export function stationRecord<T extends { readonly network: string; readonly station: string }>(
  value: T,
): LogRecord<T> {
  return { key: stationKey(value.network, value.station), value };
}

/** Header of an observation that comes again. */
const REVISION = 'revision';

/** Headers of an observation that comes again in its delivery, for the `revision`-th time; none for the first, 0. */
export function revisionHeaders(revision: number): { headers?: Record<string, string> } {
  return revision === 0 ? {} : { headers: { [REVISION]: String(revision) } };
}

/** What `revisionHeaders` wrote; 0 where there is nothing of it. */
export function revisionOf(headers: Readonly<Record<string, string>> | undefined): number {
  const revision = Number(headers?.[REVISION] ?? 0);
  return Number.isSafeInteger(revision) ? revision : 0;
}
