import { rainCountOf } from '../../../ingest/rain-kinds.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { SLOT_MS, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import type { WindowReport } from '../../../schemas/window-report.ts';
import type { PartitionShare } from '../time-series-store.ts';
import { lateReports } from './late-reports.ts';
import { type VariableColumns, variablesAt } from './native-blocks.ts';
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
      const same = (one: WindowReport, other: WindowReport) => one.station === other.station;
      for await (const reports of wholeGroups(readReports(client, query, after), same, BATCH_ROWS)) {
        after = reports[reports.length - 1].station;
        yield reports;
      }
      return;
    } catch (error) {
      const passes = error instanceof HalcyonError && error.code === 'store_unavailable';
      if (!passes || after === before) throw error;
    }
  }
}

/** The time tells the parts of the table that are worth looking at: the months, and what came together lately. */
const PLACE = `network = {network:String} AND station > {after:String} AND slot BETWEEN {low:Int64} AND {high:Int64}
  AND time BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})`;
/** The partition of Kafka's default partitioner. */
const SHARE = "has({partitions:Array(UInt32)}, kafkaMurmurHash(concat(network, '/', station)) % {of:UInt32})";
const VALUES = VARIABLES.map((name) => `ifNull(${name}, nan)`).join(', ');
const TYPES = ['String', 'Float64', 'String', ...VARIABLES.map(() => 'Float64' as const)] as const;

/** The newest revision of each report, in batches as they come. In the order of the table nothing has to be sorted. */
async function* readReports(client: StoreClient, query: WindowQuery, after: string): AsyncGenerator<WindowReport[]> {
  const { network, low, high, share } = query;
  const [from, to] = [timeOfSlot(low) - SLOT_MS / 2, timeOfSlot(high) + SLOT_MS / 2];
  const blocks = client.blocks(
    `SELECT station, toFloat64(toUnixTimestamp64Milli(time)), original, ${VALUES} FROM observations
     WHERE ${PLACE} ${share === null ? '' : `AND ${SHARE}`} AND (station, slot, time) NOT IN (${lateReports(PLACE)})
     ORDER BY network, station, slot, time, received`,
    TYPES,
    { network, low, high, from, to, after, outranks: OUTRANKS, ...share },
  );
  let last: WindowReport | null = null;
  for await (const { rows, columns } of blocks) {
    const [stations, times, originals, ...variables] = columns as ReportColumns;
    const reports: WindowReport[] = [];
    for (let i = 0; i < rows; i++) {
      const original = originals[i];
      const report: WindowReport = {
        station: stations[i],
        time: times[i],
        values: variablesAt(variables, i),
        rainCount: original === '' ? null : rainCountOf(objectOf(original)),
      };
      if (last !== null && (last.time !== report.time || last.station !== report.station)) reports.push(last);
      last = report;
    }
    yield reports;
  }
  if (last !== null) yield [last];
}

type ReportColumns = [station: string[], time: Float64Array, original: string[], ...variables: VariableColumns];
