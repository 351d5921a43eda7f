import { createHash } from 'node:crypto';
import { rainCountOf } from '../../ingest/rain-kinds.ts';
import type { Candidate } from '../../schemas/anomaly.ts';
import type { Baseline } from '../../schemas/baseline.ts';
import { FLAG, type Judgement, type VariableJudgement } from '../../schemas/judgement.ts';
import type { Observation } from '../../schemas/observation.ts';
import { slotOf } from '../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../schemas/variables.ts';
import type { BaselineBook } from '../baselines/baseline-book.ts';
import { FLAT_RUN_SLOTS, flatRun } from '../checks/flat-line.ts';
import { judgeStep, STEP_THRESHOLD, stepGoesBeside } from '../checks/step.ts';
import type { QuestionThreads } from '../methods/packed-questions.ts';
import { type Answer, newAnswer, passUnscored } from '../methods/temporal-method.ts';
import { JudgedSettings } from '../rules/judged-settings.ts';
import type { PutResult, WindowStore } from '../windows/window-store.ts';
import { BeyondLimits } from './beyond-limits.ts';
import {
  ALL_LATE,
  INSUFFICIENT,
  MISSING,
  NOT_SELECTED,
  notEvaluated,
  OUT_OF_RANGE,
  PASSED,
} from './fixed-judgements.ts';
import { ForeseenAnswers } from './foreseen-answers.ts';
import type { JudgementPlan } from './judgement-plan.ts';
import type { NetworkStations } from './network-stations.ts';
import { type Flagged, type Raised, raisedCandidate, withdrawnCandidate } from './raised-candidate.ts';
import { ValueQuestions } from './value-questions.ts';

/** What a step found. */
export interface Findings {
  readonly judgements: readonly Judgement[];
  readonly candidates: readonly Candidate[];
  /** Places in `candidates` whose `actual` came from the 32-bit window: a late neighbour in time made an older value new. */
  readonly toRecall: readonly number[];
}

/** An impossible value can be as far out as a double goes; its score stays printable. */
const HIGHEST_SCORE = 1e9;
/** Stations whose baselines learn on with each observation: all of them do before half of a slot's have come. */
const TAUGHT_BY_EACH = 2;
/** Stations below which asking threads takes longer. */
const FEWEST_FORESEEN = 50;

/**
 * The temporal judgement of one network: keeps the windows, judges each value against its station's recent past and raises
 * candidates. What it says of a slot is a function of the window before it: late, corrected and doubled reports lead to the same
 * in any order, and an earlier candidate that no longer holds is taken back.
 */
export class TemporalJudge {
  readonly #plan: JudgementPlan;
  readonly #stations: NetworkStations;
  readonly #windows: WindowStore;
  readonly #baselines: BaselineBook;
  readonly #now: () => number;
  readonly #questions: ValueQuestions;
  readonly #foreseen: ForeseenAnswers | null;
  readonly #settings: JudgedSettings;
  readonly #selected: readonly boolean[];
  readonly #scored: boolean;
  /** Written again and again: judging what passes allocates only what is given out. */
  readonly #answer: Answer = newAnswer();
  /** What the variable judged last raised; null where nothing. */
  #raised: Raised | null = null;
  /** Station -> oldest slot whose content changed since the last findings. */
  readonly #changed = new Map<number, number>();
  /** Station -> slots that came again unchanged: a redelivery, whose judgement may have been lost. */
  readonly #repeated = new Map<number, Set<number>>();
  /** Station -> slots up to the inherited one whose content was replaced since the last findings. */
  readonly #replaced = new Map<number, Set<number>>();
  /** Records of this step by station, to report values as they came. */
  readonly #records = new Map<number, Observation[]>();
  /** Candidates that stand, by slot, then station and variable, with the digest of their inputs. */
  readonly #standing = new Map<number, Map<number, string>>();
  readonly #beyond = new BeyondLimits();
  /** Observations since the last findings. */
  #accepted = 0;
  /** Newest slot that an observation was taken in for. */
  #newestTaken = Number.NEGATIVE_INFINITY;
  #judgements: Judgement[] = [];
  #watermark = Number.NEGATIVE_INFINITY;
  #inherited = Number.NEGATIVE_INFINITY;

  /**
   * @param scored whether values that pass are to have their score; where not, it may be null
   * @param threads that answer ahead of `findings` what `foresee` asks; null where there are none
   */
  constructor(
    plan: JudgementPlan,
    stations: NetworkStations,
    windows: WindowStore,
    baselines: BaselineBook,
    now: () => number,
    scored: boolean,
    threads: QuestionThreads | null = null,
  ) {
    this.#plan = plan;
    this.#stations = stations;
    this.#windows = windows;
    this.#baselines = baselines;
    this.#now = now;
    this.#scored = scored;
    this.#settings = new JudgedSettings(stations, plan.configuration.temporalMethod);
    this.#questions = new ValueQuestions({ plan, windows, baselines, settings: this.#settings });
    // What cannot be told to pass is too little to be handed out.
    const foresees = threads !== null && (scored || plan.method.surelyPasses === undefined);
    this.#foreseen = foresees ? new ForeseenAnswers(threads) : null;
    this.#selected = VARIABLES.map((variable) => plan.configuration.variables.includes(variable));
  }

  /** Newest slot the network has reached; -Infinity before the first. */
  get watermark(): number {
    return this.#watermark;
  }

  /** True where an observation of that slot still belongs into the windows. */
  inTime(slot: number): boolean {
    return slot >= this.#watermark - this.#plan.configuration.latenessSlots;
  }

  /** Takes an observation into the windows without judging it: history before what is asked. */
  warm(observation: Observation): void {
    const slot = slotOf(observation.time);
    const station = this.#stations.indexOf(observation.station);
    if (this.inTime(slot)) this.#put(station, slot, observation);
  }

  /**
   * What a predecessor found up to a slot is not known here: where nothing stands there now, it is taken back, whether or
   * not there was anything. But a value that comes for the first time, after all that it is judged against, a predecessor
   * either has not judged or has judged alike.
   */
  inherit(slot: number): void {
    this.#inherited = Math.max(this.#inherited, slot);
  }

  /** Takes in an observation to be judged at the next `findings`. One that comes too late is marked so. */
  accept(observation: Observation): void {
    const slot = slotOf(observation.time);
    if (!this.inTime(slot)) {
      this.#markLate(observation, slot);
      return;
    }
    const station = this.#stations.indexOf(observation.station);
    const held = slot <= this.#inherited && !Number.isNaN(this.#windows.timeAt(station, slot));
    const result = this.#put(station, slot, observation);
    if (result === 'too_old') this.#markLate(observation, slot);
    if (held && result === 'stored') this.#replaced.set(station, (this.#replaced.get(station) ?? new Set()).add(slot));
    // What came before, in the windows already though nobody has judged it, changes what is judged after it all the same.
    if (result === 'stored' || (result === 'same' && slot <= this.#inherited)) {
      this.#hasChanged(station, slot);
    } else if (result === 'same') {
      const slots = this.#repeated.get(station) ?? new Set();
      this.#repeated.set(station, slots.add(slot));
    }
    const records = this.#records.get(station);
    this.#newestTaken = Math.max(this.#newestTaken, slot);
    this.#accepted++;
    if (records === undefined) this.#records.set(station, [observation]);
    else records.push(observation);
  }

  /** Has threads answer what `findings` is about to ask, where there are threads and enough to ask. */
  async foresee(): Promise<void> {
    const foreseen = this.#foreseen;
    if (foreseen === null || this.#changed.size < FEWEST_FORESEEN) return;
    for (const [station, from] of this.#changed) {
      const newest = this.#newestJudged(station);
      for (let slot = from; slot <= newest; slot++) {
        if (!this.#windows.reported(station, slot)) continue;
        const cadence = this.#questions.cadence(station, slot);
        for (let v = 0; v < VARIABLES.length; v++) {
          const value = this.#windows.value(station, v, slot);
          if (!this.#selected[v] || Number.isNaN(value)) continue;
          foreseen.ask(this.#questions.about(station, v, slot, cadence, value));
        }
      }
    }
    await foreseen.arrived();
  }

  /** Judges everything that is new since the last call, later values of a station with changed history too. */
  findings(): Findings {
    // What was judged before a rule for it came to be known, of reports ahead of the clock, is judged again.
    for (const { station: id, firstSlot } of this.#settings.news()) {
      this.#hasChanged(
        this.#stations.indexOf(id),
        Math.max(firstSlot, this.#watermark - this.#plan.configuration.latenessSlots),
      );
    }
    const judgements = this.#judgements;
    const candidates: Candidate[] = [];
    const toRecall: number[] = [];
    for (const [station, from] of this.#changed) {
      const newest = this.#newestJudged(station);
      for (let slot = from; slot <= newest; slot++) this.#judge(station, slot, judgements, candidates, toRecall);
    }
    for (const [station, slots] of this.#repeated) {
      const from = this.#changed.get(station) ?? Number.POSITIVE_INFINITY;
      for (const slot of slots) if (slot < from) this.#judge(station, slot, judgements, candidates, toRecall);
    }
    this.#baselines.teachSome(TAUGHT_BY_EACH * this.#accepted);
    this.#accepted = 0;
    this.#changed.clear();
    this.#repeated.clear();
    this.#replaced.clear();
    this.#records.clear();
    this.#foreseen?.forget();
    this.#judgements = [];
    return { judgements, candidates, toRecall };
  }

  /**
   * The network has reached a slot: what lies further back than the lateness is final. Findings are to be taken before.
   *
   * @returns the baselines of a day that has begun
   */
  advance(slot: number): Baseline[] {
    if (slot <= this.#watermark) return [];
    const baselines = this.#baselines.advance(slot, this.#stations.ids);
    this.#watermark = slot;
    for (const old of this.#standing.keys()) if (!this.inTime(old)) this.#standing.delete(old);
    this.#beyond.forgetBefore(slot - this.#plan.configuration.latenessSlots);
    return baselines;
  }

  /** Newest slot of a station to be judged: what the store had ahead of the log is in the windows, but judged when it comes. */
  #newestJudged(station: number): number {
    return Math.min(this.#windows.newest(station), Math.max(this.#watermark, this.#newestTaken));
  }

  /** What a slot's judgement rests on has changed, and that of the station's later ones. */
  #hasChanged(station: number, slot: number): void {
    this.#changed.set(station, Math.min(slot, this.#changed.get(station) ?? slot));
  }

  #markLate({ station, time }: Observation, slot: number): void {
    this.#judgements.push(this.#judgement(station, slot, time, ALL_LATE));
  }

  #put(station: number, slot: number, { time, values, original }: Observation): PutResult {
    const result = this.#windows.put(station, slot, time, values, rainCountOf(original));
    if (result === 'stored' || result === 'same') this.#beyond.note(station, slot, values);
    return result;
  }

  /** The value of the windows, of rain by counts as exact as they came. */
  #held(station: number, v: number, slot: number): number {
    const counted = v === VARIABLE_INDEX.rain ? this.#windows.countedRain(station, slot) : Number.NaN;
    return Number.isNaN(counted) ? this.#windows.value(station, v, slot) : counted;
  }

  #judge(station: number, slot: number, judgements: Judgement[], candidates: Candidate[], toRecall: number[]): void {
    const time = this.#windows.timeAt(station, slot);
    if (Number.isNaN(time)) return;
    const record = this.#records.get(station)?.findLast((observation) => observation.time === time);
    const cadence = this.#questions.cadence(station, slot);
    const variables = {} as Record<Variable, VariableJudgement>;
    for (let v = 0; v < VARIABLES.length; v++) {
      if (!this.#selected[v]) {
        variables[VARIABLES[v]] = NOT_SELECTED;
        continue;
      }
      variables[VARIABLES[v]] = this.#judgeVariable(station, v, slot, cadence);
      if (this.#raised === null) this.#withdraw(station, v, slot, time, candidates);
      else if (this.#stands(station, v, slot, this.#raised.inputs)) {
        const beyond = this.#beyond.at(station, v, slot);
        const actual = record?.values[VARIABLES[v]] ?? beyond ?? this.#held(station, v, slot);
        if (record === undefined && beyond === undefined) toRecall.push(candidates.length);
        const flagged = this.#flagged(station, v, slot, time, actual);
        const usual = this.#settings.usual(station, slot, this.#baselines.usual(station, slot));
        candidates.push(raisedCandidate(flagged, this.#raised, usual));
      }
    }
    judgements.push(this.#judgement(this.#stations.ids[station], slot, time, variables));
  }

  #judgement(station: string, slot: number, time: number, variables: Record<Variable, VariableJudgement>): Judgement {
    const { network } = this.#stations;
    return { network, station, slot, time, configuration: this.#plan.identity, variables, judged: this.#now() };
  }

  /** Judges one value; what it raised is left in `#raised`. */
  #judgeVariable(station: number, v: number, slot: number, cadence: number): VariableJudgement {
    this.#raised = null;
    const value = this.#windows.value(station, v, slot);
    const impossible = this.#windows.impossible(station, v, slot);
    if (Number.isNaN(value) && !impossible) {
      const alone = v === VARIABLE_INDEX.rain && this.#windows.counted(station, slot);
      return alone ? INSUFFICIENT : MISSING;
    }
    if (impossible) return this.#judgeImpossible(station, v, slot, cadence);
    const { method, configuration } = this.#plan;
    const answer = this.#answer;
    const question = this.#questions.about(station, v, slot, cadence, value);
    const { history } = question;
    if (!this.#scored && method.surelyPasses?.(question) === true) passUnscored(answer);
    else if (this.#foreseen?.take(question, answer) !== true) method.judge(question, answer);
    if (answer.reason !== '') return notEvaluated(answer.reason);
    const score = Number.isNaN(answer.score) ? null : answer.score;
    const { name, expectation } = method.specification;
    if (answer.anomalous) this.#raised = this.#raise(name, answer, question.threshold, station, slot, history, value);
    else if (configuration.checks.includes('step') && stepGoesBeside(expectation, history.length)) {
      judgeStep(question, answer);
      if (answer.reason === '' && answer.anomalous) {
        this.#raised = this.#raise('step', answer, STEP_THRESHOLD, station, slot, history, value);
      }
    }
    const flag = this.#raised === null ? FLAG.pass : FLAG.suspect;
    // Most values differ from the report before them, which no run of an hour survives.
    const before = history[history.length - 1];
    const moved = cadence < FLAT_RUN_SLOTS && !Number.isNaN(before) && before !== value;
    if (!moved) this.#raised ??= this.#raiseFlatLine(station, v, slot, value);
    return score === null && flag === FLAG.pass ? PASSED : { flag, reason: '', score };
  }

  /** An impossible value is a failure by itself; the method only says what was expected instead. */
  #judgeImpossible(station: number, v: number, slot: number, cadence: number): VariableJudgement {
    if (!this.#plan.configuration.checks.includes('gross_range')) return notEvaluated('gross_range');
    const answer = this.#answer;
    const { low, high } = VARIABLE_SPECIFICATIONS[VARIABLES[v]];
    const question = this.#questions.aboutImpossible(station, v, slot, cadence, (low + high) / 2);
    this.#plan.method.judge(question, answer);
    if (answer.reason !== '') answer.expected = question.value;
    answer.scale = question.floor;
    answer.score = HIGHEST_SCORE;
    this.#raised = this.#raise('gross_range', answer, 0, station, slot, question.history, Number.POSITIVE_INFINITY);
    return OUT_OF_RANGE;
  }

  /** A value that has not changed for an hour: whether that is a fault, the neighbours decide. */
  #raiseFlatLine(station: number, v: number, slot: number, value: number): Raised | null {
    if (!this.#plan.configuration.checks.includes('flat_line')) return null;
    const run = flatRun(this.#windows, station, VARIABLES[v], slot);
    if (run < FLAT_RUN_SLOTS) return null;
    const baseline = this.#baselines.version(station, slot);
    // The run and the value say all that it rests on: no digest of the window for what a calm night raises at every slot.
    const inputs = `flat_line|${run}|${value}|${baseline}${this.#settings.digest(station, slot)}`;
    const scale = this.#baselines.floor(station, v, slot);
    return { check: 'flat_line', expected: value, scale, score: run, threshold: FLAT_RUN_SLOTS, inputs, baseline };
  }

  #raise(
    check: string,
    answer: Answer,
    threshold: number,
    station: number,
    slot: number,
    history: Float64Array,
    value: number,
  ): Raised {
    const baseline = this.#baselines.version(station, slot);
    const inputs = createHash('sha256')
      .update(new Uint8Array(history.buffer, history.byteOffset, history.byteLength))
      .update(`|${value}|${check}|${baseline}${this.#settings.digest(station, slot)}`)
      .digest('hex')
      .slice(0, 16);
    const { expected, scale, score } = answer;
    return { check, expected, scale, score, threshold, inputs, baseline };
  }

  /** Notes that a candidate stands; false where the very same was raised before. */
  #stands(station: number, v: number, slot: number, inputs: string): boolean {
    let ofSlot = this.#standing.get(slot);
    if (ofSlot === undefined) {
      ofSlot = new Map();
      this.#standing.set(slot, ofSlot);
    }
    const key = station * VARIABLES.length + v;
    const repeated = this.#repeated.get(station)?.has(slot) === true;
    if (ofSlot.get(key) === inputs && !repeated) return false;
    ofSlot.set(key, inputs);
    return true;
  }

  #withdraw(station: number, v: number, slot: number, time: number, candidates: Candidate[]): void {
    const key = station * VARIABLES.length + v;
    const ofSlot = this.#standing.get(slot);
    const inputs = ofSlot?.get(key);
    if (inputs === undefined && !this.#mayStandElsewhere(station, slot)) return;
    ofSlot?.delete(key);
    const value = this.#windows.value(station, v, slot);
    const flagged = this.#flagged(station, v, slot, time, Number.isNaN(value) ? 0 : value);
    candidates.push(withdrawnCandidate(flagged, this.#plan.method.specification.name, inputs ?? ''));
  }

  /** True where a predecessor may have raised what is not known here, of other content or against another history. */
  #mayStandElsewhere(station: number, slot: number): boolean {
    if (slot > this.#inherited) return false;
    return slot > (this.#changed.get(station) ?? slot) || this.#replaced.get(station)?.has(slot) === true;
  }

  #flagged(station: number, v: number, slot: number, time: number, actual: number): Flagged {
    const { network, ids } = this.#stations;
    return { network, station: ids[station], variable: VARIABLES[v], slot, time, actual };
  }
}
