import { VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import { type Answer, newAnswer, newQuestion, type Question, type TemporalMethod } from './temporal-method.ts';

/** Questions to one method, as numbers that go to a thread and back without being copied. */
export interface PackedQuestions {
  readonly count: number;
  /** One record after the other: what the history is judged by, what was answered, the history. */
  readonly numbers: Float64Array<ArrayBuffer>;
}

/** Somebody who answers questions while others go on. */
export interface QuestionThreads {
  /** Resolves with the questions and their answers; null where they could not be had: whoever asks then answers himself. */
  answer(questions: PackedQuestions): Promise<PackedQuestions | null>;
}

const LENGTH = 0;
const CADENCE = 1;
const VALUE = 2;
const VARIABLE = 3;
const FLOOR = 4;
const THRESHOLD = 5;
const REASON = 6;
const EXPECTED = 7;
const SCALE = 8;
const SCORE = 9;
const ANOMALOUS = 10;
const HISTORY = 11;

const REASONS: readonly Answer['reason'][] = ['', 'insufficient_history', 'method_error'];

/** Numbers that the record of a question with so long a history takes. */
export function packedLength(history: number): number {
  return HISTORY + history;
}

/** Writes a question at a place; where the next one goes. */
export function packQuestion(numbers: Float64Array, at: number, question: Question): number {
  const { history } = question;
  numbers[at + LENGTH] = history.length;
  numbers[at + CADENCE] = question.cadence ?? 1;
  numbers[at + VALUE] = question.value;
  numbers[at + VARIABLE] = VARIABLE_INDEX[question.variable];
  numbers[at + FLOOR] = question.floor;
  numbers[at + THRESHOLD] = question.threshold;
  const from = at + HISTORY;
  for (let t = 0; t < history.length; t++) numbers[from + t] = history[t];
  return from + history.length;
}

/** Where the record after the one at a place begins. */
export function packedAfter(numbers: Float64Array, at: number): number {
  return at + HISTORY + numbers[at + LENGTH];
}

/** True where the record at a place is this very question, to the last digit. */
export function isPacked(numbers: Float64Array, at: number, question: Question): boolean {
  const { history } = question;
  if (
    numbers[at + LENGTH] !== history.length ||
    numbers[at + VALUE] !== question.value ||
    numbers[at + VARIABLE] !== VARIABLE_INDEX[question.variable] ||
    numbers[at + FLOOR] !== question.floor ||
    numbers[at + THRESHOLD] !== question.threshold ||
    numbers[at + CADENCE] !== (question.cadence ?? 1)
  ) {
    return false;
  }
  const from = at + HISTORY;
  for (let t = 0; t < history.length; t++) {
    const packed = numbers[from + t];
    if (packed !== history[t] && !(Number.isNaN(packed) && Number.isNaN(history[t]))) return false;
  }
  return true;
}

/** Reads the answer of the record at a place. */
export function unpackAnswer(numbers: Float64Array, at: number, answer: Answer): void {
  answer.reason = REASONS[numbers[at + REASON]];
  answer.expected = numbers[at + EXPECTED];
  answer.scale = numbers[at + SCALE];
  answer.score = numbers[at + SCORE];
  answer.anomalous = numbers[at + ANOMALOUS] === 1;
}

const answer = newAnswer();
const histories = new Map<number, Float64Array>();

/** Has a method answer all questions, each in its record. */
export function answerPacked(method: TemporalMethod, { count, numbers }: PackedQuestions): void {
  const question = newQuestion();
  let at = 0;
  for (let k = 0; k < count; k++) {
    question.history = historyAt(numbers, at);
    question.cadence = numbers[at + CADENCE];
    question.value = numbers[at + VALUE];
    question.variable = VARIABLES[numbers[at + VARIABLE]];
    question.floor = numbers[at + FLOOR];
    question.threshold = numbers[at + THRESHOLD];
    method.judge(question, answer);
    numbers[at + REASON] = REASONS.indexOf(answer.reason);
    numbers[at + EXPECTED] = answer.expected;
    numbers[at + SCALE] = answer.scale;
    numbers[at + SCORE] = answer.score;
    numbers[at + ANOMALOUS] = answer.anomalous ? 1 : 0;
    at = packedAfter(numbers, at);
  }
}

/** The history of the record at a place, in an array that the next of that length writes again. */
function historyAt(numbers: Float64Array, at: number): Float64Array {
  const length = numbers[at + LENGTH];
  let history = histories.get(length);
  if (history === undefined) {
    history = new Float64Array(length);
    histories.set(length, history);
  }
  const from = at + HISTORY;
  for (let t = 0; t < length; t++) history[t] = numbers[from + t];
  return history;
}
