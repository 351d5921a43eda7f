import type { Observation } from '../../../schemas/observation.ts';
import { slotOf } from '../../../schemas/time.ts';
import { OBSERVATION_SELECT, type ObservationRow, observationOf } from './observation-rows.ts';
import { OUTRANKS } from './ranks.ts';
import type { StoreClient } from './store-client.ts';

/** Rows of one chunk: some 60 MB while it is held. */
const CHUNK_ROWS = 100_000;

/** What a read of history is about. */
export interface HistoryQuery {
  readonly network: string;
  /** ms since the epoch, both included. */
  readonly from: number;
  readonly to: number;
  /** Leave out observations that came too late to be judged. */
  readonly withoutLate: boolean;
  /** Rows of one chunk at most, where one slot does not hold more. */
  readonly chunkRows?: number;
}

/** A stretch of slots, both included. */
interface Stretch {
  readonly low: number;
  readonly high: number;
}

/**
 * Observations of a network in the order of their slots, only the newest revision of each, a bounded chunk at a time; the
 * next chunk is fetched while one is worked on.
 */
export async function* readHistory(client: StoreClient, query: HistoryQuery): AsyncGenerator<Observation[]> {
  const stretches = await plan(client, query);
  let pending: Promise<Observation[]> | null = null;
  try {
    for (let i = 0; i < stretches.length; i += 1) {
      const current: Promise<Observation[]> = pending ?? fetchChunk(client, query, stretches[i] as Stretch);
      const chunk = await current;
      pending = null;
      const next = stretches[i + 1];
      if (next !== undefined) pending = fetchChunk(client, query, next);
      // Where the reader fails first, nobody waits for this one: its own error must not end the process.
      pending?.catch(() => undefined);
      if (chunk.length > 0) yield chunk;
    }
  } finally {
    await pending?.catch(() => undefined);
  }
}

/** Cuts the time asked for into stretches of whole slots that hold at most a chunk of rows each. */
async function plan(client: StoreClient, query: HistoryQuery): Promise<Stretch[]> {
  const { network, from, to } = query;
  const low = slotOf(from);
  const high = slotOf(to);
  if (!(from <= to)) return [];
  const counts = await client.rows<[slot: number, rows: number]>(
    `SELECT slot, count() FROM observations WHERE network = {network:String} AND slot BETWEEN {low:Int64} AND {high:Int64}
     GROUP BY slot ORDER BY slot`,
    { network, low, high },
  );
  const limit = query.chunkRows ?? CHUNK_ROWS;
  const stretches: Stretch[] = [];
  let start = counts[0]?.[0] ?? low;
  let rows = 0;
  for (const [slot, count] of counts) {
    if (rows > 0 && rows + count > limit) {
      stretches.push({ low: start, high: slot - 1 });
      start = slot;
      rows = 0;
    }
    rows += count;
  }
  if (rows > 0) stretches.push({ low: start, high: counts[counts.length - 1]?.[0] ?? high });
  return stretches;
}

async function fetchChunk(client: StoreClient, query: HistoryQuery, stretch: Stretch): Promise<Observation[]> {
  const place = 'network = {network:String} AND slot BETWEEN {low:Int64} AND {high:Int64}';
  const late = query.withoutLate
    ? `AND (station, slot, time) NOT IN (SELECT station, slot, time FROM judgements WHERE ${place}
       GROUP BY station, slot, time HAVING max(rank) < {outranks:UInt64})`
    : '';
  // Revisions are told apart here, row by row, which costs less than FINAL over the months that a chunk touches.
  const rows = await client.rows<ObservationRow>(
    `SELECT ${OBSERVATION_SELECT} FROM observations
     WHERE ${place} AND time BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64}) ${late}
     ORDER BY slot, station, time, received`,
    {
      network: query.network,
      ...stretch,
      from: Math.ceil(query.from),
      to: Math.floor(query.to),
      ...(query.withoutLate ? { outranks: OUTRANKS } : {}),
    },
  );
  const observations: Observation[] = [];
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] as ObservationRow;
    const next = rows[i + 1];
    if (next !== undefined && next[2] === row[2] && next[1] === row[1]) continue;
    observations.push(observationOf(row));
  }
  return observations;
}
