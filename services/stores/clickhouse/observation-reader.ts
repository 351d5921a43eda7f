import { HalcyonError } from '../../../schemas/errors.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { slotOf } from '../../../schemas/time.ts';
import { lateReports } from './late-reports.ts';
import { OBSERVATION_SELECT, type ObservationRow, observationOf } from './observation-rows.ts';
import { OUTRANKS } from './ranks.ts';
import type { StoreClient } from './store-client.ts';
import { wholeGroups } from './whole-groups.ts';

/**
 * Rows of one statement at most, where one slot does not hold more. The table lies station by station: each statement looks
 * at all that is stored of the months it touches, however few of their slots it asks for, and the engine sorts what it finds.
 */
const STATEMENT_ROWS = 1_000_000;
/** Rows of one batch at least, where so many are left: some 30 MB while they are held. */
const BATCH_ROWS = 50_000;

/** The time tells the parts of the table that are worth looking at: the months, and what came together. */
const IN_TIME = 'time BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})';

/** What is asked. */
type Reading = Pick<StoreClient, 'rows' | 'stream'>;

/** What a read of history is about. */
export interface HistoryQuery {
  readonly network: string;
  /** ms since the epoch, both included. */
  readonly from: number;
  readonly to: number;
  /** Leave out observations that came too late to be judged. */
  readonly withoutLate: boolean;
}

/** A stretch of slots, both included. */
interface Stretch {
  readonly low: number;
  readonly high: number;
}

/**
 * Observations of a network in the order of their slots, only the newest revision of each, in batches of whole slots. An
 * answer that breaks off goes on behind the last whole slot.
 */
export async function* readHistory(client: Reading, query: HistoryQuery): AsyncGenerator<Observation[]> {
  for (const { low, high } of await plan(client, query)) {
    for (let next = low; next <= high; ) {
      const before = next;
      try {
        for await (const rows of wholeSlots(client, query, { low: next, high })) {
          next = slotOf(rows[rows.length - 1][2]) + 1;
          yield observationsOf(rows);
        }
        next = high + 1;
      } catch (error) {
        const passes = error instanceof HalcyonError && error.code === 'store_unavailable';
        if (!passes || next === before) throw error;
      }
    }
  }
}

/** Cuts the time asked for into stretches of whole slots that hold at most `STATEMENT_ROWS` each. */
async function plan(client: Reading, query: HistoryQuery): Promise<Stretch[]> {
  const { network, from, to } = query;
  const low = slotOf(from);
  const high = slotOf(to);
  if (!(from <= to)) return [];
  const counts = await client.rows<[slot: number, rows: number]>(
    `SELECT slot, count() FROM observations WHERE network = {network:String} AND slot BETWEEN {low:Int64} AND {high:Int64} AND ${IN_TIME}
     GROUP BY slot ORDER BY slot`,
    { network, low, high, from: Math.ceil(from), to: Math.floor(to) },
  );
  const stretches: Stretch[] = [];
  let start = counts[0]?.[0] ?? low;
  let rows = 0;
  for (const [slot, count] of counts) {
    if (rows > 0 && rows + count > STATEMENT_ROWS) {
      stretches.push({ low: start, high: slot - 1 });
      start = slot;
      rows = 0;
    }
    rows += count;
  }
  if (rows > 0) stretches.push({ low: start, high: counts[counts.length - 1]?.[0] ?? high });
  return stretches;
}

function wholeSlots(client: Reading, query: HistoryQuery, stretch: Stretch): AsyncGenerator<ObservationRow[]> {
  const place = 'network = {network:String} AND slot BETWEEN {low:Int64} AND {high:Int64}';
  const late = query.withoutLate ? `AND (station, slot, time) NOT IN (${lateReports(place)})` : '';
  // Revisions are told apart here, row by row, which costs less than FINAL over the months that are touched.
  const answer = client.stream<ObservationRow>(
    `SELECT ${OBSERVATION_SELECT} FROM observations
     WHERE ${place} AND ${IN_TIME} ${late}
     ORDER BY slot, station, time, received`,
    {
      network: query.network,
      ...stretch,
      from: Math.ceil(query.from),
      to: Math.floor(query.to),
      ...(query.withoutLate ? { outranks: OUTRANKS } : {}),
    },
  );
  return wholeGroups(answer, (one, other) => slotOf(one[2]) === slotOf(other[2]), BATCH_ROWS);
}

/** The newest revision of each observation. */
function observationsOf(rows: readonly ObservationRow[]): Observation[] {
  const observations: Observation[] = [];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const next = rows[i + 1];
    if (next !== undefined && next[2] === row[2] && next[1] === row[1]) continue;
    observations.push(observationOf(row));
  }
  return observations;
}
