import type { SensorsAt } from '../../ingest/observation-source.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import type { Baseline } from '../../schemas/baseline.ts';
import type { ExpertRule } from '../../schemas/expert-rule.ts';
import type { Fault } from '../../schemas/fault.ts';
import type { JudgementTrace } from '../../schemas/judgement-trace.ts';
import type { Observation } from '../../schemas/observation.ts';
import type { Station } from '../../schemas/station.ts';
import { dayOfSlot, SLOT_MS, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { BASELINE_DAYS, BaselineBook } from '../baselines/baseline-book.ts';
import { TypicalSteps } from '../baselines/typical-steps.ts';
import { LastingFaults } from '../faults/lasting-faults.ts';
import { type JudgementPlan, planJudgement, settledBy } from '../network/judgement-plan.ts';
import { NetworkStations } from '../network/network-stations.ts';
import { OutageFinder, SLOTS_BEFORE } from '../outages/outage-finder.ts';
import { GatheredParts } from '../relations/gathered-parts.ts';
import { NetworkRules } from '../rules/network-rules.ts';
import { TaughtWindows } from '../rules/taught-windows.ts';
import { TemporalJudge } from '../temporal/temporal-judge.ts';
import { SpatialJudge } from '../verification/spatial-judge.ts';
import type { Passage } from '../weather/passage.ts';
import { PassageFinder } from '../weather/passage-finder.ts';
import { soundPassages } from '../weather/sound-passages.ts';
import { LEVEL_SLOTS, usualChanges } from '../weather/station-change.ts';
import { WindowStore } from '../windows/window-store.ts';
import { inOrder, ReplayFaults } from './replay-faults.ts';
import type { ReplayStretch, ShareResult } from './replay-result.ts';
import { isIn, type ReplayShare, WHOLE } from './replay-share.ts';
import { ReplayTally } from './replay-tally.ts';

/** What is known of a network before its observations are read. */
export interface ReplayHistory {
  readonly stations: readonly Station[];
  /** Stored ones of the days before the stretch; none where they have yet to be learnt. */
  readonly baselines: readonly Baseline[];
  /** What people have ruled of the network, of any kind. */
  readonly rules: readonly ExpertRule[];
  /** What is stored of the faults of days at the end of the stretch; null where they are looked for. */
  readonly lasting: StoredLasting | null;
  /** Slot from which on values are judged: that of the start, or one before it for the sake of faults that are open there. */
  readonly first: number;
  /** What is stored of the sensors before that; null where a fault that began before is not known. */
  readonly sensors: SensorsAt | null;
}

/** What a running system knew of the faults of days of a network at a moment. */
export interface StoredLasting {
  /** A JSON array of the `content` of LastingFaults, of all stations. */
  readonly content: string;
  /** Those of the stretch, as they are known by now. */
  readonly faults: readonly Fault[];
}

/**
 * The work of a replay, or of a share of it: takes in the observations of all stations in the order of their slots, and judges
 * those of its stations by the code that judges live, each slot when it is complete.
 */
export class ReplayWork {
  readonly #request: ReplayStretch;
  readonly #share: ReplayShare;
  readonly #plan: JudgementPlan;
  readonly #stations: NetworkStations;
  readonly #baselines: BaselineBook;
  readonly #temporal: TemporalJudge;
  readonly #spatial: SpatialJudge;
  readonly #outages: OutageFinder | null;
  /** null where neighbours are not asked: nobody but they tells weather from a sensor. */
  readonly #weather: PassageFinder | null;
  readonly #passages: Passage[] = [];
  readonly #tally: ReplayTally;
  readonly #faults: ReplayFaults;
  readonly #parts = new GatheredParts();
  readonly #lasting: LastingFaults;
  readonly #stored: StoredLasting | null;
  /** Whether faults of days are looked for here: by neighbours, and where they are not stored. */
  readonly #seeksDays: boolean;
  readonly #verdicts = new Map<string, Anomaly>();
  readonly #start: number;
  /** First slot that is judged. */
  readonly #first: number;
  readonly #end: number;
  /**
   * Where reading has to begin [ms]: where the window of the first judged value begins, or the reports from which it is
   * learnt what an outage is, or earlier where baselines have yet to be learnt. Stored baselines are taken over.
   */
  readonly from: number;
  #slot = Number.NEGATIVE_INFINITY;

  /**
   * @param history the registered stations, the stored baselines and the rules of the network
   * @param share the stations that are judged here; who judges the first finds the outages of all
   * @param trace is told how values are judged, which then all have their score; null where nobody asks
   * @throws HalcyonError `invalid_parameter` for a method this version does not have
   */
  constructor(
    request: ReplayStretch,
    { stations, baselines, rules, lasting, first, sensors }: ReplayHistory,
    share: ReplayShare = WHOLE,
    trace: JudgementTrace | null = null,
  ) {
    this.#request = request;
    this.#share = share;
    this.#plan = planJudgement(request.configuration);
    const { latenessSlots, neighborRadiusKm, variables, spatialVerify } = request.configuration;
    this.#stations = new NetworkStations(request.network, neighborRadiusKm, stations, new NetworkRules(rules));
    const { limitsOf, floorShare } = this.#stations;
    const windows = new WindowStore(this.#plan.capacity, this.#plan.recentSlots, limitsOf);
    const taught = new TaughtWindows(windows, this.#stations);
    this.#baselines = new BaselineBook(request.network, latenessSlots, taught, floorShare);
    const now = () => request.end;
    const [plan, stationsHere, book] = [this.#plan, this.#stations, this.#baselines];
    this.#temporal = new TemporalJudge(plan, stationsHere, windows, book, now, trace !== null, null, trace);
    this.#spatial = new SpatialJudge(plan, stationsHere, windows, book.levels, now, trace);
    const counted = stations
      .filter(({ id, retired }) => !retired && isIn(share, this.#stations.indexOf(id)))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    this.#tally = new ReplayTally(counted, variables);
    this.#start = slotOf(request.start);
    this.#first = first;
    this.#end = slotOf(request.end);
    const { neighbours } = this.#stations;
    const { lookBackSlots, identity, configuration } = this.#plan;
    this.#faults = new ReplayFaults(
      this.#spatial.faults,
      {
        windows,
        levels: book.levels,
        lookBackSlots,
        hindsightSlots: configuration.hindsightSlots,
        neighboursOf: (station) => neighbours.of(station),
      },
      { stations: this.#stations, identity, now },
      request.verdicts,
      first,
      trace,
    );
    this.#outages = share.from === 0 ? new OutageFinder(windows, this.#stations.ids, this.#start) : null;
    const byBaselines = new TypicalSteps(book, null);
    const usual = usualChanges(
      (station, variable, slot, cadence) => byBaselines.asked(station, variable, slot, cadence),
      this.#stations.registered,
    );
    const lookedAt = () => [...this.#stations.ids.keys()].filter((station) => isIn(share, station));
    const begin = this.#start + LEVEL_SLOTS;
    this.#weather = spatialVerify
      ? new PassageFinder({ windows, stations: this.#stations, usual, begin, lookedAt })
      : null;
    const newest = baselines.reduce((latest, baseline) => Math.max(latest, baseline.day), Number.NEGATIVE_INFINITY);
    if (baselines.length > 0) this.#baselines.restore(baselines, newest, (id) => this.#stations.indexOf(id));
    const learntFrom = this.#baselines.cutOf(baselines.length > 0 ? newest : dayOfSlot(first) - BASELINE_DAYS);
    const window = Math.min(first - this.#plan.warmSlots, this.#start - SLOTS_BEFORE);
    this.from = timeOfSlot(Math.min(learntFrom, window)) - SLOT_MS / 2;
    this.#lasting = new LastingFaults(
      {
        means: this.#parts,
        neighboursOf: (station) => neighbours.of(station),
        variables: spatialVerify ? variables.map((variable) => VARIABLE_INDEX[variable]) : [],
        isLookedAt: (station) => isIn(share, station),
        otherFaults: (station, variable) => this.#faults.of(station, variable),
      },
      { stations: this.#stations, identity, now },
    );
    this.#stored = lasting;
    this.#seeksDays = spatialVerify && lasting === null;
    if (lasting !== null) this.#lasting.restore(lasting.content);
    if (sensors !== null) {
      const own = sensors.conditions.filter((one) => isIn(share, this.#stations.indexOf(one.station)));
      this.#faults.restore(own, sensors.slot);
    }
  }

  /** Takes in the next observation, of whichever station. */
  take(observation: Observation): void {
    const { time, station } = observation;
    const slot = slotOf(time);
    if (slot > this.#slot) this.#advance(slot);
    if (this.#seeksDays) this.#parts.add(this.#stations.indexOf(station), observation);
    const isOwn = isIn(this.#share, this.#stations.indexOf(station));
    if (isOwn && this.#isAsked(time)) this.#tally.receive(observation);
    if (isOwn && slot >= this.#first) this.#temporal.accept(observation);
    else this.#temporal.warm(observation);
  }

  /** The stations of the network. */
  get stations(): NetworkStations {
    return this.#stations;
  }

  /** Of the configuration of the judgement. */
  get identity(): string {
    return this.#plan.identity;
  }

  /** Slots after one by which every verdict on it is settled. */
  get settledAfter(): number {
    return -settledBy(this.#plan, 0);
  }

  /** Slots that are done, and slots in all. */
  get progress(): [done: number, total: number] {
    return [Math.max(0, this.#slot - this.#first), this.#end - this.#first + 1];
  }

  /** Judges what is left; the last call. Of stations of other shares nothing is said. */
  finish(): ShareResult {
    this.#advance(this.#end);
    this.#judge();
    this.#outages?.passUpTo(this.#end);
    this.#passages.push(...(this.#weather?.passUpTo(this.#end) ?? []));
    if (this.#request.verdicts === 'last') this.#keep(this.#spatial.conclude());
    this.#faults.passUpTo(this.#end);
    this.#passDays(settledBy(this.#plan, this.#end), true);
    this.#passDays(this.#end, false);
    const all = [...this.#faults.finish(), ...this.#faultsOfDays()];
    const faults = inOrder(all.filter(({ end }) => end === null || this.#isAsked(end)));
    const anomalies = [...this.#verdicts.values()].filter(
      ({ state, time }) => state !== 'withdrawn' && this.#isAsked(time),
    );
    const passages = soundPassages(this.#passages, faults, anomalies);
    return { anomalies, faults, passages, outages: this.#outages?.finish() ?? [], ...this.#tally.result() };
  }

  /** The stretch moves on to a slot: what was taken in is judged, what is final is settled. */
  #advance(slot: number): void {
    this.#judge();
    if (slot <= this.#slot) return;
    if (this.#request.verdicts === 'first') this.#faults.passUpTo(this.#slot);
    this.#outages?.passUpTo(slot - 1);
    this.#passages.push(...(this.#weather?.passUpTo(slot - 1) ?? []));
    this.#keep(this.#spatial.advance(slot));
    if (this.#request.verdicts === 'last') this.#faults.passUpTo(slot - 1);
    this.#temporal.advance(slot);
    this.#passDays(settledBy(this.#plan, slot - 1), true);
    this.#slot = slot;
  }

  #passDays(slot: number, isFinal: boolean): void {
    if (this.#seeksDays) this.#lasting.passUpTo(slot, isFinal);
  }

  /** Those that were found, or that are stored as they were known at the end. */
  #faultsOfDays(): Fault[] {
    const open = this.#lasting.told();
    const known = new Set(open.map(({ id }) => id));
    const { variables } = this.#plan.configuration;
    const ended = (this.#stored?.faults ?? []).filter(({ id, station, recovered }) => {
      const isHere = isIn(this.#share, this.#stations.indexOf(station));
      return isHere && !known.has(id) && recovered !== null && recovered <= this.#request.end;
    });
    return [...open, ...ended].filter(({ variable }) => variables.includes(variable));
  }

  #judge(): void {
    // What the last verdicts say does not depend on those before: most of verification is saved where nobody sees them.
    const last = this.#request.verdicts === 'last';
    if (!last) this.#keep(this.#spatial.revise());
    const { judgements, candidates } = this.#temporal.findings();
    for (const judgement of judgements) if (this.#isAsked(judgement.time)) this.#tally.count(judgement);
    for (const candidate of candidates) {
      if (last) this.#spatial.defer(candidate);
      else this.#keep(this.#spatial.accept(candidate));
    }
  }

  #keep(given: readonly Anomaly[]): void {
    for (const anomaly of given) {
      if (this.#request.verdicts === 'first' && this.#verdicts.has(anomaly.id)) continue;
      this.#verdicts.set(anomaly.id, anomaly);
      this.#faults.take(anomaly);
    }
  }

  /** Whether something at a time belongs to the stretch: what was before is judged for the faults that go on. */
  #isAsked(time: number): boolean {
    return time >= this.#request.start;
  }
}
