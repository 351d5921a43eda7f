import type { ObservationSource } from '../../ingest/observation-source.ts';
import { readReports } from '../../ingest/read-reports.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { type Fault, isFaultOfDays } from '../../schemas/fault.ts';
import { numbersAt } from '../../schemas/report-columns.ts';
import type { Station } from '../../schemas/station.ts';
import { isSilent } from '../../schemas/station-state.ts';
import { slotOf } from '../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLES, type Variable } from '../../schemas/variables.ts';
import { isLongEnough, LastingFaults } from '../faults/lasting-faults.ts';
import type { NeighbourIndex } from '../neighbours/neighbour-index.ts';
import { NetworkStations } from '../network/network-stations.ts';
import { partOf, SLOTS_PER_PART } from '../relations/day-parts.ts';
import { GatheredParts } from '../relations/gathered-parts.ts';
import { LOOKED_EVERY } from '../relations/lasting-change.ts';
import { CadenceTally, cadenceOf } from '../windows/cadence.ts';
import { PassingHour } from './passing-hour.ts';
import { type StationFindings, stationHealth } from './station-health.ts';
import { rowsByStation } from './station-order.ts';
import { StationTally } from './station-tally.ts';
import { SURROUNDINGS_KM } from './surroundings.ts';

/** How long the event loop may be held before others get their turn [ms]. */
const TURN_MS = 50;
/** Reports between two looks at the clock, which take as long as a tenth of a report. */
const ROWS_A_LOOK = 64;
/**
 * A quarter of a day is examined when it is over and settled. Where two of them are not, a running system is behind, and it is not
 * waited for [slots].
 */
const EXAMINED_WITHIN = 2 * LOOKED_EVERY * SLOTS_PER_PART;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** Stands for the number of a station that is not registered. */
const UNREGISTERED = -1;

/** A period of one network to be checked. */
export interface HealthQuestion {
  readonly network: string;
  /** End of the period, ms since the epoch; it has every time t with end - days < t <= end. */
  readonly end: number;
  /** Of hours where it is no whole number. */
  readonly days: number;
  /** null: every station that is not retired. */
  readonly station: string | null;
  readonly variables: readonly Variable[];
  /** Faults of the period that a running system has found. */
  readonly faults?: readonly Fault[];
  /**
   * Slot up to which a running system has looked for faults of days; null (default) where none has. Those that are known only by
   * what came later are looked for here.
   */
  readonly examined?: number | null;
  readonly signal?: AbortSignal;
  /** Called now and then with the slots done and the slots in all. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface CheckedStation {
  readonly station: Station;
  readonly findings: StationFindings;
}

export interface HealthAnswer {
  /** In the order of their ids. */
  readonly stations: readonly CheckedStation[];
  /** Observations of the network in the period. */
  readonly observations: number;
  /** What became of days that a running system has yet to examine for faults of days; null where there are none. */
  readonly unexamined: 'examined here' | 'period too short' | null;
}

/**
 * Checks the sensors of a network over days. Observations pass by once: what is kept does not grow with the period. All
 * stations are read where one is asked for too, since its neighbours tell calm weather from a stalled sensor.
 *
 * @throws HalcyonError `interrupted` when the signal aborts; what the source throws
 */
export async function checkHealth(source: ObservationSource, question: HealthQuestion): Promise<HealthAnswer> {
  const { network, end, days, signal, onProgress } = question;
  const numbered = numberedStations(network, await source.stations(network));
  const stations = numbered.registered.filter((station) => station !== undefined);
  const numbers = new Map(stations.map(({ id }, number) => [id, number]));
  const tallies = stations.map((place) => new StationTally(place));
  const neighbours = neighboursOf(stations, numbered.neighbours, question.station);
  const hour = new PassingHour(neighbours.map((row) => row ?? []));
  const means = new GatheredParts();
  const lasting = lastingFaults(question, numbered, neighbours, means);
  const from = Math.round(end - days * DAY_MS);
  const total = slotOf(end) - slotOf(from);
  const { faults = [], examined = null } = question;
  const isBehind = (slot: number) => examined !== null && slot - examined > EXAMINED_WITHIN;
  const seeksLasting = (examined === null || isBehind(slotOf(end))) && isLongEnough(partOf(from + 1), slotOf(end));
  const values = new Float64Array(VARIABLES.length);
  let observations = 0;
  let turn = performance.now();
  let newest = Number.NEGATIVE_INFINITY;
  const letOthers = async () => {
    refuseWhenAborted(signal);
    onProgress?.(Math.max(0, newest - slotOf(from)), total);
    await new Promise((resolve) => setImmediate(resolve));
    turn = performance.now();
  };
  for await (const batch of readReports(source, network, from + 1, end)) {
    const numberOf = batch.ids.map((id) => numbers.get(id) ?? UNREGISTERED);
    const numbersOfRows = new Int32Array(batch.length);
    for (let row = 0; row < batch.length; row++) numbersOfRows[row] = numberOf[batch.station[row]];
    const repetitions = new Uint8Array(batch.length);
    const byStation = rowsByStation(numbersOfRows, stations.length);
    for (let k = 0; k < byStation.length; k++) {
      const row = byStation[k];
      const tally = tallies[numbersOfRows[row]];
      numbersAt(batch, row, values);
      tally.add(batch.time[row], values, batch.rainCount[row]);
      repetitions[row] = tally.repeated.repetition;
      if (k % ROWS_A_LOOK === 0 && performance.now() - turn > TURN_MS) await letOthers();
    }
    observations += byStation.length;
    for (let row = 0; row < batch.length; row++) {
      const number = numbersOfRows[row];
      if (number === UNREGISTERED) continue;
      const time = batch.time[row];
      const slot = slotOf(time);
      numbersAt(batch, row, values);
      if (seeksLasting) {
        if (slot > newest) lasting.passUpTo(slot - 1, true);
        means.addNumbers(number, time, values);
      }
      newest = slot;
      hour.add(number, time, values, repetitions[row]);
      if (row % ROWS_A_LOOK === 0 && performance.now() - turn > TURN_MS) await letOthers();
    }
  }
  hour.close();
  lasting.passUpTo(slotOf(end), true);
  refuseWhenAborted(signal);
  onProgress?.(total, total);
  const paces = await pacesOf(source, { network, from }, stations, tallies);
  const judgement = { ...question, paces, faults: [...faults, ...newOnes(lasting.told(), faults, examined)] };
  const rest = seeksLasting ? 'examined here' : 'period too short';
  const unexamined = isBehind(newest) ? rest : null;
  return { stations: judged(stations, tallies, neighbours, hour, judgement), observations, unexamined };
}

/**
 * Faults of days that were found here and that no running system tells of: those named after it looked last, of sensors that have no
 * open one by it. It has seen more than a period, so that what it did not find earlier is none.
 */
function newOnes(found: readonly Fault[], known: readonly Fault[], examined: number | null): readonly Fault[] {
  if (examined === null) return found;
  const open = known.filter(({ kind, end }) => end === null && isFaultOfDays(kind));
  return found.filter(({ station, variable, named }) => {
    const isKnown = open.some((fault) => fault.station === station && fault.variable === variable);
    return slotOf(named) > examined && !isKnown;
  });
}

/** Stations by the lists that they came in: who asks about a network day by day has the same list each time. */
const numberedOf = new WeakMap<readonly Station[], NetworkStations>();

/** The stations of a network, numbered in the order of their ids, with the neighbours of each. */
function numberedStations(network: string, stations: readonly Station[]): NetworkStations {
  let numbered = numberedOf.get(stations);
  if (numbered === undefined) {
    const inOrder = stations.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    numbered = new NetworkStations(network, SURROUNDINGS_KM, inOrder);
    numberedOf.set(stations, numbered);
  }
  return numbered;
}

/** How a station reports. */
interface Pace {
  /** Minutes between two reports. */
  readonly cadence: number;
  /**
   * When it began to report, ms since the epoch, where that was in the period: nothing is missing before. null where it was
   * before, where nobody knows, and of one without a report.
   */
  readonly begin: number | null;
}

/** How each station reports. Who missed no more than a station may is not asked for: it loses little. */
async function pacesOf(
  source: ObservationSource,
  { network, from }: { readonly network: string; readonly from: number },
  stations: readonly Station[],
  tallies: readonly StationTally[],
): Promise<Pace[]> {
  const all = new CadenceTally();
  for (const { cadence } of tallies) all.join(cadence);
  const cadences = tallies.map(({ cadence }) => cadenceOf(cadence, all));
  const isLate = (number: number) => isSilent(from, cadences[number] * MINUTE_MS, tallies[number].first);
  const late = new Set(stations.flatMap(({ id }, number) => (isLate(number) ? [id] : [])));
  const older = late.size === 0 ? undefined : await source.reportedBefore?.(network, from + 1, [...late]);
  const isNew = (id: string) => older !== undefined && late.has(id) && !older.has(id);
  return stations.map(({ id }, number) => ({
    cadence: cadences[number],
    begin: isNew(id) ? tallies[number].first : null,
  }));
}

function judged(
  stations: readonly Station[],
  tallies: readonly StationTally[],
  neighbours: readonly (readonly number[] | null)[],
  hour: PassingHour,
  {
    end,
    days,
    variables,
    paces,
    faults,
  }: HealthQuestion & { readonly paces: readonly Pace[]; readonly faults: readonly Fault[] },
): CheckedStation[] {
  const checked: CheckedStation[] = [];
  for (const [number, station] of stations.entries()) {
    const row = neighbours[number];
    if (row === null) continue;
    const tally = tallies[number];
    const around = row.map((neighbour) => tallies[neighbour]);
    const { cadence, begin } = paces[number];
    const own = faults.filter((fault) => fault.station === station.id);
    const expected =
      begin === null ? (days * DAY_MINUTES) / cadence : expectedSince(begin, { end, cadence, reports: tally.reports });
    const findings = stationHealth(tally, cadence, expected, variables, around, hour.around[number], own);
    checked.push({ station, findings });
  }
  return checked;
}

/** Reports that a station should have sent since its first one. One that is due within the last interval counts once it has come. */
function expectedSince(
  begin: number,
  { end, cadence, reports }: { readonly end: number; readonly cadence: number; readonly reports: number },
): number {
  const intervals = Math.floor((end - begin) / MINUTE_MS / cadence);
  return Math.max(1, intervals, Math.min(reports, intervals + 1));
}

/** What finds the faults of days of the period; those of hours are not known here. */
function lastingFaults(
  { end, variables }: HealthQuestion,
  stations: NetworkStations,
  neighbours: readonly (readonly number[] | null)[],
  means: GatheredParts,
): LastingFaults {
  return new LastingFaults(
    {
      means,
      neighboursOf: (station) => stations.neighbours.of(station),
      variables: variables.map((variable) => VARIABLE_INDEX[variable]),
      isLookedAt: (station) => neighbours[station] !== null,
      otherFaults: () => [],
    },
    { stations, identity: '', now: () => end },
  );
}

/** The numbers of each station's neighbours, nearest first; null for a station that is not asked about. */
function neighboursOf(
  stations: readonly Station[],
  index: NeighbourIndex,
  asked: string | null,
): (readonly number[] | null)[] {
  return stations.map((station, number) => {
    if (asked === null ? station.retired : station.id !== asked) return null;
    return index.of(number).map((neighbour) => neighbour.index);
  });
}

function refuseWhenAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new HalcyonError('interrupted', 'interrupted before the end was reached');
}
