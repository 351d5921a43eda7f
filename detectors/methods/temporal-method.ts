import type { NotJudgedReason } from '../../schemas/judgement.ts';
import type { TemporalMethodName } from '../../schemas/judgement-configuration.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';

/** One parameter of a method: what it is called, its unit and its bounds. */
export interface ParameterSpecification {
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
  readonly low: number;
  readonly high: number;
  readonly default: number;
}

/** What a method says of itself; documentation, help and the contract suite are made from it. */
export interface MethodSpecification {
  readonly name: TemporalMethodName;
  /** Raised whenever the same input may give another answer: it is part of every anomaly's identity. */
  readonly version: number;
  readonly summary: string;
  readonly parameters: readonly ParameterSpecification[];
  /** Fewest valid values of history it judges from. */
  readonly minimumHistory: number;
  /**
   * `forecast`: expects the next value. `middle`: expects the middle of the window, so that the common check `step`
   * belongs beside it.
   */
  readonly expectation: 'forecast' | 'middle';
  readonly guarantees: readonly string[];
  readonly notFor: string;
  /** Where the formulae come from. */
  readonly source: string;
}

/** What is asked of a method: one value of one variable against the values before it. */
export interface Question {
  /** History at the station's cadence, oldest first, NaN where missing; the last element is one report before the value. Never written to. */
  readonly history: Float64Array;
  /** Slots between two values of the history; 1 where not given. */
  readonly cadence?: number | undefined;
  /** Finite. */
  readonly value: number;
  readonly variable: Variable;
  /** Smallest departure worth noticing, unit of the variable, above 0: from the variable's specification or the station's baseline. */
  readonly floor: number;
  /** Score beyond which the value is flagged, within the bounds of the method's parameter `threshold`. */
  readonly threshold: number;
}

/** A question that is asked again and again with other content, so that asking allocates nothing. */
export type WritableQuestion = { -readonly [K in keyof Question]: Question[K] };

/** The answer, written into an object that is used again so that judging allocates nothing. */
export interface Answer {
  /** `''`: judged; `insufficient_history` or `method_error` otherwise, and the numbers mean nothing. */
  reason: Extract<NotJudgedReason, '' | 'insufficient_history' | 'method_error'>;
  expected: number;
  /** One sigma of the departure from the expectation, at least floor / threshold. Above 0. */
  scale: number;
  /** |value - expected| / scale. */
  score: number;
  /** score > threshold. */
  anomalous: boolean;
}

/**
 * A temporal method: a pure function of its question. No look-ahead, no state, no randomness without a fixed seed,
 * no mutation of the input; a failure inside is `method_error`, never "normal".
 */
export interface TemporalMethod {
  readonly specification: MethodSpecification;
  judge(question: Question, answer: Answer): void;
  /** True only where `judge` would pass the value, told at less cost: for those who need no scores of what passes. */
  readonly surelyPasses?: (question: Question) => boolean;
  /** True where an answer costs several times what handing its question to a thread does. */
  readonly expensive?: true;
}

/** An empty question to be written into. */
export function newQuestion(): WritableQuestion {
  const [variable] = VARIABLES;
  return { history: new Float64Array(), cadence: 1, value: 0, variable, floor: 1, threshold: 1 };
}

/** An empty answer to be written into. */
export function newAnswer(): Answer {
  return {
    reason: 'insufficient_history',
    expected: Number.NaN,
    scale: Number.NaN,
    score: Number.NaN,
    anomalous: false,
  };
}

/** Completes an answer that could not be given. */
export function refuse(answer: Answer, reason: 'insufficient_history' | 'method_error'): void {
  answer.reason = reason;
  answer.anomalous = false;
}

/**
 * Refuses a window of which too little is valid.
 *
 * @param valid values that are, -1 where one is infinite (`takeValid`)
 * @returns whether it was refused
 */
export function refuseFew(answer: Answer, valid: number, minimum: number): boolean {
  if (valid >= minimum) return false;
  refuse(answer, valid < 0 ? 'method_error' : 'insufficient_history');
  return true;
}

/** Completes an answer of which only is known that the value passes. */
export function passUnscored(answer: Answer): void {
  answer.reason = '';
  answer.expected = Number.NaN;
  answer.scale = Number.NaN;
  answer.score = Number.NaN;
  answer.anomalous = false;
}

/**
 * Completes an answer that holds an expectation and, as its scale, a sigma: the scale is at least floor / threshold, so that
 * nothing smaller than the floor is ever flagged.
 *
 * @param answer both numbers come in it, as numbers handed over are put on the heap wherever this function is not inlined
 */
export function settle(answer: Answer, question: Pick<Question, 'value' | 'floor' | 'threshold'>): void {
  const { threshold } = question;
  const scale = Math.max(answer.scale, question.floor / threshold);
  const score = Math.abs(question.value - answer.expected) / scale;
  if (!Number.isFinite(score) || !Number.isFinite(scale)) {
    refuse(answer, 'method_error');
    return;
  }
  answer.reason = '';
  answer.scale = scale;
  answer.score = score;
  answer.anomalous = score > threshold;
}

/**
 * Completes an answer that holds an expectation and, as its score, a score of the method's own, which is no departure in
 * sigmas. The score is at most threshold * departure / floor, so that nothing nearer to the expectation than the floor is ever
 * flagged, and what is farther is flagged exactly where the method's own score is beyond the threshold. The scale is what makes
 * |value - expected| / scale of it.
 *
 * @param answer its score is at least 0, may be Infinity; both come in it, as in `settle`
 */
export function settleScore(answer: Answer, question: Question): void {
  const { threshold } = question;
  const departure = Math.abs(question.value - answer.expected);
  const least = question.floor / threshold;
  const score = Math.min(answer.score, departure / least);
  if (!Number.isFinite(score)) {
    refuse(answer, 'method_error');
    return;
  }
  answer.reason = '';
  answer.scale = score > 0 ? Math.max(departure / score, least) : least;
  answer.score = score;
  answer.anomalous = score > threshold;
}
