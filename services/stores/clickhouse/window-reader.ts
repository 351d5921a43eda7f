import { rainCountOf } from '../../../ingest/rain-kinds.ts';
import type { WindowReport } from '../../../schemas/window-report.ts';
import { objectOf } from './object-text.ts';
import { OUTRANKS } from './ranks.ts';
import type { StoreClient } from './store-client.ts';

/** Rows of one chunk: some 40 MB while it is held. */
const CHUNK_ROWS = 100_000;

/** Which reports are read. */
export interface WindowQuery {
  readonly network: string;
  /** Slots, both included. */
  readonly low: number;
  readonly high: number;
  /** Rows of one chunk at most; more than any station has in these slots. */
  readonly chunkRows?: number;
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
 * slots of each in order, only the newest revisions, without those that came too late to be judged. A bounded chunk of
 * whole stations at a time; the next is fetched while one is worked on.
 */
export async function* readWindowReports(client: StoreClient, query: WindowQuery): AsyncGenerator<WindowReport[]> {
  let pending: Promise<Row[]> | null = fetchRows(client, query, '');
  try {
    while (pending !== null) {
      const rows: Row[] = await pending;
      pending = null;
      const whole = rows.length < limitOf(query) ? rows : withoutLastStation(rows);
      if (whole.length === 0) return;
      const last = whole[whole.length - 1][0];
      if (whole.length < rows.length) pending = fetchRows(client, query, last);
      // Where the reader fails first, nobody waits for this one: its own error must not end the process.
      pending?.catch(() => undefined);
      yield reportsOf(whole, await lateOnes(client, query, whole[0][0], last));
    }
  } finally {
    await pending?.catch(() => undefined);
  }
}

function limitOf({ chunkRows = CHUNK_ROWS }: WindowQuery): number {
  return chunkRows;
}

/** The last station of a full chunk may have more rows than came: it is read with the next. */
function withoutLastStation(rows: Row[]): Row[] {
  const last = rows[rows.length - 1][0];
  let end = rows.length;
  while (end > 0 && rows[end - 1][0] === last) end--;
  return rows.slice(0, end);
}

function fetchRows(client: StoreClient, query: WindowQuery, after: string): Promise<Row[]> {
  const { network, low, high } = query;
  return client.rows<Row>(
    `SELECT station, toUnixTimestamp64Milli(time), temp_out, out_hum, wind_speed, bar, rain, original FROM observations
     WHERE network = {network:String} AND station > {after:String} AND slot BETWEEN {low:Int64} AND {high:Int64}
     ORDER BY station, slot, time, received LIMIT {limit:UInt32}`,
    { network, low, high, after, limit: limitOf(query) },
  );
}

/** Station and time of the observations that are marked late, among the stations from first to last. */
async function lateOnes(client: StoreClient, query: WindowQuery, first: string, last: string): Promise<Set<string>> {
  const { network, low, high } = query;
  const rows = await client.rows<[station: string, time: number]>(
    `SELECT station, toUnixTimestamp64Milli(time) FROM judgements
     WHERE network = {network:String} AND station BETWEEN {first:String} AND {last:String}
       AND slot BETWEEN {low:Int64} AND {high:Int64}
     GROUP BY station, slot, time HAVING max(rank) < {outranks:UInt64}`,
    { network, low, high, first, last, outranks: OUTRANKS },
  );
  return new Set(rows.map(([station, time]) => `${time} ${station}`));
}

function reportsOf(rows: readonly Row[], late: ReadonlySet<string>): WindowReport[] {
  const reports: WindowReport[] = [];
  for (let i = 0; i < rows.length; i++) {
    const [station, time, temp_out, out_hum, wind_speed, bar, rain, original] = rows[i];
    const next = rows[i + 1];
    if (next !== undefined && next[1] === time && next[0] === station) continue;
    if (late.size > 0 && late.has(`${time} ${station}`)) continue;
    const rainCount = original === '' ? null : rainCountOf(objectOf(original));
    reports.push({ station, time, values: { temp_out, out_hum, wind_speed, bar, rain }, rainCount });
  }
  return reports;
}
