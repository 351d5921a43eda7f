import type { ObservationSource } from '../../ingest/observation-source.ts';
import { rainCountOf, rainIntervalOf } from '../../ingest/validation/rain-fields.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { isFaultOfDays } from '../../schemas/fault.ts';
import type { Observation } from '../../schemas/observation.ts';
import { dayOfSlot, SLOT_MS, SLOTS_PER_DAY, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import { BASELINE_DAYS } from '../baselines/baseline-book.ts';
import { UsualHours } from '../weather/usual-hours.ts';
import { findWeather } from '../weather/weather-events.ts';
import type { ReplayRequest, ReplayResult, ReplayStretch, ShareResult } from './replay-result.ts';
import { type ReplayShare, sharesOf } from './replay-share.ts';
import { type ReplayHistory, ReplayWork, type StoredLasting } from './replay-work.ts';

/** Days before the start that are judged where nothing is stored of the faults that are open there. */
const CARRIED_DAYS = 7;
/** How long the event loop may be held before others get their turn [ms]. */
const TURN_MS = 50;

/** Threads that judge shares of a replay. */
export interface ReplayThreads {
  /** How many pay for so many observations at most. */
  countFor(observations: number): number;
  /** Begins the share of each. */
  start(stretch: ReplayStretch, history: ReplayHistory, shares: readonly ReplayShare[]): void;
  /** Hands observations to all; resolves when more may be handed over. */
  take(observations: readonly Observation[]): Promise<void>;
  /** What each has found, when all is done. */
  finish(): Promise<ShareResult[]>;
}

const ALONE: ReplayThreads = {
  countFor: () => 0,
  start: () => {},
  take: () => Promise.resolve(),
  finish: () => Promise.resolve([]),
};

/**
 * Judges a stretch of history by the code that judges live: observations in order of their slots, each slot judged when
 * it is complete. Windows and baselines are warmed from what lies before `start`.
 *
 * @param threads judge most of the stations where they are given; what is found is the same
 * @throws HalcyonError `interrupted` when the signal aborts, `invalid_parameter` for a method this version does not have
 */
export async function replay(
  source: ObservationSource,
  request: ReplayRequest,
  threads: ReplayThreads = ALONE,
): Promise<ReplayResult> {
  const { signal, onProgress, ...stretch } = request;
  const { network, end } = stretch;
  const history = await readHistory(source, stretch);
  const [own, ...shares] = sharesOf(threads.countFor(history.stations.length * (slotOf(end) - history.first + 1)));
  const work = new ReplayWork(stretch, history, own);
  threads.start(stretch, history, shares);
  let turn = performance.now();
  for await (const batch of source.read(network, work.from, end)) {
    await threads.take(batch);
    for (const observation of batch) {
      work.take(observation);
      if (performance.now() - turn > TURN_MS) {
        stopWhereAsked(signal);
        onProgress?.(...work.progress);
        await new Promise((resolve) => setImmediate(resolve));
        turn = performance.now();
      }
    }
  }
  const found = [work.finish(), ...(await threads.finish())];
  onProgress?.(...work.progress);
  const shared = together(found);
  const passages = found.flatMap((share) => share.passages);
  const context = { network, identity: work.identity, until: slotOf(end), settledAfter: work.settledAfter };
  const usual = new UsualHours({
    stations: work.stations,
    reports: (from, to, wants) => reportsOf(source, request, [from, to], wants),
  });
  const weather = await findWeather(passages, shared.anomalies, context, (asked) => usual.usualShares(asked));
  return {
    ...shared,
    weather: weather.map(({ event }) => event),
    faultsSince: history.sensors === null ? Math.min(stretch.start, timeOfSlot(history.first)) : null,
  };
}

/** What some stations of a network reported in a stretch of slots, both included. */
async function* reportsOf(
  source: ObservationSource,
  { network, signal }: ReplayRequest,
  [first, last]: readonly [first: number, last: number],
  wants: (station: string) => boolean,
): AsyncGenerator<readonly WindowReport[]> {
  const [from, to] = [timeOfSlot(first) - SLOT_MS / 2, timeOfSlot(last) + SLOT_MS / 2 - 1];
  for await (const batch of source.read(network, from, to)) {
    stopWhereAsked(signal);
    const wanted = batch.filter(({ station }) => wants(station));
    yield wanted.map(({ station, time, values, original }) => ({
      ...{ station, time, values },
      rainCount: rainCountOf(original),
      rainInterval: rainIntervalOf(original),
    }));
  }
}

/** @throws HalcyonError `interrupted` when the signal has aborted */
function stopWhereAsked(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new HalcyonError('interrupted', 'interrupted before the end was reached');
}

/** What a source knows of a network before the observations of a stretch are read. */
export async function readHistory(source: ObservationSource, stretch: ReplayStretch): Promise<ReplayHistory> {
  const { network } = stretch;
  const carried = await carriedFrom(source, stretch);
  const day = dayOfSlot(carried.first);
  const baselines = await source.baselines(network, day - BASELINE_DAYS, day);
  return {
    ...{ stations: await source.stations(network), baselines, rules: (await source.rules?.(network)) ?? [] },
    ...carried,
    // Where baselines are stored too few days are read to find faults of days: the system that stored them has looked for them.
    lasting: baselines.length === 0 ? null : await storedLasting(source, stretch),
  };
}

/**
 * From where on values are judged, so that a fault that is open at the start is known: after what a running system has stored of its
 * sensors on that day. Where that is not known: some days before the start.
 */
async function carriedFrom(
  source: ObservationSource,
  { network, start, carriesFaults = false }: ReplayStretch,
): Promise<Pick<ReplayHistory, 'first' | 'sensors'>> {
  const slot = slotOf(start);
  if (!carriesFaults) return { first: slot, sensors: null };
  const sensors = (await source.sensorsBefore?.(network, start)) ?? null;
  return { first: sensors === null ? slot - CARRIED_DAYS * SLOTS_PER_DAY : sensors.slot + 1, sensors };
}

/** What the source knows of the faults of days at the end of a stretch; null where that is nothing. */
async function storedLasting(
  source: ObservationSource,
  { network, start, end }: ReplayStretch,
): Promise<StoredLasting | null> {
  const known = (await source.lastingCondition?.(network, end)) ?? null;
  if (known === null) return null;
  const faults = (await source.faults?.(network, start, end)) ?? [];
  return { content: known.content, faults: faults.filter(({ kind }) => isFaultOfDays(kind)) };
}

/** What the shares have found, in the order of one. */
function together(found: readonly ShareResult[]): Omit<ReplayResult, 'weather' | 'faultsSince'> {
  const { outages } = found[0];
  const byStation = (a: { station: string }, b: { station: string }) => compared(a.station, b.station);
  const anomalies = found.flatMap((share) => share.anomalies).sort(byTimeStationVariable);
  return {
    stations: found.flatMap(({ stations }) => stations).sort((a, b) => compared(a.id, b.id)),
    anomalies,
    faults: found.flatMap(({ faults }) => faults).sort((a, b) => a.start - b.start || compared(a.id, b.id)),
    notJudged: found.flatMap(({ notJudged }) => notJudged).sort(byStation),
    outages,
    judgedStations: found.flatMap(({ judgedStations }) => judgedStations).sort(compared),
    valuesReceived: found.reduce((sum, { valuesReceived }) => sum + valuesReceived, 0),
    valuesJudged: found.reduce((sum, { valuesJudged }) => sum + valuesJudged, 0),
    valuesNotJudged: found.reduce((sum, { valuesNotJudged }) => sum + valuesNotJudged, 0),
  };
}

function byTimeStationVariable(a: Anomaly, b: Anomaly): number {
  if (a.time !== b.time) return a.time - b.time;
  if (a.station !== b.station) return compared(a.station, b.station);
  return VARIABLES.indexOf(a.variable) - VARIABLES.indexOf(b.variable);
}

function compared(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
