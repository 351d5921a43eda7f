import { DAY_MS } from '../time/moments.ts';
import { fromTheClock, onTheClock } from '../time/zone.ts';

/** A month of the reader's calendar: its year, and 0 for January. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

/** The month that a time lies in, on the clock of the reader's zone. */
export function monthOf(time: number): Month {
  const shown = onTheClock(time);
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth() };
}

/** Another month. @param by how many later, negative for earlier */
export function monthsLater({ year, month }: Month, by: number): Month {
  const shown = new Date(Date.UTC(year, month + by, 1));
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth() };
}

/** `2026-03`, as addresses have a month. */
export function monthText({ year, month }: Month): string {
  return `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}`;
}

/** The month of an address; null where it names none. */
export function readMonth(text: string | null): Month | null {
  const found = /^(\d{4})-(\d{2})$/.exec(text ?? '');
  if (found === null) return null;
  const [year, month] = [Number(found[1]), Number(found[2]) - 1];
  return month >= 0 && month < 12 ? { year, month } : null;
}

/** A day of a calendar: when it begins and ends on the clock of the reader's zone, ms since the epoch. */
export interface CalendarDay {
  readonly from: number;
  readonly to: number;
  readonly isInMonth: boolean;
}

/** The weeks of a month, Monday first, with the days of the months beside it that fill them. */
export function weeksOf({ year, month }: Month): CalendarDay[][] {
  const first = Date.UTC(year, month, 1);
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS;
  const end = Date.UTC(year, month + 1, 1);
  const weeks: CalendarDay[][] = [];
  for (let week = monday; week < end; week += 7 * DAY_MS) {
    weeks.push(
      Array.from({ length: 7 }, (_, k) => {
        const shown = week + k * DAY_MS;
        const [from, to] = [fromTheClock(new Date(shown)), fromTheClock(new Date(shown + DAY_MS))];
        return { from, to, isInMonth: shown >= first && shown < end };
      }),
    );
  }
  return weeks;
}
