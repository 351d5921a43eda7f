import type { LogRecord } from '../../../ingest/log/event-log.ts';
import { type Station, stationKey } from '../../../schemas/station.ts';

/** A record of the topic `stations`; `updated` is its running number. */
export function record(number: number, station = `s${number % 7}`): LogRecord<Station> {
  const value: Station = {
    network: 'test',
    id: station,
    name: station,
    latitude: 50,
    longitude: 4,
    elevation: null,
    pressureLevel: 'unknown',
    rainInterval: null,
    manufacturer: null,
    model: null,
    retired: false,
    updated: number,
  };
  return { key: stationKey('test', station), value };
}

/** Records with the running numbers from <= n < to. */
export function records(from: number, to: number): LogRecord<Station>[] {
  return Array.from({ length: to - from }, (_, i) => record(from + i));
}
