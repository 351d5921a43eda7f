import { BASELINE_DAYS, BaselineBook } from '../../detectors/baselines/baseline-book.ts';
import { TypicalSteps } from '../../detectors/baselines/typical-steps.ts';
import type { JudgementPlan } from '../../detectors/network/judgement-plan.ts';
import type { NetworkStations } from '../../detectors/network/network-stations.ts';
import type { Passage } from '../../detectors/weather/passage.ts';
import { askedAround, KNOWN_AFTER, PassageFinder } from '../../detectors/weather/passage-finder.ts';
import { SLOTS_AFTER, SLOTS_BEFORE, usualChanges } from '../../detectors/weather/station-change.ts';
import { putReports, stationRuns } from '../../detectors/windows/put-reports.ts';
import { LONGEST_COUNT_GAP } from '../../detectors/windows/rain-count.ts';
import { WindowStore } from '../../detectors/windows/window-store.ts';
import { dayOfSlot, SLOTS_PER_DAY } from '../../schemas/time.ts';
import type { BaselineStore } from '../stores/roles/baseline-store.ts';
import type { WindowHistory } from '../stores/roles/window-history.ts';

/** Passages are sought in so many slots at once: what is held of each station is some hundred slots. */
const AT_ONCE = SLOTS_PER_DAY / 2;
/** Slots around one whose changes tell whether its own is the largest. */
const AROUND = KNOWN_AFTER - SLOTS_AFTER;
/** What is restored teaches nothing more. */
const NO_WINDOWS = new WindowStore(1);

/** Whom it is looked with. */
export interface PassageLookDependencies {
  readonly store: Pick<WindowHistory, 'windowReports'> & Pick<BaselineStore, 'ownDays'>;
  readonly plan: JudgementPlan;
  readonly stations: NetworkStations;
  /** Ends it before all is looked at. */
  readonly signal: AbortSignal;
}

/**
 * The passages over the stations of a network by what is stored, those of wrong sensors too: as a replay of the same
 * observations finds them. Half a day of some stations is held at a time; whatever else happens in this process has its turn in between.
 *
 * @param from first slot of which passages are told
 * @param until last slot that is looked at: passages are told up to KNOWN_AFTER before it
 * @param begin first slot at which something may pass, `from` or before it
 * @throws HalcyonError of the store; the signal's reason
 */
export async function readPassages(
  dependencies: PassageLookDependencies,
  from: number,
  until: number,
  begin: number,
): Promise<Passage[]> {
  const passages: Passage[] = [];
  const end = until - KNOWN_AFTER;
  for (let first = from, last: number; first <= end; first = last + 1) {
    last = Math.min(end, AT_ONCE * (Math.floor(first / AT_ONCE) + 1) - 1);
    passages.push(...(await passagesOf(dependencies, first, last, begin)));
  }
  return passages;
}

async function passagesOf(
  { store, plan, stations, signal }: PassageLookDependencies,
  first: number,
  last: number,
  from: number,
): Promise<Passage[]> {
  const low = first - AROUND - SLOTS_BEFORE - LONGEST_COUNT_GAP;
  const high = last + KNOWN_AFTER;
  const day = dayOfSlot(last + AROUND);
  const book = new BaselineBook(stations.network, plan.configuration.latenessSlots, NO_WINDOWS, stations.floorShare);
  // What is measured is of this day or, around midnight, of the one before it.
  for await (const own of store.ownDays(stations.network, day - BASELINE_DAYS - 1, day)) {
    book.restore(own, day, (id) => stations.indexOf(id));
  }
  const steps = new TypicalSteps(book, null);
  const usual = usualChanges(
    (station, variable, slot, cadence) => steps.asked(station, variable, slot, cadence),
    stations.registered,
  );
  const begin = Math.max(from, first - AROUND);
  const reported = new Map<number, Uint8Array>();
  const passages: Passage[] = [];
  // Some stations after the others: what is held of all is whether they reported.
  for await (const reports of store.windowReports(stations.network, low, high)) {
    const windows = new WindowStore(high - low + 1, undefined, stations.limitsOf);
    const there: number[] = [];
    for (const [at, end] of stationRuns(reports)) {
      putReports(windows, stations, reports, at, end);
      const station = stations.indexOf(reports[at].station);
      reported.set(
        station,
        Uint8Array.from({ length: high - low + 1 }, (_, k) => Number(windows.reported(station, low + k))),
      );
      if (stations.registered[station]?.retired === false) there.push(station);
    }
    const finder = new PassageFinder({ windows, stations, usual, begin, lookedAt: () => there });
    passages.push(...finder.passUpTo(high).filter(({ slot }) => slot >= first && slot <= last));
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
  // Which neighbours reported is known only when all stations are read.
  return passages.map((passage) => ({
    ...passage,
    asked: askedAround(
      stations.neighbours.of(stations.indexOf(passage.station)),
      passage.slot,
      (station, slot) => reported.get(station)?.[slot - low] === 1,
    ),
  }));
}
