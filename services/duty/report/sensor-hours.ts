import type { Station } from '../../../schemas/station.ts';
import { isSilent } from '../../../schemas/station-state.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { Period } from './period.ts';
import type { StationTally } from './station-tally.ts';

const HOUR_MINUTES = 60;
const MINUTE_MS = 60_000;

/** Hours of measuring by what became of them. What nobody judged is apart: it is not called good. */
export interface Hours {
  /** That should have been measured. */
  readonly expected: number;
  /** Of these, those that nothing came of. */
  readonly missing: number;
  readonly good: number;
  readonly suspect: number;
  readonly failed: number;
  readonly notJudged: number;
}

/** One sensor of a station in a period. */
interface SensorHours {
  readonly variable: Variable;
  readonly values: number;
  readonly hours: Hours;
}

/** One station in a period. */
export interface StationHours {
  readonly station: Station;
  /** Minutes between two of its reports. */
  readonly cadence: number;
  readonly reports: number;
  /** Reports that it should have sent, and those of them that came, no day more than its due. */
  readonly expected: number;
  readonly came: number;
  /** Share of the reports of each day that came; null for a day on which none was due. */
  readonly days: readonly (number | null)[];
  /** When it was heard last, where it was silent when the period ended, ms since the epoch; else null. */
  readonly silentSince: number | null;
  /** Those that it has measured with: in the period, or in the month before. */
  readonly sensors: readonly SensorHours[];
}

/** What is known of a station beside its reports in a period. */
export interface StationPast {
  /** When it was heard last in the month before the period, ms since the epoch; null where it was not. */
  readonly heard: number | null;
  /** What it measured in the month before the period. */
  readonly measured: readonly Variable[];
}

/**
 * What became of the hours of a station. A value counts for the time between two reports. A station that had not reported in the
 * month before begins with its first report; one that is retired ends with its last.
 *
 * @param cadence minutes between two reports
 */
export function stationHours(
  station: Station,
  tally: StationTally,
  cadence: number,
  period: Period,
  past: StationPast,
): StationHours {
  const begin = past.heard !== null || Number.isNaN(tally.first) ? period.from : tally.first;
  const end = station.retired && !Number.isNaN(tally.last) ? tally.last : period.to;
  // A report that is due within the last interval may still come.
  const due = period.days.map((_, day) => Math.floor(period.within(day, begin, end) / MINUTE_MS / cadence));
  const cameOf = (counts: Uint32Array) => due.reduce((sum, expected, day) => sum + Math.min(counts[day], expected), 0);
  const expected = due.reduce((sum, one) => sum + one, 0);
  const hoursOf = (reports: number) => (reports * cadence) / HOUR_MINUTES;
  const sensors = VARIABLES.filter(
    (variable) => past.measured.includes(variable) || tally.sensors[variable].days.some((count) => count > 0),
  ).map((variable): SensorHours => {
    const { days, flags } = tally.sensors[variable];
    const { good, suspect, failed, notJudged } = flags;
    return {
      variable,
      values: good + suspect + failed + notJudged,
      hours: {
        expected: hoursOf(expected),
        missing: hoursOf(expected - cameOf(days)),
        good: hoursOf(good),
        suspect: hoursOf(suspect),
        failed: hoursOf(failed),
        notJudged: hoursOf(notJudged),
      },
    };
  });
  return {
    station,
    cadence,
    reports: tally.days.reduce((sum, count) => sum + count, 0),
    expected,
    came: cameOf(tally.days),
    silentSince: silentSince(Number.isNaN(tally.heard) ? past.heard : tally.heard, period.to, cadence),
    days: due.map((one, day) => (one === 0 ? null : Math.min(1, tally.days[day] / one))),
    sensors,
  };
}

/** When a station was heard last, where it was silent at a time since. @param cadence minutes between two reports */
function silentSince(heard: number | null, to: number, cadence: number): number | null {
  return heard !== null && isSilent(heard, cadence * MINUTE_MS, to) ? heard : null;
}

/** The hours of several sensors together. */
export function sumOfHours(all: readonly Hours[]): Hours {
  const of = (name: keyof Hours) => all.reduce((sum, hours) => sum + hours[name], 0);
  return {
    expected: of('expected'),
    missing: of('missing'),
    good: of('good'),
    suspect: of('suspect'),
    failed: of('failed'),
    notJudged: of('notJudged'),
  };
}
