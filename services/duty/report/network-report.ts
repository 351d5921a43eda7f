import { CadenceTally, cadenceOf } from '../../../detectors/windows/cadence.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Station } from '../../../schemas/station.ts';
import { dayOfSlot, slotOf } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { overlayOf } from '../../experts/overlay.ts';
import type { RuleRegister } from '../../experts/rule-register.ts';
import type { StationMoments } from '../../stores/roles/station-moments.ts';
import type { StoreReads } from '../../stores/store-reads.ts';
import { type FaultFigures, faultFigures } from './fault-figures.ts';
import { FaultsOfSensors } from './faults-of-sensors.ts';
import {
  figuresOfManufacturers,
  figuresOfModels,
  figuresOfVariables,
  type ManufacturerFigures,
  type ModelFigures,
  type VariableFigures,
} from './group-figures.ts';
import { assertReadable, type Period, periodOf } from './period.ts';
import { type StationHours, stationHours } from './sensor-hours.ts';
import { StationTally } from './station-tally.ts';
import { type WorstStation, worstStations } from './worst-stations.ts';

/** Stations whose observations are asked for at once, where a report is made in pieces. */
const PIECE_STATIONS = 1_000;
/** How many blocks of observations are counted before others get their turn. */
const TURN_BLOCKS = 4;

/** What is asked for; times in ms since the epoch, both included. */
export interface ReportQuestion {
  readonly network: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Current time. */
  readonly now: number;
  /**
   * Reads the network piece by piece, however large it is, and is called after each; where it is left out, all at once, and a
   * report that takes too long is refused.
   */
  readonly onPiece?: () => Promise<void>;
}

/** How good a network was in a period. */
export interface NetworkReport {
  readonly network: string;
  readonly period: Period;
  /** By id; those that are retired only where they reported. */
  readonly stations: readonly StationHours[];
  readonly variables: readonly VariableFigures[];
  readonly manufacturers: readonly ManufacturerFigures[];
  readonly models: readonly ModelFigures[];
  readonly faults: FaultFigures;
  /** Those that count: without those that people call none. */
  readonly ofSensors: FaultsOfSensors;
  readonly worst: readonly WorstStation[];
}

/** What a report is read from. */
export interface ReportSources {
  readonly store: StoreReads;
  readonly experts: Pick<RuleRegister, 'rules'>;
}

/**
 * How good a network was in a period, as far as it is known by now. Its observations pass by once, with the flags that exports
 * have; what is kept grows with stations and days, not with reports.
 *
 * @throws HalcyonError `insufficient_data` where the network has no observation at all; `invalid_parameter` for a period that is
 *   too long; the reason of the signal; what the store throws
 */
export async function networkReport(
  { store, experts }: ReportSources,
  { network, now, onPiece, ...asked }: ReportQuestion,
  signal: AbortSignal,
): Promise<NetworkReport> {
  const extent = await store.extent(network);
  if (extent === null) throw new HalcyonError('insufficient_data', `network ${network} holds no observations yet`);
  const registered = (await store.allStations(network)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const period = periodOf(asked, { newest: extent.last, stations: registered.length }, now);
  if (onPiece === undefined) assertReadable(period, registered.length);
  const ids = registered.map(({ id }) => id);
  const [tallies, before, measured, found] = await Promise.all([
    onPiece === undefined
      ? talliesOf(store, { network, period }, signal)
      : talliesInPieces(store, { network, period, ids, onPiece }, signal),
    store.stationMoments(network, period.from - 1, ids),
    measuredBefore(store, network, period),
    store.faultsOver(network, period.from, period.to),
  ]);
  const earliest = found.reduce((time, { named }) => Math.min(time, named), period.from);
  const overlay = await overlayOf(experts, { network, from: earliest, to: period.to });
  const none = await calledNone(experts, network, period);
  const all = [...found, ...none.filter(({ id }) => !found.some((fault) => fault.id === id))];
  const stations = hoursOfStations(registered, tallies, { before, measured }, period);
  const ofSensors = new FaultsOfSensors(all.filter((fault) => !overlay.explains(fault)));
  return {
    network,
    period,
    stations,
    variables: figuresOfVariables(stations, ofSensors, period),
    manufacturers: figuresOfManufacturers(stations, ofSensors, period),
    models: figuresOfModels(stations, ofSensors, period),
    faults: faultFigures(all, overlay, period),
    ofSensors,
    worst: worstStations(stations, ofSensors),
  };
}

/** The tallies of a network whose observations are too many for one question. */
async function talliesInPieces(
  store: Pick<StoreReads, 'observationBlocks'>,
  {
    ids,
    onPiece,
    ...asked
  }: {
    readonly network: string;
    readonly period: Period;
    readonly ids: readonly string[];
    readonly onPiece: () => Promise<void>;
  },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, StationTally>> {
  const tallies = new Map<string, StationTally>();
  for (let begin = 0; begin < ids.length; begin += PIECE_STATIONS) {
    const stations = ids.slice(begin, begin + PIECE_STATIONS);
    for (const [id, tally] of await talliesOf(store, { ...asked, stations }, signal)) tallies.set(id, tally);
    await onPiece();
  }
  return tallies;
}

async function talliesOf(
  store: Pick<StoreReads, 'observationBlocks'>,
  {
    network,
    period,
    stations,
  }: { readonly network: string; readonly period: Period; readonly stations?: readonly string[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, StationTally>> {
  const tallies = new Map<string, StationTally>();
  let blocks = 0;
  const stretch = { network, from: period.from, to: period.to, ...(stations !== undefined && { station: stations }) };
  for await (const block of store.observationBlocks(stretch, signal)) {
    let station: string | null = null;
    let tally = new StationTally(period);
    for (let row = 0; row < block.stations.length; row++) {
      if (block.stations[row] !== station) {
        station = block.stations[row];
        tally = tallies.get(station) ?? new StationTally(period);
        tallies.set(station, tally);
      }
      tally.add(block, row);
    }
    if (++blocks % TURN_BLOCKS === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return tallies;
}

/** What stations measured in the month before a period, as far as baselines tell: a sensor may have died before it began. */
async function measuredBefore(
  store: Pick<StoreReads, 'baselines'>,
  network: string,
  { from }: Period,
): Promise<ReadonlyMap<string, readonly Variable[]>> {
  const day = dayOfSlot(slotOf(from));
  const baselines = await store.baselines(network, day, day);
  return new Map(
    baselines.map(({ station, stepSpread }) => [
      station,
      VARIABLES.filter((variable) => stepSpread[variable] !== null),
    ]),
  );
}

/** Faults of a period that people call none: the store shows them no more. */
async function calledNone(
  experts: Pick<RuleRegister, 'rules'>,
  network: string,
  { from, to }: Period,
): Promise<Fault[]> {
  const rules = await experts.rules({ kind: 'fault', network, inForce: true });
  return rules.flatMap(({ fault, classification }) =>
    fault !== null && classification === 'normal' && fault.start <= to && (fault.end ?? to) >= from ? [fault] : [],
  );
}

function hoursOfStations(
  registered: readonly Station[],
  tallies: ReadonlyMap<string, StationTally>,
  {
    before,
    measured,
  }: { readonly before: StationMoments; readonly measured: ReadonlyMap<string, readonly Variable[]> },
  period: Period,
): StationHours[] {
  const network = new CadenceTally();
  for (const { cadence } of tallies.values()) network.join(cadence);
  return registered.flatMap((station, row): StationHours[] => {
    if (station.retired && !tallies.has(station.id)) return [];
    const tally = tallies.get(station.id) ?? new StationTally(period);
    const past = before.at(row);
    const known = measured.get(station.id) ?? [];
    const usual = VARIABLES.filter((variable) => past?.latest[variable] !== undefined || known.includes(variable));
    const cadence = cadenceOf(tally.cadence, network);
    return [stationHours(station, tally, cadence, period, { heard: past?.heard ?? null, measured: usual })];
  });
}
