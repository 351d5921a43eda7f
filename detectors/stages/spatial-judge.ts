import { createHash } from 'node:crypto';
import type { Anomaly, Candidate, Classification, SpatialVerification, VerdictState } from '../../schemas/anomaly.ts';
import { anomalyId } from '../../schemas/judgement-configuration.ts';
import { VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import { DOCUMENTED_FLOORS, DOCUMENTED_SPREADS } from '../baselines/documented-floors.ts';
import { LEVEL_DAYS, type UsualLevels } from '../baselines/usual-levels.ts';
import { FLAT_RUN_SLOTS, judgeFlatLine, RESOLUTION_SLOTS } from '../checks/flat-line.ts';
import { witnessWindows } from '../rules/witness-windows.ts';
import { askedAboutJump } from '../spatial/asked-jump.ts';
import { backAmongNeighbours } from '../spatial/back-among-neighbours.ts';
import { backWhereItStood } from '../spatial/back-where-it-stood.ts';
import { repeatedBefore } from '../spatial/resumption.ts';
import type { SpatialAnswer, SpatialQuestion } from '../spatial/spatial-method.ts';
import { STANDSTILL_SLOTS, standstillAround } from '../spatial/standstill.ts';
import { reportInPlace } from '../windows/report-in-place.ts';
import { sevenDigits } from '../windows/seven-digits.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { JudgementPlan } from './judgement-plan.ts';
import type { NetworkStations } from './network-stations.ts';

const UNVERIFIED = 'verification against the neighbours is off';

/** A candidate whose verdict may still change. */
interface Open {
  candidate: Candidate;
  /** Newest slot its verdict has seen. */
  known: number;
  /** Class that was last given out; null where nothing was. */
  given: Anomaly | null;
}

/**
 * Weather that departs from the expectation by less than so many floors is what everybody's values do that day: nothing that
 * an operator would look at.
 */
export const NOTICED_FLOORS = 1.6;

/** What a verdict may say otherwise than its candidate: what raised it, and by which numbers. */
type Raised = Pick<Candidate, 'check' | 'expected' | 'score' | 'scale' | 'threshold'>;

/** What is decided about a candidate; null: it is no anomaly after all. */
type Decision = (SpatialAnswer & Partial<Raised>) | null;

/**
 * The spatial judgement of one network: classifies each candidate at once, again when its neighbours have followed, and
 * settles it when nothing that comes in time can change it. The settled verdict is a function of the candidate and of
 * the neighbours' values around it, so that it is the same live and in a replay.
 */
export class SpatialJudge {
  readonly #plan: JudgementPlan;
  readonly #stations: NetworkStations;
  readonly #windows: WindowView;
  readonly #levels: UsualLevels;
  readonly #now: () => number;
  readonly #open = new Map<string, Open>();
  /** Open candidates that wait for another look, and the newest slot that it may see. */
  readonly #due = new Map<Open, number>();
  readonly #siteOf = (station: number) => this.#stations.registered[station];
  /** Values that are read for a digest or a history, and what they are in bytes; written anew by each. */
  readonly #values: Float64Array;
  readonly #bytes: Uint8Array;
  readonly #means: Uint8Array;
  #watermark = Number.NEGATIVE_INFINITY;

  constructor(
    plan: JudgementPlan,
    stations: NetworkStations,
    windows: WindowView,
    levels: UsualLevels,
    now: () => number,
  ) {
    this.#plan = plan;
    this.#stations = stations;
    this.#windows = windows;
    this.#levels = levels;
    this.#now = now;
    const { verifiedSlots, windowSlots, configuration } = plan;
    const most = Math.max(verifiedSlots, RESOLUTION_SLOTS) + configuration.hindsightSlots + 1;
    this.#values = new Float64Array(Math.max(windowSlots, most, LEVEL_DAYS));
    this.#bytes = new Uint8Array(this.#values.buffer);
    this.#means = this.#bytes.subarray(0, LEVEL_DAYS * this.#values.BYTES_PER_ELEMENT);
  }

  /** Newest slot the network has reached; -Infinity before the first. */
  get watermark(): number {
    return this.#watermark;
  }

  /** Goes on where a predecessor had come to: what it has settled is not judged again. */
  resume(slot: number): void {
    this.#watermark = Math.max(this.#watermark, slot);
  }

  /**
   * Slot up to which every verdict is settled; -Infinity before the first. What a verdict looks at last, HINDSIGHT after its own
   * slot, may still come while the network is at LATENESS after that.
   */
  get settledUntil(): number {
    const { latenessSlots, hindsightSlots } = this.#plan.configuration;
    return this.#watermark - latenessSlots - hindsightSlots - 1;
  }

  /** Classifies a candidate by what is known now. Returns nothing where it says nothing new. */
  accept(candidate: Candidate): Anomaly[] {
    const open = this.#take(candidate);
    return open === null ? [] : this.#give(open, true, false);
  }

  /** Takes in a candidate whose first verdict is the last: `advance` settles it, or `conclude` at the end. */
  defer(candidate: Candidate): void {
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
    this.#watermark = slot;
    const given: Anomaly[] = [];
    for (const [key, open] of this.#open) {
      const last = open.candidate.slot + this.#plan.configuration.hindsightSlots;
      if (open.candidate.slot <= this.settledUntil) {
        open.known = last;
        given.push(...this.#give(open, true, true));
        this.#open.delete(key);
        this.#due.delete(open);
      }
    }
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
      given.push(...this.#give(open, false, false));
    }
    return given;
  }

  /** The verdicts on all open candidates by what is known now, given out or not: the end of a replay. */
  conclude(): Anomaly[] {
    const given: Anomaly[] = [];
    for (const open of this.#open.values()) {
      open.known = Math.max(
        open.candidate.slot,
        Math.min(this.#watermark, open.candidate.slot + this.#plan.configuration.hindsightSlots),
      );
      given.push(...this.#give(open, true, false));
    }
    return given;
  }

  /** The candidate among those that are open; null where it is settled. */
  #take(candidate: Candidate): Open | null {
    const { slot } = candidate;
    if (slot <= this.settledUntil) return null;
    const key = keyOf(candidate);
    const known = Math.min(Math.max(slot, this.#watermark), slot + this.#plan.configuration.hindsightSlots);
    const open = this.#open.get(key) ?? { candidate, known, given: null };
    open.candidate = candidate;
    open.known = known;
    this.#open.set(key, open);
    return open;
  }

  /** Gives out a verdict where it is new: always (`always`), or where its class has changed. */
  #give(open: Open, always: boolean, final: boolean): Anomaly[] {
    const decision = open.candidate.withdrawn ? null : this.#decide(open);
    if (decision === null) {
      if (open.given === null) return [];
      if (open.given.state === 'withdrawn' && !final) return [];
      open.given = { ...open.given, state: 'withdrawn', final, version: this.#version(open), judged: this.#now() };
      return [open.given];
    }
    const unchanged = open.given?.state === 'provisional' && open.given.classification === decision.classification;
    if (unchanged && !always) return [];
    open.given = this.#anomaly(open, decision, final ? 'settled' : 'provisional', final);
    return [open.given];
  }

  #decide(open: Open): Decision {
    const { candidate } = open;
    const { check, suspect, beyond, actual, variable } = candidate;
    if (check === 'gross_range' && !suspect) {
      // Candidates of older versions do not say why.
      return unverified('device_failure', beyond || `${actual} is physically impossible for ${variable}`);
    }
    if (!suspect) return this.#decideWithin(open);
    // What the neighbours excuse is beyond the climate's span all the same.
    const decision = check === 'gross_range' ? null : this.#decideWithin(open);
    return decision?.classification === 'device_failure' ? decision : unverified('suspected', beyond);
  }

  /** Decides about a candidate by what its station and the neighbours did. */
  #decideWithin(open: Open): Decision {
    const { candidate } = open;
    const question = this.#question(open);
    const stuck = this.#decideStuck(question);
    const flat = candidate.check === 'flat_line';
    if (stuck === null && flat) return null;
    if (!this.#plan.configuration.spatialVerify) return stuck ?? unverified('suspected', UNVERIFIED);
    const standstill = standstillAround(question, question.known);
    if (standstill !== null && standstill.outage !== null) {
      return { ...stuck, ...unverified('suspected', standstill.outage) };
    }
    if (stuck !== null) return stuck;
    const repeated = repeatedBefore(question.windows, question.station, question.slot);
    if (repeated > 0) {
      return unverified(
        'suspected',
        `the station had repeated its record for ${repeated} reports: nothing to compare with`,
      );
    }
    const asked = askedAboutJump(standstill === null ? question : { ...question, neighbours: standstill.awake });
    if (backWhereItStood(asked) || backAmongNeighbours(asked)) return null;
    const answer = this.#plan.spatial.verify(asked);
    return isNoticed(question, answer.classification) ? answer : null;
  }

  /** The flat line that a value ends, whatever flagged it: what it departs from says less than that it is stuck. */
  #decideStuck(question: SpatialQuestion): Decision {
    const { configuration } = this.#plan;
    const stuck = configuration.checks.includes('flat_line') ? judgeFlatLine(question) : null;
    if (stuck === null) return null;
    const { run, expected, ...answer } = stuck;
    const scale = question.floors[VARIABLE_INDEX[question.variable]];
    const raised = { check: 'flat_line', expected, score: run, scale, threshold: FLAT_RUN_SLOTS };
    if (configuration.spatialVerify) return { ...answer, ...raised };
    return { ...unverified('suspected', `${answer.reason}; ${UNVERIFIED}`), ...raised };
  }

  #question(open: Open): SpatialQuestion {
    const { variable, slot, actual, expected, station, check, floors, spreads } = open.candidate;
    const index = this.#stations.indexOf(station);
    const method = this.#plan.method.specification;
    return {
      station: index,
      variable,
      slot,
      actual,
      expected,
      middleOf: check === method.name && method.expectation === 'middle' ? this.#plan.windowSlots : undefined,
      floors: floors.length > 0 ? floors : DOCUMENTED_FLOORS,
      spreads: spreads.length > 0 ? spreads : DOCUMENTED_SPREADS,
      neighbours: this.#stations.neighbours.of(index),
      windows: this.#viewOf(open),
      siteOf: this.#siteOf,
      levels: this.#levels,
      known: open.known,
      hindsightSlots: this.#plan.configuration.hindsightSlots,
    };
  }

  /** The windows in which it is looked at: with its own report in its slot, of its neighbours without what people have ruled out. */
  #viewOf({ candidate: { station, slot, values }, known }: Open): WindowView {
    const { neighbours, rules } = this.#stations;
    const index = this.#stations.indexOf(station);
    const windows = reportInPlace(this.#windows, index, slot, values);
    if (rules.noWindows) return windows;
    return witnessWindows(windows, rules, neighbours.of(index), slot - this.#plan.capacity, known);
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
      evidence: { ...decision.evidence, history: this.#historyOf(index, candidate) },
      baseline: candidate.baseline,
      configuration: identity,
      state,
      final,
      version: this.#version(open),
      judged: this.#now(),
    };
  }

  /** The station's values before the candidate, oldest first, null where missing. */
  #historyOf(index: number, { variable, slot }: Candidate): (number | null)[] {
    const { windowSlots } = this.#plan;
    this.#windows.stretch(index, VARIABLE_INDEX[variable], slot - windowSlots, windowSlots, 1, this.#values);
    const history: (number | null)[] = [];
    for (let t = 0; t < windowSlots; t++) {
      history.push(Number.isNaN(this.#values[t]) ? null : sevenDigits(this.#values[t]));
    }
    return history;
  }

  /** Digest of the candidate's own inputs and of everything the verification may look at. */
  #version(open: Open): string {
    const { candidate, known } = open;
    const hash = createHash('sha256').update(`${candidate.inputs}|${candidate.withdrawn}|${known - candidate.slot}`);
    if (candidate.check === 'gross_range') return hash.digest('hex').slice(0, 16);
    const flat = candidate.check === 'flat_line';
    const { spatial, verifiedSlots } = this.#plan;
    const { slotsBefore } = spatial.specification;
    const variable = VARIABLE_INDEX[candidate.variable];
    const index = this.#stations.indexOf(candidate.station);
    const neighbours = this.#stations.neighbours.of(index);
    const windows = this.#viewOf(open);
    for (let v = 0; v < VARIABLES.length; v++) {
      const others = flat ? STANDSTILL_SLOTS : slotsBefore;
      const before = v !== variable ? others : flat ? RESOLUTION_SLOTS : verifiedSlots;
      const from = candidate.slot - before;
      const count = known - from + 1;
      const bytes = this.#bytes.subarray(0, count * this.#values.BYTES_PER_ELEMENT);
      windows.stretch(index, v, from, count, 1, this.#values);
      hash.update(bytes);
      for (const neighbour of neighbours) {
        windows.stretch(neighbour.index, v, from, count, 1, this.#values);
        hash.update(neighbour.id).update(bytes);
      }
    }
    const addMeans = (station: number) => {
      if (this.#levels.means(station, variable, candidate.slot, this.#values)) hash.update(this.#means);
    };
    addMeans(index);
    for (const neighbour of neighbours) addMeans(neighbour.index);
    return hash.digest('hex').slice(0, 16);
  }
}

/** Whether a departure is one to tell of: below the floor failures alone are, weather from further up. */
function isNoticed({ actual, expected, floors, variable }: SpatialQuestion, classification: Classification): boolean {
  const least = { device_failure: 0, suspected: 1, weather_event: NOTICED_FLOORS }[classification];
  return Math.abs(actual - expected) >= least * floors[VARIABLE_INDEX[variable]];
}

/** Key of a candidate in its network; its public id costs a digest, and most candidates turn out to be no anomaly. */
function keyOf({ station, variable, time }: Candidate): string {
  return `${time}|${variable}|${station}`;
}

/** An answer for which no neighbour was asked. */
function unverified(classification: SpatialAnswer['classification'], reason: string): SpatialAnswer {
  return { classification, correlation: 0, neighbors: [], reason, evidence: {} };
}
