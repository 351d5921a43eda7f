import { NOT_JUDGED_REASONS } from '../../../schemas/judgement.ts';
import { dayOfSlot, SLOT_MS, slotOf } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { LatestValue, StationMoment } from '../time-series-store.ts';
import { Conditions, literal } from './conditions.ts';
import type { StoreClient } from './store-client.ts';

/** Reports of the slowest station that are looked back for: who has none by then is silent. */
const LEAST_REPORTS = 3;
/** How far back the last report of a silent station is sought [ms]. */
const LONGEST_SILENCE_MS = 31 * 86_400_000;
/** How old the newest baseline may be that says how often a station reports [days]. */
const BASELINE_DAYS = 7;

const MISSING = NOT_JUDGED_REASONS.indexOf('missing');
/** Indices of what says that a value was looked at. */
const JUDGED: readonly number[] = [NOT_JUDGED_REASONS.indexOf(''), NOT_JUDGED_REASONS.indexOf('gross_range')];

type CadenceRow = [station: string, cadence: number | null];
type SeenRow = [station: string, seen: number];
type Columns = [station: string[], time: Float64Array, ...ofVariables: Float64Array[]];

/** The newest cell of each variable that is no gap, and its time; NaN where there is none. */
class NewestCells {
  /** Time of the newest row, with cells or without, ms since the epoch. */
  seen = 0;
  readonly cells = new Float64Array(VARIABLES.length).fill(Number.NaN);
  readonly times = new Float64Array(VARIABLES.length);

  /** Takes the cells of a row that is newer than those before. */
  take(time: number, cells: Float64Array): void {
    this.seen = time;
    for (let v = 0; v < VARIABLES.length; v++) {
      if (Number.isNaN(cells[v])) continue;
      this.cells[v] = cells[v];
      this.times[v] = time;
    }
  }
}

/**
 * What is stored of the stations of a network at a moment, of each that reported in the month before: a query for how
 * often they report, one for their reports and one for what was found of these; one more where stations are silent.
 *
 * @param time ms since the epoch
 * @param stations ids of those that are asked for
 */
export async function stationMoments(
  client: StoreClient,
  network: string,
  time: number,
  stations: readonly string[],
): Promise<StationMoment[]> {
  const cadences = await cadencesOf(client, network, time);
  const slowest = stations.reduce((most, id) => Math.max(most, cadences.get(id) ?? 0), 1);
  const from = time - LEAST_REPORTS * slowest * SLOT_MS;
  const place = new Conditions().equal('network', network).between(from, time);
  const values = VARIABLES.map((name) => `ifNull(${name}, nan)`);
  const reasons = VARIABLES.map((name) => `if(${name}_reason = ${MISSING}, nan, toFloat64(${name}_reason))`);
  const [reports, found] = await Promise.all([
    newestCells(client, `${values} FROM observations`, place, 'received'),
    newestCells(client, `${reasons} FROM judgements`, place, 'rank'),
  ]);
  const silent = stations.filter((id) => !reports.has(id));
  const seen = silent.length === 0 ? new Map<string, number>() : await lastSeen(client, network, from, silent);
  return stations.flatMap((station): StationMoment[] => {
    const cadence = cadences.get(station) ?? null;
    const report = reports.get(station);
    if (report !== undefined) {
      return [{ station, seen: report.seen, cadence, latest: latestValues(report, found.get(station)) }];
    }
    const last = seen.get(station);
    return last === undefined ? [] : [{ station, seen: last, cadence, latest: {} }];
  });
}

/** Slots between two reports of each station on the newest day that tells. */
async function cadencesOf(client: StoreClient, network: string, time: number): Promise<Map<string, number>> {
  const toDay = dayOfSlot(slotOf(time));
  const rows = await client.rows<CadenceRow>(
    `SELECT station, argMax(cadence, day) FROM baselines FINAL
     WHERE network = {network:String} AND day BETWEEN {fromDay:Int64} AND {toDay:Int64} AND cadence IS NOT NULL
     GROUP BY station`,
    { network, fromDay: toDay - BASELINE_DAYS, toDay },
  );
  return new Map(rows.flatMap(([station, cadence]) => (cadence === null ? [] : [[station, cadence] as const])));
}

/**
 * The newest cells of each station, folded from rows as the table lies: grouping them in the engine takes three times as
 * long.
 *
 * @param selection a number or NaN for each variable, and the table
 * @param newest column that tells which of the rows of one time counts
 */
async function newestCells(
  client: StoreClient,
  selection: string,
  place: Conditions,
  newest: string,
): Promise<ReadonlyMap<string, NewestCells>> {
  const blocks = client.blocks(
    `SELECT station, toFloat64(toUnixTimestamp64Milli(time)), ${selection} WHERE ${place.sql}
     ORDER BY network, station, slot, time, ${newest}`,
    ['String', 'Float64', ...VARIABLES.map(() => 'Float64' as const)],
    place.parameters,
  );
  const found = new Map<string, NewestCells>();
  // Of several rows of one time the last counts: a row is taken when the next one is seen.
  const cells = new Float64Array(VARIABLES.length);
  let station: string | null = null;
  let time = 0;
  let newestOf = new NewestCells();
  for await (const { rows, columns } of blocks) {
    const [stations, times, ...ofVariables] = columns as Columns;
    for (let row = 0; row < rows; row++) {
      const same = stations[row] === station;
      if (station !== null && (!same || times[row] !== time)) newestOf.take(time, cells);
      if (!same) {
        newestOf = new NewestCells();
        found.set(stations[row], newestOf);
      }
      station = stations[row];
      time = times[row];
      for (let v = 0; v < VARIABLES.length; v++) cells[v] = ofVariables[v][row];
    }
  }
  if (station !== null) newestOf.take(time, cells);
  return found;
}

async function lastSeen(
  client: StoreClient,
  network: string,
  before: number,
  stations: readonly string[],
): Promise<Map<string, number>> {
  const place = new Conditions().equal('network', network).between(before - LONGEST_SILENCE_MS, before);
  const rows = await client.rows<SeenRow>(
    `SELECT station, toUnixTimestamp64Milli(max(time)) FROM observations
     WHERE ${place.sql} AND station IN (${stations.map(literal).join(',')}) GROUP BY station`,
    place.parameters,
  );
  return new Map(rows);
}

function latestValues(report: NewestCells, reasons: NewestCells | undefined): StationMoment['latest'] {
  const latest: Partial<Record<Variable, LatestValue>> = {};
  for (const [v, variable] of VARIABLES.entries()) {
    const value = report.cells[v];
    if (Number.isNaN(value)) continue;
    const judged = reasons !== undefined && JUDGED.includes(reasons.cells[v]);
    latest[variable] = { value, time: report.times[v], judged };
  }
  return latest;
}
