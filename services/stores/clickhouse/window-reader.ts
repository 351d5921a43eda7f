import { rainCountOf, rainIntervalOf } from '../../../ingest/validation/rain-fields.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOT_MS, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import type { WindowReport } from '../../../schemas/window-report.ts';
import type { ReportScope } from '../time-series-store.ts';
import { Conditions } from './conditions.ts';
import { lateReports } from './late-reports.ts';
import { variablesAt } from './native-blocks.ts';
import { objectOf } from './object-text.ts';
import { OUTRANKS } from './ranks.ts';
import type { Parameters, StoreClient } from './store-client.ts';
import { insertedAfter } from './stored-parts.ts';
import { VALUES } from './value-columns.ts';
import { wholeGroups } from './whole-groups.ts';

/** Rows of one batch at least, where so many are left: what is held of an answer of any length. */
const BATCH_ROWS = 20_000;

/** Stations of one statement, where not all of a network are wanted. */
const STATIONS_AT_ONCE = 1_000;

/** Which reports are read. */
export interface WindowQuery extends ReportScope {
  readonly network: string;
  /** Slots, both included. */
  readonly low: number;
  readonly high: number;
}

/** A query whose stations are named; undefined where it is of all. */
type NamedQuery = Omit<WindowQuery, 'wants'> & { readonly stations?: readonly string[] };

/**
 * What the windows keep of the observations of a network in a stretch of slots: station by station, as the table lies, the
 * slots of each in order, only the newest revisions, without those that came too late to be judged. It comes in batches of
 * whole stations.
 */
export async function* readWindowReports(client: StoreClient, query: WindowQuery): AsyncGenerator<WindowReport[]> {
  const { wants } = query;
  if (wants === undefined) return yield* readStations(client, query);
  const stations = (await reporting(client, query)).filter(wants);
  for (let from = 0; from < stations.length; from += STATIONS_AT_ONCE) {
    yield* readStations(client, { ...query, stations: stations.slice(from, from + STATIONS_AT_ONCE) });
  }
}

/** The stations that reported in a stretch, in their order. */
async function reporting(client: StoreClient, query: WindowQuery): Promise<string[]> {
  const rows = await client.rows<[string]>(
    `SELECT DISTINCT station FROM observations WHERE ${PLACE} ORDER BY station`,
    placeOf(query, ''),
  );
  return rows.map(([station]) => station);
}

/** The reports out of one answer, which goes on behind the last whole station where it breaks off. */
async function* readStations(client: StoreClient, query: NamedQuery): AsyncGenerator<WindowReport[]> {
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

/** How many of the reports were received after a time, ms since the epoch. */
export async function countReceived(client: StoreClient, query: NamedQuery, receivedAfter: number): Promise<number> {
  const { sql, parameters } = wanted(query, '');
  const rows = await client.rows<[number]>(
    `SELECT count() FROM observations WHERE ${sql} AND received > fromUnixTimestamp64Milli({receivedAfter:Int64})`,
    { ...parameters, receivedAfter },
  );
  return rows[0]?.[0] ?? 0;
}

/** The time tells the parts of the table that are worth looking at: the months, and what came together lately. */
const PLACE = `network = {network:String} AND station > {after:String} AND slot BETWEEN {low:Int64} AND {high:Int64}
  AND time BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})`;
/** Condition of the reports behind a station, and what its statement has to be given. */
function wanted(query: NamedQuery, after: string): { readonly sql: string; readonly parameters: Parameters } {
  const { stations, since } = query;
  const inserted = since === undefined ? null : insertedAfter(since);
  const named = new Conditions().equal('station', stations);
  const terms = [named.sql, PLACE, `(station, slot, time) NOT IN (${lateReports(PLACE)})`];
  if (inserted !== null) terms.push(inserted.sql);
  return {
    sql: terms.join(' AND '),
    parameters: { ...placeOf(query, after), outranks: OUTRANKS, ...inserted?.parameters },
  };
}

function placeOf({ network, low, high }: NamedQuery, after: string): Parameters {
  return { network, low, high, from: timeOfSlot(low) - SLOT_MS / 2, to: timeOfSlot(high) + SLOT_MS / 2, after };
}

const TYPES = ['String', 'Float64', 'String', ...VARIABLES.map(() => 'Float64' as const)] as const;

/** The newest revision of each report, in batches as they come. In the order of the table nothing has to be sorted. */
async function* readReports(client: StoreClient, query: NamedQuery, after: string): AsyncGenerator<WindowReport[]> {
  const { sql, parameters } = wanted(query, after);
  const blocks = client.blocks(
    `SELECT station, toFloat64(toUnixTimestamp64Milli(time)), original, ${VALUES.join(', ')} FROM observations
     WHERE ${sql} ORDER BY network, station, slot, time, received`,
    TYPES,
    parameters,
  );
  let last: WindowReport | null = null;
  for await (const { rows, columns } of blocks) {
    const [stations, times, originals, ...variables] = columns as ReportColumns;
    const reports: WindowReport[] = [];
    for (let i = 0; i < rows; i++) {
      const original = originals[i];
      const came = original === '' ? null : objectOf<Observation['original']>(original);
      const report: WindowReport = {
        station: stations[i],
        time: times[i],
        values: variablesAt(variables, i),
        rainCount: came === null ? null : rainCountOf(came),
        rainInterval: came === null ? null : rainIntervalOf(came),
      };
      if (last !== null && (last.time !== report.time || last.station !== report.station)) reports.push(last);
      last = report;
    }
    yield reports;
  }
  if (last !== null) yield [last];
}

type ReportColumns = [station: string[], time: Float64Array, original: string[], ...variables: Float64Array[]];
