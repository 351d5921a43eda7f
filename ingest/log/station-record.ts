import { stationKey } from '../../schemas/station.ts';
import type { LogRecord } from './event-log.ts';

/** A record of a station's as the log takes it: those of one station stay in order. */
export function stationRecord<T extends { readonly network: string; readonly station: string }>(
  value: T,
): LogRecord<T> {
  return { key: stationKey(value.network, value.station), value };
}
