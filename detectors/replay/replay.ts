import type { ObservationSource } from '../../ingest/observation-source.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Observation } from '../../schemas/observation.ts';
import type { Station } from '../../schemas/station.ts';
import { dayOfSlot, SLOT_MS, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { BASELINE_DAYS, BaselineBook } from '../baselines/baseline-book.ts';
import { OutageFinder, SLOTS_BEFORE } from '../outages/outage-finder.ts';
import { type JudgementPlan, planJudgement } from '../stages/judgement-plan.ts';
import { NetworkStations } from '../stages/network-stations.ts';
import { SpatialJudge } from '../stages/spatial-judge.ts';
import { TemporalJudge } from '../stages/temporal-judge.ts';
import { WindowStore } from '../windows/window-store.ts';
import type { ReplayRequest, ReplayResult } from './replay-result.ts';
import { ReplayTally } from './replay-tally.ts';

/** How long the event loop may be held before others get their turn [ms]. */
const TURN_MS = 50;

/**
 * Judges a stretch of history by the code that judges live: observations in order of their slots, each slot judged when
 * it is complete. Windows and baselines are warmed from what lies before `start`.
 *
 * @throws HalcyonError `interrupted` when the signal aborts, `invalid_parameter` for a method this version does not have
 */
export async function replay(source: ObservationSource, request: ReplayRequest): Promise<ReplayResult> {
  const run = new Replay(request, await source.stations(request.network));
  const from = await run.warmFrom(source);
  let turn = performance.now();
  for await (const batch of source.read(request.network, from, request.end)) {
    for (const observation of batch) {
      run.take(observation);
      if (performance.now() - turn > TURN_MS) {
        if (request.signal?.aborted) throw new HalcyonError('interrupted', 'interrupted before the end was reached');
        run.reportProgress();
        await new Promise((resolve) => setImmediate(resolve));
        turn = performance.now();
      }
    }
  }
  return run.finish();
}

class Replay {
  readonly #request: ReplayRequest;
  readonly #plan: JudgementPlan;
  readonly #stations: NetworkStations;
  readonly #baselines: BaselineBook;
  readonly #temporal: TemporalJudge;
  readonly #spatial: SpatialJudge;
  readonly #outages: OutageFinder;
  readonly #tally: ReplayTally;
  readonly #verdicts = new Map<string, Anomaly>();
  readonly #start: number;
  readonly #end: number;
  #slot = Number.NEGATIVE_INFINITY;

  constructor(request: ReplayRequest, stations: readonly Station[]) {
    this.#request = request;
    this.#plan = planJudgement(request.configuration);
    const { latenessSlots, neighborRadiusKm, variables } = request.configuration;
    this.#stations = new NetworkStations(request.network, neighborRadiusKm, stations);
    const windows = new WindowStore(this.#plan.capacity);
    this.#baselines = new BaselineBook(request.network, latenessSlots, windows);
    const now = () => request.end;
    this.#temporal = new TemporalJudge(this.#plan, this.#stations, windows, this.#baselines, now, false);
    this.#spatial = new SpatialJudge(this.#plan, this.#stations, windows, now);
    const counted = stations.filter((station) => !station.retired).sort((a, b) => (a.id < b.id ? -1 : 1));
    this.#tally = new ReplayTally(counted, variables);
    this.#start = slotOf(request.start);
    this.#end = slotOf(request.end);
    this.#outages = new OutageFinder(windows, this.#stations.ids, this.#start);
  }

  /**
   * Where reading has to begin [ms]: where the window of the first judged value begins, or the reports from which it is
   * learnt what an outage is, or earlier where baselines have yet to be learnt. Stored baselines are taken over.
   */
  async warmFrom(source: ObservationSource): Promise<number> {
    const day = dayOfSlot(this.#start);
    const stored = await source.baselines(this.#request.network, day - BASELINE_DAYS, day);
    const newest = stored.reduce((latest, baseline) => Math.max(latest, baseline.day), Number.NEGATIVE_INFINITY);
    if (stored.length > 0) this.#baselines.restore(stored, newest, (id) => this.#stations.indexOf(id));
    const taught = this.#baselines.cutOf(stored.length > 0 ? newest : day - BASELINE_DAYS);
    const window = this.#start - Math.max(this.#plan.warmSlots, SLOTS_BEFORE);
    return timeOfSlot(Math.min(taught, window)) - SLOT_MS / 2;
  }

  take(observation: Observation): void {
    const slot = slotOf(observation.time);
    if (slot > this.#slot) this.#advance(slot);
    if (observation.time < this.#request.start) this.#temporal.warm(observation);
    else this.#temporal.accept(observation);
  }

  reportProgress(): void {
    const done = Math.max(0, this.#slot - this.#start);
    this.#request.onProgress?.(done, this.#end - this.#start + 1);
  }

  finish(): ReplayResult {
    this.#advance(this.#end);
    this.#judge();
    this.#outages.passUpTo(this.#end);
    if (this.#request.verdicts === 'last') this.#keep(this.#spatial.conclude());
    this.reportProgress();
    const anomalies = [...this.#verdicts.values()].filter((anomaly) => anomaly.state !== 'withdrawn');
    anomalies.sort(byTimeStationVariable);
    return { anomalies, outages: this.#outages.finish(), ...this.#tally.result() };
  }

  /** The stretch moves on to a slot: what was taken in is judged, what is final is settled. */
  #advance(slot: number): void {
    this.#judge();
    if (slot <= this.#slot) return;
    this.#outages.passUpTo(slot - 1);
    this.#keep(this.#spatial.advance(slot));
    this.#temporal.advance(slot);
    this.#slot = slot;
  }

  #judge(): void {
    this.#keep(this.#spatial.revise());
    const { judgements, candidates } = this.#temporal.findings();
    for (const judgement of judgements) this.#tally.count(judgement);
    for (const candidate of candidates) this.#keep(this.#spatial.accept(candidate));
  }

  #keep(given: readonly Anomaly[]): void {
    for (const anomaly of given) {
      if (this.#request.verdicts === 'first' && this.#verdicts.has(anomaly.id)) continue;
      this.#verdicts.set(anomaly.id, anomaly);
    }
  }
}

function byTimeStationVariable(a: Anomaly, b: Anomaly): number {
  if (a.time !== b.time) return a.time - b.time;
  if (a.station !== b.station) return a.station < b.station ? -1 : 1;
  return VARIABLES.indexOf(a.variable) - VARIABLES.indexOf(b.variable);
}
