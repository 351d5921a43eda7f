import { createHash } from 'node:crypto';
import type { Candidate, Classification } from '../../schemas/anomaly.ts';
import { needsNoNeighbour } from '../../schemas/judgement-configuration.ts';
import type { JudgementTrace, Rule, RuleOutcome, Tell } from '../../schemas/judgement-trace.ts';
import { timeOfSlot } from '../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import { DOCUMENTED_FLOORS, DOCUMENTED_SPREADS } from '../baselines/documented-floors.ts';
import { LEVEL_DAYS, type Levels } from '../baselines/usual-levels.ts';
import { isBeyondWeather } from '../checks/beyond-weather.ts';
import { type Inconsistency, inconsistencyOf, isCompared } from '../checks/consistency.ts';
import { FLAT_RUN_SLOTS, judgeFlatLine, RESOLUTION_SLOTS } from '../checks/flat-line.ts';
import { judgeLongStill } from '../checks/long-still.ts';
import { impossibleReason } from '../checks/range-words.ts';
import { judgeStandingAnemometer, STANDING_SLOTS } from '../checks/standing-anemometer.ts';
import { backAmongNeighbours } from '../exemptions/back-among-neighbours.ts';
import { backWhereItStood } from '../exemptions/back-where-it-stood.ts';
import { repeatedBefore } from '../exemptions/resumption.ts';
import { STANDSTILL_SLOTS, standstillAround } from '../exemptions/standstill.ts';
import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import type { JudgementPlan } from '../network/judgement-plan.ts';
import type { NetworkStations } from '../network/network-stations.ts';
import { AnewLevels } from '../rules/anew-levels.ts';
import { witnessWindows } from '../rules/witness-windows.ts';
import { BEYOND_WEATHER, notCompared, stationRepeated, UNVERIFIED } from '../spatial/neighbour-words.ts';
import type { SpatialAnswer } from '../spatial/spatial-method.ts';
import { reportInPlace } from '../windows/report-in-place.ts';
import { sevenDigits } from '../windows/seven-digits.ts';
import type { WindowView } from '../windows/window-view.ts';
import { askedAboutJump } from './asked-jump.ts';
import { verificationStep } from './traced-verification.ts';

/**
 * Weather that departs from the expectation by less than so many floors is what everybody's values do that day: nothing that
 * an operator would look at.
 */
export const NOTICED_FLOORS = 1.6;

const NO_NUMBERS: Readonly<Record<string, number>> = {};

/** What a verdict may say otherwise than its candidate: what raised it, and by which numbers. */
export type Raised = Pick<Candidate, 'check' | 'expected' | 'score' | 'scale' | 'threshold'>;

/** What is decided about a candidate; null: it is no anomaly after all. */
export type Decision = (SpatialAnswer & Partial<Raised>) | null;

/** Decides about single candidates: a function of the candidate and of the windows up to a slot. */
export class CandidateDecisions {
  readonly #plan: JudgementPlan;
  readonly #stations: NetworkStations;
  readonly #windows: WindowView;
  readonly #levels: Levels;
  readonly #trace: JudgementTrace | null;
  /** Takes the steps of the candidate that is decided about. */
  #told: Tell | null = null;
  readonly #siteOf = (station: number) => this.#stations.registered[station];
  /** Values that are read for a digest or a history, and what they are in bytes; written anew by each. */
  readonly #values: Float64Array;
  readonly #bytes: Uint8Array;
  readonly #means: Uint8Array;

  /** @param trace is told how candidates are decided about; null where nobody asks */
  constructor(
    plan: JudgementPlan,
    stations: NetworkStations,
    windows: WindowView,
    levels: Levels,
    trace: JudgementTrace | null = null,
  ) {
    this.#plan = plan;
    this.#stations = stations;
    this.#windows = windows;
    this.#levels = new AnewLevels(levels, stations);
    this.#trace = trace;
    const { verifiedSlots, windowSlots, configuration } = plan;
    const most = Math.max(verifiedSlots, RESOLUTION_SLOTS) + configuration.hindsightSlots + 1;
    this.#values = new Float64Array(Math.max(windowSlots, most, LEVEL_DAYS));
    this.#bytes = new Uint8Array(this.#values.buffer);
    this.#means = this.#bytes.subarray(0, LEVEL_DAYS * this.#values.BYTES_PER_ELEMENT);
  }

  /** Decides about a candidate by what its station and the neighbours did up to a slot. */
  decide(candidate: Candidate, known: number): Decision {
    const { check, suspect, beyond, actual, variable } = candidate;
    this.#told = this.#trace?.tellOf(candidate.station, variable, candidate.time) ?? null;
    this.#told?.({ step: 'look', known: timeOfSlot(known) });
    if (check === 'gross_range' && !suspect) {
      this.#tell('gross_range', 'decides', 'device_failure');
      // Candidates of older versions do not say why.
      return unverified('device_failure', beyond || impossibleReason(variable, actual));
    }
    if (check === 'consistency') return this.#decideInconsistent(candidate);
    const doubt = suspect ? beyond : this.#contradiction(candidate)?.reason;
    if (doubt === undefined) return this.#decideWithin(candidate, known);
    // What the neighbours excuse is beyond the climate's span, or contradicted by its own report, all the same.
    const decision = check === 'gross_range' ? null : this.#decideWithin(candidate, known);
    if (decision?.classification === 'device_failure') return decision;
    this.#tell(suspect ? 'gross_range' : 'consistency', 'decides', 'suspected');
    return unverified('suspected', doubt);
  }

  /** What others of its report contradict: the report says all that there is to say. */
  #decideInconsistent(candidate: Candidate): Decision {
    const contradiction = this.#contradiction(candidate);
    if (contradiction === null) return this.#dismiss('consistency');
    const classification = contradiction.isFailure ? 'device_failure' : 'suspected';
    this.#tell('consistency', 'decides', classification);
    return unverified(classification, contradiction.reason);
  }

  /** What others of its report hold against a candidate; null where nothing does, or the check is off. */
  #contradiction({ check, station, variable, actual, expected, score, time, values }: Candidate): Inconsistency | null {
    const v = VARIABLE_INDEX[variable];
    if (!isCompared(v) || !this.#plan.configuration.checks.includes('consistency')) return null;
    const place = this.#stations.registered[this.#stations.indexOf(station)] ?? null;
    const report = values.map((value, k) => (k === v ? actual : value));
    // What has stood is expected nowhere else.
    const stoodSlots = check === 'consistency' && Math.fround(actual) === Math.fround(expected) ? score : 0;
    return inconsistencyOf(v, { values: report, place, time, stoodSlots });
  }

  #decideWithin(candidate: Candidate, known: number): Decision {
    const question = this.#question(candidate, known);
    const stuck = this.#decideStuck(question, candidate.check === 'flat_line');
    const flat = candidate.check === 'flat_line';
    if (stuck === null && flat) return this.#dismiss('flat_line');
    if (!this.#plan.configuration.spatialVerify) {
      this.#tell('verification', 'decides', 'suspected');
      return stuck ?? unverified('suspected', UNVERIFIED);
    }
    if (VARIABLE_SPECIFICATIONS[candidate.variable].relation === 'none') {
      this.#tell('verification', 'decides', 'suspected');
      return unverified('suspected', notCompared(candidate.variable));
    }
    const standstill = standstillAround(question, question.known);
    if (standstill !== null && standstill.outage !== null) {
      this.#tell('feed_outage', 'decides', 'suspected');
      return { ...stuck, ...unverified('suspected', standstill.outage) };
    }
    const silent = question.neighbours.length - (standstill?.awake ?? question.neighbours).length;
    this.#tell('feed_outage', 'passes', null, { neighbours_that_repeat: silent });
    if (stuck !== null) {
      this.#told?.(verificationStep('flat_line', question, stuck));
      this.#tell('flat_line', 'decides', stuck.classification);
      return stuck;
    }
    this.#tell('flat_line', 'passes');
    const repeated = repeatedBefore(question.windows, question.station, question.slot);
    if (repeated > 0) {
      this.#tell('station_repeats', 'decides', 'suspected', { reports: repeated });
      return unverified('suspected', stationRepeated(repeated));
    }
    this.#tell('station_repeats', 'passes');
    const asked = askedAboutJump(standstill === null ? question : { ...question, neighbours: standstill.awake });
    if (backWhereItStood(asked)) return this.#dismiss('back_where_it_stood');
    this.#tell('back_where_it_stood', 'passes');
    if (backAmongNeighbours(asked)) return this.#dismiss('back_among_neighbours');
    this.#tell('back_among_neighbours', 'passes');
    const answer = this.#plan.spatial.verify(asked);
    this.#told?.(verificationStep(this.#plan.spatial.specification.name, asked, answer));
    const least = leastNoticed(question, answer.classification);
    const departure = Math.abs(question.actual - question.expected);
    if (departure < least) return this.#dismiss('noticed', { departure, least });
    this.#tell('noticed', 'passes', null, { departure, least });
    if (answer.classification !== 'weather_event') return answer;
    if (isBeyondWeather(VARIABLE_INDEX[question.variable], departure)) {
      this.#tell('beyond_weather', 'decides', 'suspected');
      const { correlation, neighbors, reason, evidence } = answer;
      return { classification: 'suspected', correlation, neighbors, reason: `${reason}; ${BEYOND_WEATHER}`, evidence };
    }
    this.#tell('beyond_weather', 'passes');
    return answer;
  }

  /** A value by which its sensor returns from a fault is no anomaly after all. */
  dismissed({ station, variable, time }: Candidate): void {
    this.#told = this.#trace?.tellOf(station, variable, time) ?? null;
    this.#tell('returns_from_fault', 'dismisses');
  }

  #dismiss(rule: Rule, numbers?: Readonly<Record<string, number>>): null {
    this.#tell(rule, 'dismisses', null, numbers);
    return null;
  }

  #tell(
    rule: Rule,
    outcome: RuleOutcome,
    classification: Classification | null = null,
    numbers: Readonly<Record<string, number>> = NO_NUMBERS,
  ): void {
    this.#told?.({ step: 'rule', rule, outcome, classification, numbers });
  }

  /**
   * The flat line that a value ends, whatever flagged it: what it departs from says less than that it is stuck.
   *
   * @param mayStand whether it may be an anemometer that stands: its own days then tell how much it turns
   */
  #decideStuck(question: SpatialQuestion, mayStand: boolean): Decision {
    const { configuration } = this.#plan;
    if (!configuration.checks.includes('flat_line')) return null;
    const standing = mayStand ? judgeStandingAnemometer(question) : null;
    const stuck = standing ?? judgeFlatLine(question) ?? judgeLongStill(question);
    if (stuck === null) return null;
    const { run, expected, ...answer } = stuck;
    const scale = question.floors[VARIABLE_INDEX[question.variable]];
    const threshold = standing === null ? FLAT_RUN_SLOTS : STANDING_SLOTS;
    const raised = { check: 'flat_line', expected, score: run, scale, threshold };
    if (configuration.spatialVerify) return { ...answer, ...raised };
    return { ...unverified('suspected', `${answer.reason}; ${UNVERIFIED}`), ...raised };
  }

  #question(candidate: Candidate, known: number): SpatialQuestion {
    const { variable, slot, actual, expected, station, check, floors, spreads } = candidate;
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
      windows: this.#viewOf(candidate, known),
      siteOf: this.#siteOf,
      levels: this.#levels,
      known,
      hindsightSlots: this.#plan.configuration.hindsightSlots,
    };
  }

  /** The windows in which it is looked at: with its own report in its slot, of its neighbours without what people have ruled out. */
  #viewOf({ station, slot, values }: Candidate, known: number): WindowView {
    const { neighbours, rules } = this.#stations;
    const index = this.#stations.indexOf(station);
    const windows = reportInPlace(this.#windows, index, slot, values);
    if (rules.noWindows) return windows;
    return witnessWindows(windows, rules, neighbours.of(index), slot - this.#plan.capacity, known);
  }

  /** The station's values before the candidate, oldest first, null where missing. */
  historyOf({ station, variable, slot }: Candidate): (number | null)[] {
    const { windowSlots } = this.#plan;
    const index = this.#stations.indexOf(station);
    this.#windows.stretch(index, VARIABLE_INDEX[variable], slot - windowSlots, windowSlots, 1, this.#values);
    const history: (number | null)[] = [];
    for (let t = 0; t < windowSlots; t++) {
      history.push(Number.isNaN(this.#values[t]) ? null : sevenDigits(this.#values[t]));
    }
    return history;
  }

  /** Digest of the candidate's own inputs and of everything the verification may look at. */
  versionOf(candidate: Candidate, known: number): string {
    const hash = createHash('sha256').update(`${candidate.inputs}|${candidate.withdrawn}|${known - candidate.slot}`);
    if (needsNoNeighbour(candidate.check)) return hash.digest('hex').slice(0, 16);
    const flat = candidate.check === 'flat_line';
    const { spatial, verifiedSlots } = this.#plan;
    const { slotsBefore } = spatial.specification;
    const variable = VARIABLE_INDEX[candidate.variable];
    const index = this.#stations.indexOf(candidate.station);
    const neighbours = this.#stations.neighbours.of(index);
    const windows = this.#viewOf(candidate, known);
    for (let v = 0; v < VARIABLES.length; v++) {
      // No other element beyond the five is looked at.
      if (v >= WEATHER_VARIABLES && v !== variable) continue;
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

/** The least departure to tell of: below the floor failures alone are, weather from further up [unit of the variable]. */
function leastNoticed({ floors, variable }: SpatialQuestion, classification: Classification): number {
  const least = { device_failure: 0, suspected: 1, weather_event: NOTICED_FLOORS }[classification];
  return least * floors[VARIABLE_INDEX[variable]];
}

/** An answer for which no neighbour was asked. */
function unverified(classification: SpatialAnswer['classification'], reason: string): SpatialAnswer {
  return { classification, correlation: 0, neighbors: [], reason, evidence: {} };
}
