import { createHash } from 'node:crypto';
import type { Anomaly, Candidate, SpatialVerification, VerdictState } from '../../schemas/anomaly.ts';
import type { StoredSensors } from '../../schemas/fault.ts';
import { anomalyId } from '../../schemas/judgement-configuration.ts';
import type { JudgementTrace } from '../../schemas/judgement-trace.ts';
import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import type { UsualLevels } from '../baselines/usual-levels.ts';
import type { NamedReport } from '../faults/fault-course.ts';
import { NetworkFaults } from '../faults/network-faults.ts';
import type { Condition } from '../faults/open-fault.ts';
import { leastDeparture } from '../neighbours/expectation.ts';
import { type JudgementPlan, settledBy } from '../network/judgement-plan.ts';
import type { NetworkStations } from '../network/network-stations.ts';
import type { TimedWindows } from '../windows/windows-between.ts';
import { CandidateDecisions, type Decision, type Raised } from './candidate-decisions.ts';

/** A candidate whose verdict may still change. */
interface Open {
  candidate: Candidate;
  /** Newest slot its verdict has seen. */
  known: number;
  /** Class that was last given out; null where nothing was. */
  given: Anomaly | null;
}

/**
 * The spatial judgement of one network: classifies each candidate at once, again when its neighbours have followed, and
 * settles it when nothing that comes in time can change it. The settled verdict is a function of the candidate and of
 * the neighbours' values around it, so that it is the same live and in a replay.
 */
export class SpatialJudge {
  readonly #plan: JudgementPlan;
  readonly #stations: NetworkStations;
  readonly #windows: TimedWindows;
  readonly #decisions: CandidateDecisions;
  readonly #now: () => number;
  readonly #open = new Map<string, Open>();
  /** Open candidates that wait for another look, and the newest slot that it may see. */
  readonly #due = new Map<Open, number>();
  /** The faults of the sensors it judges. */
  readonly faults: NetworkFaults;
  /** Candidates that are being settled. */
  readonly #settling = new Map<string, Open>();
  /** True where the first verdicts are the last: nobody asks what is known before. */
  #isDeferred = false;
  /** Verdicts of a predecessor that are not settled, and of which nothing was given out here yet, by the keys of candidates. */
  readonly #before = new Map<string, Anomaly>();
  #watermark = Number.NEGATIVE_INFINITY;

  constructor(
    plan: JudgementPlan,
    stations: NetworkStations,
    windows: TimedWindows,
    levels: UsualLevels,
    now: () => number,
    trace: JudgementTrace | null = null,
  ) {
    this.#plan = plan;
    this.#stations = stations;
    this.#windows = windows;
    this.#decisions = new CandidateDecisions(plan, stations, windows, levels, trace);
    this.#now = now;
    this.faults = new NetworkFaults(
      {
        windows,
        levels,
        lookBackSlots: plan.lookBackSlots,
        hindsightSlots: plan.configuration.hindsightSlots,
        neighboursOf: (station) => stations.neighbours.of(station),
        knownBy: (station, variable, named) => this.#knownBy(station, variable, named),
      },
      { stations, identity: plan.identity, now },
    );
  }

  /** Newest slot the network has reached; -Infinity before the first. */
  get watermark(): number {
    return this.#watermark;
  }

  /**
   * Goes on where a predecessor had come to: what it has settled is not judged again.
   *
   * @param sensors when everything up to what was settled by then was
   */
  resume(slot: number, sensors: StoredSensors): void {
    if (slot <= this.#watermark) return;
    this.#watermark = slot;
    this.faults.restore(sensors, this.settledUntil, slot);
    this.inherit(sensors.verdicts);
  }

  /**
   * Takes over what a predecessor gave out: by what has come since, it may be no anomaly any more, or no candidate even. By
   * another configuration a verdict has another id, and is left.
   */
  inherit(verdicts: readonly Anomaly[]): void {
    for (const verdict of verdicts) {
      if (verdict.configuration === this.#plan.identity) this.#before.set(keyOf(verdict), verdict);
    }
  }

  /** Slot up to which every verdict is settled; -Infinity before the first. */
  get settledUntil(): number {
    return settledBy(this.#plan, this.#watermark);
  }

  /** Classifies a candidate by what is known now. Returns nothing where it says nothing new. */
  accept(candidate: Candidate): Anomaly[] {
    const open = this.#take(candidate);
    return open === null ? [] : this.#give(open, this.#foreseen(open), true, false);
  }

  /** Takes in a candidate whose first verdict is the last: `advance` settles it, or `conclude` at the end. */
  defer(candidate: Candidate): void {
    this.#isDeferred = true;
    this.#take(candidate);
  }

  /**
   * The network has reached a slot and all candidates of earlier ones have been accepted. Must be called before anything
   * of that slot enters the windows.
   *
   * @returns verdicts that have changed, and those that are settled now
   */
  advance(slot: number): Anomaly[] {
    if (slot <= this.#watermark) return [];
    // Before the first progress nothing is known of how far reports had come.
    const reported = Number.isFinite(this.#watermark) ? this.#watermark + this.#plan.capacity : slot;
    const settledBefore = Math.max(this.settledUntil, this.faults.settledUntil);
    this.#watermark = slot;
    const given = this.#settle(settledBefore + 1, reported);
    if (!this.#isDeferred) this.faults.reach(slot - 1);
    return given;
  }

  /** Looks again at every open candidate that has more hindsight by now; verdicts that have changed. */
  revise(): Anomaly[] {
    this.noteDue();
    return this.reviseDue(Number.POSITIVE_INFINITY);
  }

  /** Notes every open candidate that has more hindsight by now: `reviseDue` looks at it again, by what is known now. */
  noteDue(): void {
    for (const open of this.#open.values()) {
      const known = Math.min(this.#watermark, open.candidate.slot + this.#plan.configuration.hindsightSlots);
      if (known <= open.known) continue;
      // Where no flat line was given, one look when all neighbours have reported is enough until it settles.
      const flat = open.candidate.check === 'flat_line' && open.known > open.candidate.slot;
      if (flat && (open.given === null || open.given.state === 'withdrawn')) continue;
      this.#due.set(open, known);
    }
  }

  /** True while a candidate that was noted waits. */
  get hasDue(): boolean {
    return this.#due.size > 0;
  }

  /** Looks again at so many of those that were noted; verdicts that have changed. */
  reviseDue(most: number): Anomaly[] {
    const given: Anomaly[] = [];
    let looked = 0;
    for (const [open, known] of this.#due) {
      if (looked++ >= most) break;
      this.#due.delete(open);
      // It was raised again meanwhile, and judged by as much.
      if (known <= open.known) continue;
      open.known = known;
      given.push(...this.#give(open, this.#foreseen(open), false, false));
    }
    return given;
  }

  /** The verdicts on all open candidates by what is known now, given out or not: the end of a replay. */
  conclude(): Anomaly[] {
    const given: Anomaly[] = [];
    const { hindsightSlots } = this.#plan.configuration;
    const inOrder = [...this.#open.values()].sort((a, b) => a.candidate.time - b.candidate.time);
    for (const open of inOrder) {
      const { slot } = open.candidate;
      open.known = Math.max(slot, Math.min(this.#watermark, slot + hindsightSlots));
      given.push(...this.#give(open, this.#foreseen(open), true, false));
    }
    this.faults.reach(this.#watermark);
    return given;
  }

  /**
   * Settles the slots from one on, in their order: a fault that holds says of later values what they are.
   *
   * @param reported nothing was reported after this slot
   */
  #settle(from: number, reported: number): Anomaly[] {
    const until = this.settledUntil;
    const due = new Map<number, Open[]>();
    for (const [key, open] of this.#open) {
      const { slot } = open.candidate;
      if (slot > until) continue;
      this.#due.delete(open);
      this.#settling.set(key, open);
      this.#open.delete(key);
      const ofSlot = due.get(slot);
      if (ofSlot === undefined) due.set(slot, [open]);
      else ofSlot.push(open);
    }
    const given: Anomaly[] = [];
    const slots = [...due.keys()].sort((a, b) => a - b);
    for (let slot = from; ; slot++) {
      // Slots of which nothing is to be said are passed over.
      if (this.faults.isQuiet || slot > reported || slot === Number.NEGATIVE_INFINITY)
        slot = Math.max(slot, slots[0] ?? Number.POSITIVE_INFINITY);
      if (slot > until) break;
      if (slot === slots[0]) slots.shift();
      given.push(...this.#settleSlot(slot, due.get(slot) ?? []));
    }
    this.faults.skipTo(until);
    this.#settling.clear();
    return [...given, ...this.#takenBack(until)];
  }

  /** Verdicts of a predecessor up to a slot that nothing bears out when it settles. */
  #takenBack(until: number): Anomaly[] {
    const taken: Anomaly[] = [];
    for (const [key, verdict] of this.#before) {
      if (verdict.slot > until) continue;
      this.#before.delete(key);
      taken.push(takenBack(verdict, this.#now()));
    }
    return taken;
  }

  #settleSlot(slot: number, due: readonly Open[]): Anomaly[] {
    const failures = new Map<number, NamedReport[]>();
    const decisions = due.map((open) => {
      open.known = slot + this.#plan.configuration.hindsightSlots;
      const decision = this.#decide(open);
      const named = this.#named(open, decision);
      if (named === null) return decision;
      const ofSensor = failures.get(this.#sensorOf(open));
      if (ofSensor === undefined) failures.set(this.#sensorOf(open), [named]);
      else ofSensor.push(named);
      return decision;
    });
    for (const named of failures.values()) named.sort((a, b) => a.time - b.time);
    const looks = this.faults.settle(slot, failures);
    return due.flatMap((open, k) => {
      const decision = this.#withoutReturn(open, decisions[k], looks.get(this.#sensorOf(open)) ?? null);
      return this.#give(open, decision, true, true);
    });
  }

  /** What is decided by what is known now; of a value by which a sensor comes back from a fault, nothing. */
  #foreseen(open: Open): Decision {
    const decision = this.#decide(open);
    const { slot, time } = open.candidate;
    const look = this.faults.note(this.#sensorOf(open), slot, time, this.#named(open, decision));
    return this.#withoutReturn(open, decision, look);
  }

  /**
   * What is decided, but of a value by which its sensor returns to what is right: that is no anomaly. Weather stays weather.
   *
   * @param look what the slot says of the sensor, by the report that holds it
   */
  #withoutReturn({ candidate }: Open, decision: Decision, look: Condition | null): Decision {
    if (look !== 'right' || decision === null || decision.classification === 'weather_event') return decision;
    const { station, variable, slot, actual } = candidate;
    const held = this.#windows.value(this.#stations.indexOf(station), VARIABLE_INDEX[variable], slot);
    const isAsHeld = Math.abs(actual - held) <= leastDeparture(VARIABLE_SPECIFICATIONS[variable].floor);
    if (isAsHeld) this.#decisions.dismissed(candidate);
    return isAsHeld ? null : decision;
  }

  #decide({ candidate, known }: Open): Decision {
    return candidate.withdrawn ? null : this.#decisions.decide(candidate, known);
  }

  /** The report as a fault is named by it; null where its value is no device failure. */
  #named({ candidate }: Open, decision: Decision): NamedReport | null {
    if (decision?.classification !== 'device_failure') return null;
    const { network, station, variable, slot, time, actual } = candidate;
    const { check, expected } = decision.check === undefined ? candidate : { ...candidate, ...decision };
    const anomaly = anomalyId(network, station, variable, time, this.#plan.identity);
    return { anomalyId: anomaly, slot, time, check, actual, deviation: actual - expected };
  }

  #sensorOf({ candidate: { station, variable } }: Open): number {
    return NetworkFaults.keyOf(this.#stations.indexOf(station), VARIABLE_INDEX[variable]);
  }

  /** Slot by which a value was known to be a device failure. */
  #knownBy(station: number, variable: number, { slot, time }: NamedReport): number {
    const key = keyOf({ station: this.#stations.ids[station], variable: VARIABLES[variable], time });
    const open = this.#open.get(key) ?? this.#settling.get(key);
    if (open === undefined) return slot;
    let known = slot;
    while (known < open.known && this.#decide({ ...open, known })?.classification !== 'device_failure') known++;
    return known;
  }

  /** The candidate among those that are open; null where it is settled. */
  #take(candidate: Candidate): Open | null {
    const { slot } = candidate;
    if (slot <= this.settledUntil) return null;
    const key = keyOf(candidate);
    const known = Math.min(Math.max(slot, this.#watermark), slot + this.#plan.configuration.hindsightSlots);
    const open = this.#open.get(key) ?? { candidate, known, given: this.#givenBefore(key, slot) };
    open.candidate = candidate;
    open.known = known;
    this.#open.set(key, open);
    return open;
  }

  /** What a predecessor gave out, where it had reached the slot: it knew no more than is known here. */
  #givenBefore(key: string, slot: number): Anomaly | null {
    if (slot > this.#watermark) return null;
    const verdict = this.#before.get(key) ?? null;
    this.#before.delete(key);
    return verdict;
  }

  /** Gives out a verdict where it is new: always (`always`), or where its class has changed. */
  #give(open: Open, decision: Decision, always: boolean, final: boolean): Anomaly[] {
    if (decision === null) {
      if (open.given === null) return [];
      if (open.given.state === 'withdrawn' && !final) return [];
      open.given = {
        ...open.given,
        state: 'withdrawn',
        final,
        version: this.#decisions.versionOf(open.candidate, open.known),
        judged: this.#now(),
      };
      return [open.given];
    }
    this.#before.delete(keyOf(open.candidate));
    const unchanged = open.given?.state === 'provisional' && open.given.classification === decision.classification;
    if (unchanged && !always) return [];
    open.given = this.#anomaly(open, decision, final ? 'settled' : 'provisional', final);
    return [open.given];
  }

  #anomaly(open: Open, decision: NonNullable<Decision>, state: VerdictState, final: boolean): Anomaly {
    const { candidate } = open;
    const { network, station, variable, slot } = candidate;
    const { configuration, identity } = this.#plan;
    const raised: Raised = decision.check === undefined ? candidate : { ...candidate, ...decision };
    const { check, expected, score, scale, threshold } = raised;
    const index = this.#stations.indexOf(station);
    const spatial: SpatialVerification = {
      enabled: configuration.spatialVerify,
      method: configuration.spatialMethod,
      correlation: decision.correlation,
      neighborsChecked: decision.neighbors.length,
      neighbors: decision.neighbors,
    };
    return {
      id: open.given?.id ?? anomalyId(network, station, variable, candidate.time, identity),
      network,
      station,
      stationName: this.#stations.registered[index]?.name ?? station,
      variable,
      slot,
      time: candidate.time,
      actual: candidate.actual,
      expected,
      deviation: candidate.actual - expected,
      temporalMethod: configuration.temporalMethod,
      check,
      score,
      scale,
      threshold,
      classification: decision.classification,
      reason: decision.reason,
      spatial,
      evidence: { ...decision.evidence, history: this.#decisions.historyOf(candidate) },
      baseline: candidate.baseline,
      configuration: identity,
      state,
      final,
      version: this.#decisions.versionOf(candidate, open.known),
      judged: this.#now(),
    };
  }
}

/** An open verdict as one that is withdrawn for good: nothing bears it out. @param judged current time, ms since the epoch */
export function takenBack(verdict: Anomaly, judged: number): Anomaly {
  const version = createHash('sha256').update(`${verdict.version}|taken back`).digest('hex').slice(0, 16);
  return { ...verdict, state: 'withdrawn', final: true, version, judged };
}

/** Key of a candidate in its network; its public id costs a digest, and most candidates turn out to be no anomaly. */
function keyOf({ station, variable, time }: Pick<Candidate, 'station' | 'variable' | 'time'>): string {
  return `${time}|${variable}|${station}`;
}
