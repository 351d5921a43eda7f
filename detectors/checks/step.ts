import { type Answer, type MethodSpecification, type Question, settle } from '../methods/temporal-method.ts';
import { LONGEST_INTERVAL } from '../windows/cadence.ts';
import type { CheckSpecification } from './check-specification.ts';
import type { RecentReport } from './recent-report.ts';

/** Score beyond which the check flags: the floor is taken as this many sigma, so that it is the largest change that passes. */
export const STEP_THRESHOLD = 3;

/** Reports in the window below which no spread of theirs tells a small departure: those of two hours, or of half a day hourly. */
const FEW_REPORTS = 12;

export const stepSpecification: CheckSpecification = {
  name: 'step',
  version: 4,
  summary:
    'Flags a value that differs from the previous report by more than the smallest deviation that is judged at that station. The bound grows with the time t between the two, by sqrt((1 + t) / 2), with t in typical reporting intervals. Reports that come more often than every ten minutes must also differ that much from the last report of the slots before. The previous report may be the wrong one. The check runs beside methods that expect the middle of the window, as these are slow to detect a change. It also runs beside forecasts from fewer than 12 reports, and for reports more often than every ten minutes. It judges in place of a method whose window has no room for the reports that it needs, once the typical step of the station is learnt.',
  parameters: [
    {
      name: 'threshold',
      unit: 'scales; the scale is a third of the smallest deviation that is judged',
      meaning: 'Largest change from the last value that is not flagged. 3 is the smallest deviation that is judged.',
      low: 1,
      high: 20,
      default: STEP_THRESHOLD,
    },
  ],
  source: 'IOOS QARTOD, Manual for Real-Time Quality Control of Meteorological Data, rate of change test.',
};

/** What the check asks, used again so that asking allocates nothing. */
const asked = { value: 0, floor: 1, threshold: STEP_THRESHOLD };

/**
 * Whether the check stands beside a method.
 *
 * @param reports that the window has room for at the cadence of the station
 */
export function stepGoesBeside(expectation: MethodSpecification['expectation'], reports: number): boolean {
  return expectation === 'middle' || reports < FEW_REPORTS;
}

/**
 * Whether the check stands in place of a method, whose window has no room for the reports that it needs.
 *
 * @param reports that the window has room for at the cadence of the station
 */
export function stepStandsFor({ minimumHistory }: MethodSpecification, reports: number): boolean {
  return reports < minimumHistory;
}

/** How far a value may be from an earlier one where neither is wrong, in floors; half of the change of a report is its own noise. */
function growth(intervals: number): number {
  return Math.sqrt((1 + intervals) / 2);
}

/**
 * Judges the change from the report before. The scale is the floor alone, and the time between the two: the floor is raised by
 * the station's baseline where its steps are usually larger, and a spread taken from the window would grow with the very fault
 * it is to find.
 *
 * @param answer `expected` is the report before; where there was none for so long that a change of any size says nothing,
 *   `insufficient_history`. What is back where the report before that one stood is no anomaly: the last one was the spike
 * @param recent the report before it where that is not of the slots before; null where the station does not report that often
 */
export function judgeStep(question: Question, answer: Answer, recent: RecentReport | null = null): void {
  const { history, value, floor, cadence = 1 } = question;
  const last = lastValid(history, history.length - 1);
  const passed = history.length - last;
  const known = last >= 0 && passed * cadence <= LONGEST_INTERVAL;
  const isRecent = recent !== null && Number.isFinite(recent.value);
  if (!known && !isRecent) {
    answer.reason = 'insufficient_history';
    answer.anomalous = false;
    return;
  }
  const expected = isRecent ? recent.value : history[last];
  answer.expected = expected;
  answer.scale = 0;
  asked.value = value;
  asked.floor = floor * growth(isRecent ? recent.slots / cadence : passed);
  settle(answer, asked);
  if (!known) return;
  if (isRecent) {
    if (Math.abs(value - history[last]) <= floor * growth(passed)) answer.anomalous = false;
    return;
  }
  const before = lastValid(history, last - 1);
  if (before >= 0 && before >= last - 1 && Math.abs(value - history[before]) <= floor) answer.anomalous = false;
}

/** Index of the last value that is there, from an index back; -1 where there is none. */
function lastValid(values: Float64Array, from: number): number {
  let index = from;
  while (index >= 0 && Number.isNaN(values[index])) index--;
  return index;
}
