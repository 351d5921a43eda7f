import type { TimedFault } from '../../detectors/faults/lasting-dependencies.ts';
import { LastingFaults } from '../../detectors/faults/lasting-faults.ts';
import { NetworkFaults } from '../../detectors/faults/network-faults.ts';
import type { FaultPlace } from '../../detectors/faults/told-fault.ts';
import { beginOfPart, endOfPart, HOURS_PER_PART, SLOTS_PER_PART } from '../../detectors/relations/day-parts.ts';
import { GatheredParts } from '../../detectors/relations/gathered-parts.ts';
import { LOOKED_EVERY } from '../../detectors/relations/lasting-change.ts';
import { LOOK_REACH } from '../../detectors/relations/look-reach.ts';
import { type Fault, type FaultVersion, isFaultOfDays } from '../../schemas/fault.ts';
import { lastingValue } from '../../schemas/lasting-value.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLE_INDEX, type Variable } from '../../schemas/variables.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { WindowHistory } from '../stores/roles/window-history.ts';
import type { LastingCondition } from '../stores/time-series-store.ts';
import { type StationTile, stationTiles } from './station-tiles.ts';

/** How long it is looked before others have their turn [ms]. */
const TURN_MS = 10;

/** Quarters of days of a network in a row that are settled. */
export interface LastingStretch {
  readonly network: string;
  /** First part that was not looked at, and the first that is not settled. */
  readonly from: number;
  readonly end: number;
  /** Part of the first report of the network. */
  readonly first: number;
  /** What is known of the quarters of days before; null where nothing is. */
  readonly known: LastingCondition | null;
}

/** Whom it is looked with. */
export interface LastingLookDependencies {
  readonly store: Pick<FaultStore, 'faultsOver'> &
    Pick<WindowHistory, 'hourSums'> &
    Pick<ObservationStore, 'observationBlocks'>;
  readonly place: FaultPlace;
  /** Variables that are looked at. */
  readonly variables: readonly Variable[];
  /** Ends it before all is looked at. */
  readonly signal: AbortSignal;
}

/** What was found of some stations. */
export interface LastingFindings {
  readonly versions: readonly FaultVersion[];
  /** What is known at the end of each quarter of a day, by the first part after it. */
  readonly contents: ReadonlyMap<number, string>;
}

/**
 * Looks for faults of days by what is stored, some stations after the others: what is held is bounded, however large the
 * network. Whatever else happens in this process has its turn in between.
 *
 * @throws the signal's reason
 */
export async function* lookForLasting(
  dependencies: LastingLookDependencies,
  stretch: LastingStretch,
): AsyncGenerator<LastingFindings> {
  const others = await otherFaults(dependencies, stretch);
  for (const tile of stationTiles(dependencies.place.stations)) yield lookAt(dependencies, stretch, tile, others);
}

async function lookAt(
  { store, place, variables, signal }: LastingLookDependencies,
  stretch: LastingStretch,
  { own, needed }: StationTile,
  others: ReadonlyMap<number, readonly TimedFault[]>,
): Promise<LastingFindings> {
  const { network, from, end, first, known } = stretch;
  const { stations } = place;
  const means = new GatheredParts(first);
  const lasting = new LastingFaults(
    {
      means,
      neighboursOf: (station) => stations.neighbours.of(station),
      variables: variables.map((variable) => VARIABLE_INDEX[variable]),
      isLookedAt: (station) => own.has(station),
      otherFaults: (station, variable) => others.get(NetworkFaults.keyOf(station, variable)) ?? [],
    },
    place,
  );
  if (known === null) lasting.beginAt(from);
  else lasting.restore(known.content);
  const ids = needed.map((station) => stations.ids[station]);
  const read = async (begin: number, until: number) => {
    for await (const hours of store.hourSums(network, ids, begin * HOURS_PER_PART, until * HOURS_PER_PART - 1)) {
      for (const hour of hours) means.addHour(stations.indexOf(hour.station), hour.hour, hour);
    }
  };
  await read(from - LOOK_REACH, from);
  const told = new Map<string, Fault>();
  const contents = new Map<number, string>();
  let turn = performance.now();
  for (let next = from; next < end; next += LOOKED_EVERY) {
    await read(next, next + LOOKED_EVERY);
    for (const _ of lasting.steps((next + LOOKED_EVERY) * SLOTS_PER_PART - 1, true)) {
      if (performance.now() - turn < TURN_MS) continue;
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      turn = performance.now();
    }
    for (const fault of lasting.news()) told.set(fault.id, fault);
    contents.set(next + LOOKED_EVERY, lasting.content());
  }
  const versions: FaultVersion[] = [];
  for (const fault of told.values()) versions.push(await versionOf(store, stretch, fault, signal));
  return { versions, contents };
}

/** A fault with the reports under it that nothing was told of yet. */
async function versionOf(
  store: LastingLookDependencies['store'],
  { network, from, end }: LastingStretch,
  fault: Fault,
  signal: AbortSignal,
): Promise<FaultVersion> {
  const { station, variable, start, known } = fault;
  // One that was known before has its values up to there.
  const since = known < beginOfPart(from) ? beginOfPart(from) : start;
  const stretch = { network, station, from: since - SLOT_MS / 2, to: (fault.end ?? endOfPart(end - 1)) + SLOT_MS / 2 };
  const reports: { time: number; value: number }[] = [];
  for await (const { times, values } of store.observationBlocks(stretch, signal)) {
    for (const [at, time] of times.entries()) {
      const value = values[variable][at];
      if (!Number.isNaN(value)) reports.push({ time, value });
    }
  }
  return { kind: 'fault', network, station, fault, values: reports.map((report) => lastingValue(fault, report)) };
}

/** The faults of hours that a stretch and what it rests on have, by sensor. */
async function otherFaults(
  { store, place }: LastingLookDependencies,
  { network, from, end }: LastingStretch,
): Promise<ReadonlyMap<number, readonly TimedFault[]>> {
  const found = new Map<number, Fault[]>();
  for (const fault of await store.faultsOver(network, beginOfPart(from - LOOK_REACH), endOfPart(end - 1))) {
    if (isFaultOfDays(fault.kind)) continue;
    const key = NetworkFaults.keyOf(place.stations.indexOf(fault.station), VARIABLE_INDEX[fault.variable]);
    found.set(key, [...(found.get(key) ?? []), fault]);
  }
  return found;
}
