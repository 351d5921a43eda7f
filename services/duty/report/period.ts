import { HalcyonError } from '../../../schemas/errors.ts';
import { isoOf } from '../../../schemas/time.ts';

const DAY_MS = 86_400_000;
/** Days of a report that names none: a month. */
const MONTH_DAYS = 30;
/** Longest period of a report [days]: all of its observations are read. */
export const MOST_DAYS = 366;
/** Most stations times days of a report: some 14 million reports at one in ten minutes. */
export const MOST_STATION_DAYS = 100_000;

/** What a report is about: a time from `from` to `to`, ms since the epoch, both included, and the days of UTC in it. */
export class Period {
  readonly from: number;
  readonly to: number;
  /** Beginnings of its days, ms since the epoch. */
  readonly days: readonly number[];

  constructor(from: number, to: number) {
    this.from = from;
    this.to = to;
    const first = beginOfDay(from);
    this.days = Array.from({ length: Math.max(1, Math.ceil((to - first) / DAY_MS)) }, (_, k) => first + k * DAY_MS);
  }

  /** The day of a time in the period, by its place among `days`. */
  dayOf(time: number): number {
    // A period that ends at midnight has its last report then.
    return Math.min(Math.floor((time - this.days[0]) / DAY_MS), this.days.length - 1);
  }

  /** How much of a day lies in the period, from a time on and up to another [ms]. */
  within(day: number, begin = this.from, end = this.to): number {
    const start = Math.max(this.days[day], this.from, begin);
    return Math.max(0, Math.min(this.days[day] + DAY_MS, this.to, end) - start);
  }
}

/**
 * The period that is asked for: without `to` up to the newest report, without `from` the thirty days of UTC that end there, or as
 * many as a report of so many stations may have. What is ahead of the clock nobody could have reported, and is left out.
 *
 * @param network its stations, and the time of its newest report, ms since the epoch
 * @param now current time, ms since the epoch
 * @throws HalcyonError `invalid_parameter` where it is too long, or empty
 */
export function periodOf(
  asked: { readonly from?: number | undefined; readonly to?: number | undefined },
  network: { readonly newest: number; readonly stations: number },
  now: number,
): Period {
  const to = Math.min(asked.to ?? network.newest, now);
  const days = Math.min(MONTH_DAYS, mostDays(network.stations));
  const from = asked.from ?? beginOfDay(to) - (days - 1) * DAY_MS;
  if (from >= to) throw refusal(`${isoOf(from)} should be earlier than 'to', which is ${isoOf(to)}`);
  if (to - from > MOST_DAYS * DAY_MS) throw refusal(`${isoOf(from)} should be at most ${MOST_DAYS} days before 'to'`);
  return new Period(from, to);
}

/** @throws HalcyonError `invalid_parameter` where a report over so many stations would take too long */
export function assertReadable(period: Period, stations: number): void {
  if (stations * period.days.length <= MOST_STATION_DAYS) return;
  if (stations > MOST_STATION_DAYS) {
    const most = `a report has at most ${MOST_STATION_DAYS} stations and the network has ${stations}`;
    throw new HalcyonError('invalid_parameter', `${most}: HALCYON_MONTHLY_REPORT sends its reports by e-mail`, {
      problems: [
        {
          loc: ['query', 'network'],
          msg: `${most}: HALCYON_MONTHLY_REPORT sends its reports by e-mail`,
          type: 'value_error',
        },
      ],
    });
  }
  const days = mostDays(stations);
  const asked = `${isoOf(period.from)} makes ${period.days.length} days of ${stations} stations`;
  throw refusal(`${asked}, should be at most ${days} days before 'to' for so many stations`);
}

/** Days of a report of so many stations, one at least. */
function mostDays(stations: number): number {
  return Math.max(1, Math.floor(MOST_STATION_DAYS / stations));
}

function beginOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

function refusal(msg: string): HalcyonError {
  return new HalcyonError('invalid_parameter', `from ${msg}`, {
    problems: [{ loc: ['query', 'from'], msg: `from ${msg}`, type: 'value_error' }],
  });
}
