import { message } from '../messages/message.ts';
import { dateFormat } from '../time/date-format.ts';
import { DAY_MS, isoOf, readMoment } from '../time/moments.ts';

/** What a report is asked for, as its address has it: days of UTC, `2026-03-01`; '' is left to the service. */
export interface AskedDays {
  readonly from: string;
  readonly to: string;
}

/**
 * The days of an address.
 *
 * @throws Error in words for people, where one cannot be read
 */
export function daysOf(query: URLSearchParams): AskedDays {
  const day = (name: string) => {
    const text = query.get(name) ?? '';
    if (text !== '' && readMoment(`${text}T00:00:00Z`) === null) {
      throw new Error(message('time.unreadable_day', { text }));
    }
    return text;
  };
  return { from: day('from'), to: day('to') };
}

/** Path and query of a report over whole days; up to the newest data where no last day is named. */
export function reportPath(network: string, { from, to }: AskedDays, format?: 'csv'): string {
  const query = new URLSearchParams({
    network,
    ...(from !== '' && { from: `${from}T00:00:00Z` }),
    // The end is included: a report of midnight is of the next day.
    ...(to !== '' && { to: isoOf(Date.parse(`${to}T00:00:00Z`) + DAY_MS - 1000) }),
    ...(format !== undefined && { format }),
  });
  return `/api/v1/report?${query}`;
}

/** Name of the file of a report. @param from ISO 8601, as `to` */
export function reportFile(network: string, { from, to }: AskedDays): string {
  return `${network.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}_${from.slice(0, 10)}_${to.slice(0, 10)}.csv`;
}

/** A day of UTC in the reader's language: `3 Mar`. */
export function utcDay(time: number): string {
  return dateFormat({ day: 'numeric', month: 'short' }, 'UTC').format(time);
}

/** The same with the year. */
export function utcDate(time: number): string {
  return dateFormat({ day: 'numeric', month: 'short', year: 'numeric' }, 'UTC').format(time);
}
