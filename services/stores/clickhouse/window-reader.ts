import { rainCountOf } from '../../../ingest/rain-kinds.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { WindowReport } from '../../../schemas/window-report.ts';
import type { PartitionShare } from '../time-series-store.ts';
import { lateReports } from './late-reports.ts';
import { objectOf } from './object-text.ts';
import { OUTRANKS } from './ranks.ts';
import type { StoreClient } from './store-client.ts';
import { wholeGroups } from './whole-groups.ts';

/** Rows of one batch at least, where so many are left: what is held of an answer of any length. */
const BATCH_ROWS = 20_000;

/** Which reports are read. */
export interface WindowQuery {
  readonly network: string;
  /** Slots, both included. */
  readonly low: number;
  readonly high: number;
  /** Stations that are asked for; null: all. */
  readonly share: PartitionShare | null;
}

type Row = [
  station: string,
  time: number,
  temp_out: number | null,
  out_hum: number | null,
  wind_speed: number | null,
  bar: number | null,
  rain: number | null,
  original: string,
];

/**
 * What the windows keep of the observations of a network in a stretch of slots: station by station, as the table lies, the
 * slots of each in order, only the newest revisions, without those that came too late to be judged. It comes in batches of
 * whole stations out of one answer, which goes on behind the last whole station where it breaks off.
 */
export async function* readWindowReports(client: StoreClient, query: WindowQuery): AsyncGenerator<WindowReport[]> {
  let after = '';
  for (;;) {
    const before = after;
    try {
      for await (const rows of wholeStations(client, query, after)) {
        after = rows[rows.length - 1][0];
        yield reportsOf(rows);
      }
      return;
    } catch (error) {
      const passes = error instanceof HalcyonError && error.code === 'store_unavailable';
      if (!passes || after === before) throw error;
    }
  }
}

function wholeStations(client: StoreClient, query: WindowQuery, after: string): AsyncGenerator<Row[]> {
  const { share, ...place } = query;
  const asked = { ...place, after, outranks: OUTRANKS, of: share?.of ?? 1, partitions: share?.partitions ?? [0] };
  return wholeGroups(client.stream<Row>(STATEMENT, asked), (one, other) => one[0] === other[0], BATCH_ROWS);
}

const PLACE = 'network = {network:String} AND station > {after:String} AND slot BETWEEN {low:Int64} AND {high:Int64}';
/** The partition of Kafka's default partitioner; of one there is, every station is in it. */
const SHARE = "has({partitions:Array(UInt32)}, kafkaMurmurHash(concat(network, '/', station)) % {of:UInt32})";
const STATEMENT = `SELECT station, toUnixTimestamp64Milli(time), temp_out, out_hum, wind_speed, bar, rain, original
  FROM observations WHERE ${PLACE} AND ${SHARE} AND (station, slot, time) NOT IN (${lateReports(PLACE)})
  ORDER BY station, slot, time, received`;

/** The newest revision of each report. */
function reportsOf(rows: readonly Row[]): WindowReport[] {
  const reports: WindowReport[] = [];
  for (let i = 0; i < rows.length; i++) {
    const [station, time, temp_out, out_hum, wind_speed, bar, rain, original] = rows[i];
    const next = rows[i + 1];
    if (next !== undefined && next[1] === time && next[0] === station) continue;
    const rainCount = original === '' ? null : rainCountOf(objectOf(original));
    reports.push({ station, time, values: { temp_out, out_hum, wind_speed, bar, rain }, rainCount });
  }
  return reports;
}
