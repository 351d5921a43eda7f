import type { VariableLimits } from './limits.ts';

/** One span as somebody gives it; a side that is left out, or null, is as by default. */
interface GivenSpan {
  readonly low?: number | null | undefined;
  readonly high?: number | null | undefined;
}

/** Limits as somebody gives them. */
export interface GivenLimits {
  readonly fail: GivenSpan;
  readonly suspect: GivenSpan;
}

/** What is wrong with a side of given limits. */
export interface LimitsProblem {
  readonly span: keyof GivenLimits;
  readonly side: keyof GivenSpan;
  readonly msg: string;
}

/** How a side is called where it was given, such as `fail.low` or `fail_low`. */
export type SideName = (span: keyof GivenLimits, side: keyof GivenSpan) => string;

/**
 * All four limits, from those that are given and the defaults for the rest. A default climate's span that reaches beyond the
 * fail span ends with it; where it lies outside, everything that does not fail passes.
 *
 * @param defaults limits that apply where nothing is set
 * @returns what is wrong where a span is empty or the suspect span reaches beyond the fail span; one problem at least
 */
export function mergedLimits(
  given: GivenLimits,
  defaults: VariableLimits,
  nameOf: SideName,
): VariableLimits | readonly LimitsProblem[] {
  const { fail, suspect } = given;
  const problems: LimitsProblem[] = [];
  const wrong = (span: keyof GivenLimits, side: keyof GivenSpan, value: number, should: string) =>
    problems.push({ span, side, msg: `'${nameOf(span, side)}' is ${value}, should be ${should}` });
  const failLow = fail.low ?? defaults.failLow;
  const failHigh = fail.high ?? defaults.failHigh;
  const lowest = `'${nameOf('fail', 'low')}' (${failLow})`;
  const highest = `'${nameOf('fail', 'high')}' (${failHigh})`;
  if (failLow >= failHigh) {
    if (isGiven(fail.low)) wrong('fail', 'low', failLow, `below ${highest}`);
    else wrong('fail', 'high', failHigh, `above ${lowest}`);
    return problems;
  }
  const within = (value: number) => Math.min(failHigh, Math.max(failLow, value));
  const suspectLow = suspect.low ?? within(defaults.suspectLow);
  const suspectHigh = suspect.high ?? within(defaults.suspectHigh);
  if (isGiven(suspect.low) && suspectLow < failLow) wrong('suspect', 'low', suspectLow, `${lowest} or above`);
  if (isGiven(suspect.high) && suspectHigh > failHigh) wrong('suspect', 'high', suspectHigh, `${highest} or below`);
  if (problems.length > 0) return problems;
  if (suspectLow < suspectHigh) return { failLow, failHigh, suspectLow, suspectHigh };
  if (isGiven(suspect.low)) {
    wrong('suspect', 'low', suspectLow, `below '${nameOf('suspect', 'high')}' (${suspectHigh})`);
    return problems;
  }
  if (isGiven(suspect.high)) {
    wrong('suspect', 'high', suspectHigh, `above '${nameOf('suspect', 'low')}' (${suspectLow})`);
    return problems;
  }
  return { failLow, failHigh, suspectLow: failLow, suspectHigh: failHigh };
}

function isGiven(side: number | null | undefined): side is number {
  return side !== null && side !== undefined;
}

/** True where not one side is given. */
export function givesNothing({ fail, suspect }: GivenLimits): boolean {
  return ![fail.low, fail.high, suspect.low, suspect.high].some(isGiven);
}
