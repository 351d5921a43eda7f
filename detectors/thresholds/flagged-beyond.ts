import { newAnswer, type Question, type TemporalMethod } from '../methods/temporal-method.ts';

/** Halvings of the stretch that holds a limit: to a thousand-millionth of it. */
const HALVINGS = 30;
/** A limit that the scale tells is looked at so close by, as a share of the departure, at least of 1. */
const CLOSE = 1e-7;

/** What a method expects of a value, and beyond which values it flags; null: no possible value is so far out. */
export interface FlaggedBeyond {
  readonly expected: number;
  readonly below: number | null;
  readonly above: number | null;
}

/**
 * The values beyond which a method flags, found by asking the method itself. Every possible value farther out is flagged; a
 * method whose score is no departure in sigmas, such as `lof`, may flag some nearer ones too, between those of the window.
 *
 * @param question without the value; its history is judged against
 * @param low the lowest possible value, `high` the highest, unit of the variable
 * @returns null where the method does not judge: too little history
 */
export function flaggedBeyond(
  method: TemporalMethod,
  question: Omit<Question, 'value'>,
  low: number,
  high: number,
): FlaggedBeyond | null {
  const answer = newAnswer();
  const ask = (value: number) => {
    method.judge({ ...question, value }, answer);
    return answer.reason === '' && answer.anomalous;
  };
  ask((low + high) / 2);
  if (answer.reason !== '') return null;
  const { expected } = answer;
  const possible = (value: number) => Math.min(high, Math.max(low, value));
  const valid = question.history.filter((value) => !Number.isNaN(value));

  const limitTowards = (end: number): number | null => {
    if (!ask(end)) return null;
    const outwards = Math.sign(end - expected);
    const told = expected + outwards * answer.scale * question.threshold;
    const close = CLOSE * Math.max(1, Math.abs(told - expected));
    if (ask(told + outwards * close) && !ask(told - outwards * close)) return told;
    // Beyond the values of the window a larger departure never scores less.
    const reach = possible(valid.reduce((far, value) => (outwards * (value - far) > 0 ? value : far), expected));
    let inside = ask(reach) ? possible(expected) : reach;
    if (ask(inside)) return inside;
    let outside = end;
    for (let k = 0; k < HALVINGS; k++) {
      const middle = (inside + outside) / 2;
      if (ask(middle)) outside = middle;
      else inside = middle;
    }
    return inside;
  };
  return { expected, below: limitTowards(low), above: limitTowards(high) };
}
