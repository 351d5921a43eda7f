import { NOT_JUDGED_REASONS } from '../../../schemas/judgement.ts';
import { isSilent } from '../../../schemas/station-state.ts';
import { dayOfSlot, SLOT_MS, slotOf } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { StationMoments, UNTOLD } from '../roles/station-moments.ts';
import type { Conditions } from './conditions.ts';
import { lastHeard } from './last-heard.ts';
import { rowsOfStations } from './named-stations.ts';
import type { NativeType } from './native-blocks.ts';
import type { StoreClient } from './store-client.ts';
import { VALUES } from './value-columns.ts';

/** Reports of the slowest station that are looked back for: who has none by then is silent. */
const LEAST_REPORTS = 3;
/** How old the newest baseline may be that says how often a station reports [days]. */
const BASELINE_DAYS = 7;

const MISSING = NOT_JUDGED_REASONS.indexOf('missing');
/** Indices of what says that a value was looked at. */
const JUDGED: readonly number[] = [NOT_JUDGED_REASONS.indexOf(''), NOT_JUDGED_REASONS.indexOf('gross_range')];
type CadenceRow = [station: string, cadence: number];
/** Cells of variables, in the order of VARIABLES. */
type Cells = readonly (Float64Array | Uint8Array)[];
type RowColumns = [station: readonly string[], time: Float64Array, ...cells: Cells];

/** Which stations are asked for: ids, with the row of each. */
interface Asked {
  readonly network: string;
  readonly rowOf: ReadonlyMap<string, number>;
}

/** A stretch of time, ms since the epoch, both ends included. */
interface Stretch {
  readonly from: number;
  readonly time: number;
}

/**
 * What is stored of the stations of a network at a moment, of each that reported in the month before: a query for how
 * often they report, one for their reports and one for what was found of these; two more where stations are silent, and two
 * where some report seldom, or with old times.
 *
 * @param time ms since the epoch
 * @param stations ids of those that are asked for
 */
export async function stationMoments(
  client: StoreClient,
  network: string,
  time: number,
  stations: readonly string[],
): Promise<StationMoments> {
  const moments = new StationMoments(stations);
  const asked = { network, rowOf: new Map(stations.map((id, row) => [id, row])) };
  await readCadences(client, asked, time, moments);
  const slowest = moments.cadences.reduce((most, cadence) => Math.max(most, cadence), 1);
  const from = time - LEAST_REPORTS * slowest * SLOT_MS;
  await readNewestOf(client, asked, { from, time }, moments);
  moments.heard.set(moments.seen);
  await readLateReports(client, asked, { time, slowest }, moments);
  return moments;
}

/**
 * When stations were heard whose reports are too old to tell that they report, and what is newest of those that do: their
 * clocks are wrong, or what they could not send before comes now.
 */
async function readLateReports(
  client: StoreClient,
  { network, rowOf }: Asked,
  { time, slowest }: { readonly time: number; readonly slowest: number },
  moments: StationMoments,
): Promise<void> {
  const { stations, seen, heard, cadences } = moments;
  const isQuiet = (row: number) => Number.isNaN(heard[row]) || isSilent(heard[row], cadences[row] * SLOT_MS, time);
  const quiet = stations.filter((_, row) => isQuiet(row));
  const late = new Map<string, number>();
  let from = time;
  for (const [id, last] of await lastHeard(client, network, time, quiet)) {
    const row = rowOf.get(id);
    if (row === undefined) continue;
    const isUnread = Number.isNaN(seen[row]);
    [seen[row], heard[row]] = [last.seen, last.heard];
    if (!isUnread || isQuiet(row)) continue;
    late.set(id, row);
    from = Math.min(from, last.seen - LEAST_REPORTS * slowest * SLOT_MS);
  }
  if (late.size > 0) await readNewestOf(client, { network, rowOf: late }, { from, time }, moments);
}

/** What is newest of stations in a stretch: what they reported, and what was found of that. */
async function readNewestOf(
  client: StoreClient,
  asked: Asked,
  stretch: Stretch,
  moments: StationMoments,
): Promise<void> {
  await Promise.all([
    readNewest(client, asked, stretch, reportsInto(moments)),
    readNewest(client, asked, stretch, judgementsInto(moments)),
  ]);
}

/** Slots between two reports of each station on the newest day that tells, where these are more than one. */
async function readCadences(
  client: StoreClient,
  { network, rowOf }: Asked,
  time: number,
  { cadences }: StationMoments,
): Promise<void> {
  const toDay = dayOfSlot(slotOf(time));
  const place = rowsOfStations(network, [...rowOf.keys()]);
  const rows = await client.rows<CadenceRow>(
    `SELECT station, assumeNotNull(argMax(cadence, day)) AS slots FROM baselines FINAL
     WHERE ${place.sql} AND day BETWEEN {fromDay:Int64} AND {toDay:Int64} AND cadence IS NOT NULL
     GROUP BY station HAVING slots != 1`,
    { ...place.parameters, fromDay: toDay - BASELINE_DAYS, toDay },
  );
  for (const [station, cadence] of rows) {
    const row = rowOf.get(station);
    if (row !== undefined) cadences[row] = cadence;
  }
}

/** What is read of each station until it is known of all its variables. */
interface Newest {
  readonly table: string;
  /** Cells of the variables, in the order of VARIABLES, as SQL. */
  readonly cells: readonly string[];
  readonly type: NativeType;
  /** Column that tells which of the rows of one time counts: the greatest. */
  readonly rank: string;
  /** Takes what is not known yet of a station from the row k that is the newest of those that were not taken. */
  readonly take: (row: number, time: number, cells: Cells, k: number) => void;
  /** True where all is known of a station. */
  readonly isComplete: (row: number) => boolean;
}

/** The newest number of each variable, and the time of the newest report. */
function reportsInto({ seen, latest }: StationMoments): Newest {
  return {
    ...{ table: 'observations', type: 'Float64', rank: 'received' },
    cells: VALUES,
    take(row, time, cells, k) {
      if (Number.isNaN(seen[row])) seen[row] = time;
      for (let v = 0; v < cells.length; v++) {
        const { values, times } = latest[v];
        if (!Number.isNaN(values[row]) || Number.isNaN(cells[v][k])) continue;
        values[row] = cells[v][k];
        times[row] = time;
      }
    },
    isComplete: (row) => latest.every(({ values }) => !Number.isNaN(values[row])),
  };
}

/** What the newest judgement of each variable, of those on a number, says of it. */
function judgementsInto({ latest }: StationMoments): Newest {
  return {
    ...{ table: 'judgements', type: 'UInt8', rank: 'rank' },
    cells: VARIABLES.map(
      (name) => `if(${name}_reason = ${MISSING}, ${UNTOLD}, ${name}_reason IN (${JUDGED.join(', ')}))`,
    ),
    take(row, _, cells, k) {
      for (let v = 0; v < cells.length; v++) {
        const { judged } = latest[v];
        if (judged[row] === UNTOLD) judged[row] = cells[v][k];
      }
    },
    isComplete: (row) => latest.every(({ judged }) => judged[row] !== UNTOLD),
  };
}

/**
 * Reads what is newest of each station. Most stations report in every slot: of these some slots tell all, and only of the others
 * it is sought as far back as the slowest of them needs.
 */
async function readNewest(
  client: StoreClient,
  { network, rowOf }: Asked,
  { from, time }: Stretch,
  newest: Newest,
): Promise<void> {
  const near = Math.max(from, Math.ceil(time - LEAST_REPORTS * SLOT_MS));
  await takeRows(client, rowsOfStations(network, [...rowOf.keys()]).between(near, time), rowOf, newest);
  if (near - 1 < from) return;
  const rest = [...rowOf].filter(([, row]) => !newest.isComplete(row)).map(([id]) => id);
  if (rest.length > 0) await takeRows(client, rowsOfStations(network, rest).between(from, near - 1), rowOf, newest);
}

/** Takes rows from the newest of each station on, folded as the table lies: grouping them in the engine takes longer. */
async function takeRows(
  client: StoreClient,
  place: Conditions,
  rowOf: ReadonlyMap<string, number>,
  { table, cells, type, rank, take, isComplete }: Newest,
): Promise<void> {
  const blocks = client.blocks(
    `SELECT station, toFloat64(toUnixTimestamp64Milli(time)), ${cells.join(', ')} FROM ${table} WHERE ${place.sql}
     ORDER BY network DESC, station DESC, slot DESC, time DESC, ${rank} DESC`,
    ['String', 'Float64', ...cells.map(() => type)],
    place.parameters,
  );
  let station: string | null = null;
  let time = Number.NaN;
  let row: number | undefined;
  for await (const { rows, columns } of blocks) {
    const [stations, times, ...found] = columns as RowColumns;
    for (let k = 0; k < rows; k++) {
      const isOther = stations[k] !== station;
      if (isOther) {
        station = stations[k];
        row = rowOf.get(station);
      } else if (times[k] === time) continue;
      time = times[k];
      if (row === undefined) continue;
      take(row, time, found, k);
      // What is older says nothing more.
      if (isComplete(row)) row = undefined;
    }
  }
}
