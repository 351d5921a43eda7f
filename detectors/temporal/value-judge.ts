import { createHash } from 'node:crypto';
import { FLAG, type VariableJudgement } from '../../schemas/judgement.ts';
import type { JudgementTrace, RunStep, Tell } from '../../schemas/judgement-trace.ts';
import { grossRangeFlag } from '../../schemas/limits.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import {
  type Inconsistency,
  inconsistencyOf,
  isCircular,
  isCompared,
  vaneStands,
  windStandsBeside,
} from '../checks/consistency.ts';
import { FLAT_RUN_SLOTS, flatRun } from '../checks/flat-line.ts';
import { RecentReport } from '../checks/recent-report.ts';
import { hasStood, isFirstOfHour, STANDING_SLOTS } from '../checks/standing-anemometer.ts';
import { gustStands, isGust } from '../checks/standing-gust.ts';
import { judgeStep, STEP_THRESHOLD, stepGoesBeside, stepStandsFor } from '../checks/step.ts';
import { type Answer, newAnswer, passUnscored, type Question } from '../methods/temporal-method.ts';
import type { NetworkStations } from '../network/network-stations.ts';
import { INSUFFICIENT, MISSING, notEvaluated, OUT_OF_RANGE, PASSED } from './fixed-judgements.ts';
import type { ForeseenAnswers } from './foreseen-answers.ts';
import type { Raised } from './raised-candidate.ts';
import { expectationStep, limitsStep, stepNotAsked, windowStep } from './traced-steps.ts';
import type { ValueQuestions, ValueQuestionsDependencies } from './value-questions.ts';

/** What values are judged with. */
export interface ValueJudgeDependencies extends ValueQuestionsDependencies {
  readonly stations: NetworkStations;
  readonly questions: ValueQuestions;
  /** Answers that threads have given ahead; null where there are none. */
  readonly foreseen: ForeseenAnswers | null;
  /** Whether values that pass are to have their score; where not, it may be null. */
  readonly scored: boolean;
  /** Who wants to know how values are judged; null where nobody does. */
  readonly trace: JudgementTrace | null;
}

const RAIN = VARIABLE_INDEX.rain;
const NO_HISTORY = new Float64Array();
/** So much of a typical step is known from the station's own days where these tell enough. */
const OWN_SHARE = 0.8;
/** An impossible value can be as far out as a double goes; its score stays printable. */
const HIGHEST_SCORE = 1e9;

/** Judges the values of one report after the other: by their limits, the method and the common checks. */
export class ValueJudge {
  readonly #dependencies: ValueJudgeDependencies;
  /** Written again and again: judging what passes allocates only what is given out. */
  readonly #answer: Answer = newAnswer();
  readonly #recent: RecentReport;
  #raised: Raised | null = null;
  #station = 0;
  #slot = 0;
  #time = 0;
  #cadence = 1;
  #report = new Float64Array();

  constructor(dependencies: ValueJudgeDependencies) {
    this.#dependencies = dependencies;
    this.#recent = new RecentReport(dependencies.windows);
  }

  /** What the value that was judged last raised; null where nothing. */
  get raised(): Raised | null {
    return this.#raised;
  }

  /**
   * Begins with a report.
   *
   * @param time of the report, ms since the epoch
   * @param report what it reads by variable, as windows hold it
   */
  begin(station: number, slot: number, time: number, report: Float64Array<ArrayBuffer>): void {
    this.#station = station;
    this.#slot = slot;
    this.#time = time;
    this.#report = report;
    this.#cadence = this.#dependencies.questions.cadence(station, slot);
    this.#recent.find(station, time);
  }

  /** Judges the report's value of a variable (index into VARIABLES); what it raised is left in `raised`. */
  judge(v: number): VariableJudgement {
    this.#raised = null;
    const { trace, stations } = this.#dependencies;
    const told = trace?.tellOf(stations.ids[this.#station], VARIABLES[v], this.#time) ?? null;
    const judgement = this.#judge(v, told);
    told?.({ step: 'judged', ...judgement, candidate: this.raised?.check ?? null });
    return judgement;
  }

  #judge(v: number, told: Tell | null): VariableJudgement {
    const [station, slot, time] = [this.#station, this.#slot, this.#time];
    const value = this.#report[v];
    if (Number.isNaN(value)) {
      const alone = v === RAIN && this.#dependencies.windows.saysRain(station, slot, time);
      return alone ? INSUFFICIENT : MISSING;
    }
    told?.(limitsStep(this.#dependencies, station, v, slot, value));
    if (value === Number.POSITIVE_INFINITY) return this.#judgeImpossible(v);
    const { method, configuration } = this.#dependencies.plan;
    const answer = this.#answer;
    let contradiction: Inconsistency | null = null;
    if (configuration.checks.includes('consistency')) {
      contradiction = isCompared(v) ? this.#inconsistency(v, value) : null;
      told?.({ step: 'consistency', reason: contradiction?.reason ?? '' });
      if (contradiction?.isFailure === true) return this.#judgeInconsistent(v, value, contradiction);
    }
    if (!VARIABLE_SPECIFICATIONS[VARIABLES[v]].isLearnt) {
      if (!this.#isSuspect(v, value)) return PASSED;
      passUnscored(answer);
      return this.#judgeSuspect(v, value);
    }
    const question = this.#dependencies.questions.about(station, v, slot, this.#cadence, value);
    const { history } = question;
    told?.(windowStep(this.#dependencies, station, v, slot, question));
    if (!this.#dependencies.scored && method.surelyPasses?.(question) === true) passUnscored(answer);
    else if (this.#dependencies.foreseen?.take(question, answer) !== true) method.judge(question, answer);
    const { name, expectation } = method.specification;
    told?.(expectationStep(name, question, answer, question.threshold));
    const stepStands = answer.reason === 'insufficient_history' && this.#stepStands(v, history.length);
    if (stepStands) this.#judgeStep(v, this.#dependencies.questions.aboutStep(station, v, slot, this.#cadence), told);
    const suspect = this.#isSuspect(v, value);
    if (contradiction !== null && !answer.anomalous) return this.#judgeInconsistent(v, value, contradiction);
    if (answer.reason !== '') return suspect ? this.#judgeSuspect(v, value) : notEvaluated(answer.reason);
    const score = Number.isNaN(answer.score) ? null : answer.score;
    if (stepStands) {
      if (answer.anomalous) this.#raised = this.#raise('step', answer, STEP_THRESHOLD, history, value);
    } else if (answer.anomalous) {
      this.#raised = this.#raise(name, answer, question.threshold, history, value);
      told?.({ step: 'not_asked', by: 'step', why: 'flagged_already' });
    } else if (
      configuration.checks.includes('step') &&
      (this.#recent.isOne || stepGoesBeside(expectation, history.length))
    ) {
      this.#judgeStep(v, question, told);
      if (answer.reason === '' && answer.anomalous) {
        this.#raised = this.#raise('step', answer, STEP_THRESHOLD, history, value);
      }
    } else told?.(stepNotAsked(configuration));
    const flag = this.#raised === null ? FLAG.pass : FLAG.suspect;
    // Most values differ from the report before them, which no run of an hour survives.
    const before = history[history.length - 1];
    const moved = this.#cadence < FLAT_RUN_SLOTS && !Number.isNaN(before) && before !== value;
    if (!moved) this.#raised ??= this.#raiseFlatLine(v, value, told);
    else told?.({ step: 'not_asked', by: 'flat_line', why: 'just_changed' });
    if (suspect && this.#raised === null) return this.#judgeSuspect(v, value);
    return score === null && flag === FLAG.pass ? PASSED : { flag, reason: '', score };
  }

  /** Whether the change since the report before judges in place of the method: it needs to know which change is usual. */
  #stepStands(v: number, reports: number): boolean {
    const { plan, baselines } = this.#dependencies;
    return (
      plan.configuration.checks.includes('step') &&
      stepStandsFor(plan.method.specification, reports) &&
      baselines.days(this.#station, v, this.#slot) > 0
    );
  }

  #judgeStep(v: number, question: Question, told: Tell | null): void {
    judgeStep(question, this.#answer, this.#recent.read(v));
    told?.(expectationStep('step', question, this.#answer, STEP_THRESHOLD));
  }

  /** An impossible value is a failure by itself; the method only says what was expected instead. */
  #judgeImpossible(v: number): VariableJudgement {
    const [station, slot, cadence] = [this.#station, this.#slot, this.#cadence];
    if (!this.#dependencies.plan.configuration.checks.includes('gross_range')) return notEvaluated('gross_range');
    const answer = this.#answer;
    const { failLow, failHigh } = this.#dependencies.stations.limitsOf(station, v, slot, null);
    const question = this.#dependencies.questions.aboutImpossible(station, v, slot, cadence, (failLow + failHigh) / 2);
    this.#dependencies.plan.method.judge(question, answer);
    if (answer.reason !== '') answer.expected = question.value;
    answer.scale = question.floor;
    answer.score = HIGHEST_SCORE;
    this.#raised = this.#raise('gross_range', answer, 0, question.history, Number.POSITIVE_INFINITY);
    return OUT_OF_RANGE;
  }

  /** What of the report does not go together with a value; null where all does. */
  #inconsistency(v: number, value: number): Inconsistency | null {
    const { stations, windows } = this.#dependencies;
    const [station, slot, time] = [this.#station, this.#slot, this.#time];
    const stands = isCircular(v) ? vaneStands : isGust(v) ? gustStands : null;
    const isHeld = stands !== null && windows.value(station, v, slot) === value;
    const stoodSlots = isHeld ? stands(windows, station, v, slot) : 0;
    const place = stations.registered[station] ?? null;
    const report = { values: this.#report, place, time, stoodSlots };
    const found = inconsistencyOf(v, report);
    // Nearly all reports go together: the hours before are read of the others only.
    if (found === null || !windStandsBeside(windows, station, v, slot)) return found;
    return inconsistencyOf(v, { ...report, isWindStuck: true });
  }

  /** A value that others of its report contradict is wrong by itself, or suspect where nobody can say which of them is. */
  #judgeInconsistent(v: number, value: number, { nearest, stoodSlots }: Inconsistency): VariableJudgement {
    const [station, slot] = [this.#station, this.#slot];
    const answer = this.#answer;
    passUnscored(answer);
    answer.expected = nearest;
    answer.scale = this.#dependencies.steps.floor(station, v, slot);
    answer.score = stoodSlots > 0 ? stoodSlots : Math.abs(value - nearest) / answer.scale;
    this.#raised = this.#raise('consistency', answer, 0, NO_HISTORY, value);
    return { flag: FLAG.suspect, reason: '', score: null };
  }

  /** True for a value that can be, but not where the climate is as it is there. */
  #isSuspect(v: number, value: number): boolean {
    if (!this.#dependencies.plan.configuration.checks.includes('gross_range')) return false;
    return (
      grossRangeFlag(value, this.#dependencies.stations.limitsOf(this.#station, v, this.#slot, null)) === 'suspect'
    );
  }

  /** A value beyond the climate's span is suspect by itself. */
  #judgeSuspect(v: number, value: number): VariableJudgement {
    const [station, slot] = [this.#station, this.#slot];
    const answer = this.#answer;
    const score = answer.reason === '' && Number.isFinite(answer.score) ? answer.score : null;
    const { suspectLow, suspectHigh } = this.#dependencies.stations.limitsOf(station, v, slot, null);
    answer.expected = Math.min(suspectHigh, Math.max(suspectLow, value));
    answer.scale = this.#dependencies.steps.floor(station, v, slot);
    answer.score = Math.abs(value - answer.expected) / answer.scale;
    const { history } = this.#dependencies.questions.about(station, v, slot, 1, value);
    this.#raised = this.#raise('gross_range', answer, 0, history, value);
    return { flag: FLAG.suspect, reason: 'gross_range', score };
  }

  /** A value that has not changed for an hour: whether that is a fault, the neighbours decide. */
  #raiseFlatLine(v: number, value: number, told: Tell | null): Raised | null {
    const [station, slot] = [this.#station, this.#slot];
    if (!this.#dependencies.plan.configuration.checks.includes('flat_line')) {
      told?.({ step: 'not_asked', by: 'flat_line', why: 'off' });
      return null;
    }
    const { windows, baselines } = this.#dependencies;
    const stands = hasStood(windows, station, VARIABLES[v], slot, value);
    const run = stands ? STANDING_SLOTS : flatRun(windows, station, VARIABLES[v], slot, value);
    const needed = stands ? STANDING_SLOTS : FLAT_RUN_SLOTS;
    const isLong = run >= FLAT_RUN_SLOTS;
    const why = isLong ? this.#whyNotFlat(v, run, value, stands) : '';
    const isFlat = isLong && why === '';
    told?.({ step: 'run', slots: run, needed, isFlagged: isFlat, why });
    if (!isFlat) return null;
    const baseline = baselines.version(station, slot);
    // The run and the report say all that it rests on: no digest of the window for what a calm night raises at every slot.
    const inputs = `flat_line|${run}|${bytesOf(this.#report)}|${this.#dependencies.steps.digest(station, slot)}${this.#dependencies.settings.digest(station, slot)}`;
    const scale = this.#dependencies.steps.floor(station, v, slot);
    return { check: 'flat_line', expected: value, scale, score: run, threshold: needed, inputs, baseline };
  }

  /** Why a run that is long enough raises no candidate; empty where it raises one. @param stands whether it is wind of 0 */
  #whyNotFlat(v: number, run: number, value: number, stands: boolean): RunStep['why'] {
    if (stands && !this.#turns(v)) return 'few_own_days';
    const { windows } = this.#dependencies;
    if (stands && !isFirstOfHour(windows, this.#station, VARIABLES[v], this.#slot)) return 'once_an_hour';
    return this.#movedBeside(v, run, value) ? 'changed_beside' : '';
  }

  /** Whether its own days tell how much an anemometer turns: what is documented tells little of a sheltered one. */
  #turns(v: number): boolean {
    const { baselines, steps } = this.#dependencies;
    const [station, slot] = [this.#station, this.#slot];
    return baselines.ownSpread(station, v, slot) >= OWN_SHARE * steps.spread(station, v, slot);
  }

  /** True where a report beside the slots read something else since a run began. */
  #movedBeside(v: number, run: number, value: number): boolean {
    const [station, time] = [this.#station, this.#time];
    const dense = v === RAIN ? null : this.#dependencies.windows.dense(station);
    if (dense === null) return false;
    for (let k = dense.firstAt(time - run * SLOT_MS); k < dense.count && dense.timeOf(k) < time; k++) {
      const other = dense.value(k, v);
      if (Number.isFinite(other) && other !== value) return true;
    }
    return false;
  }

  #raise(check: string, answer: Answer, threshold: number, history: Float64Array, value: number): Raised {
    const [station, slot] = [this.#station, this.#slot];
    const baseline = this.#dependencies.baselines.version(station, slot);
    const inputs = createHash('sha256')
      .update(new Uint8Array(history.buffer, history.byteOffset, history.byteLength))
      // The neighbours are asked about the whole report.
      .update(new Uint8Array(this.#report.buffer))
      .update(
        `|${value}|${check}|${answer.expected}|${this.#dependencies.steps.digest(station, slot)}${this.#dependencies.settings.digest(station, slot)}`,
      )
      .digest('hex')
      .slice(0, 16);
    const { expected, scale, score } = answer;
    return { check, expected, scale, score, threshold, inputs, baseline };
  }
}

/** The values of a report as a text that tells them, at less cost than their decimals. */
function bytesOf(report: Float64Array<ArrayBuffer>): string {
  return Buffer.from(report.buffer).toString('base64');
}
