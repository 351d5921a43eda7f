import { element } from '../dom/element.ts';
import { scrolledTable } from '../dom/scrolled-table.ts';
import { message } from '../messages/message.ts';
import { dateFormat } from '../time/date-format.ts';
import { clockOf, dayOf } from '../time/moments.ts';
import { type CalendarEntry, entriesIn } from './entries.ts';
import { type CalendarDay, type Month, weeksOf } from './month.ts';

/** The entries of a month, day by day, in weeks. */
export function monthTable(
  { month, entries, now }: { readonly month: Month; readonly entries: readonly CalendarEntry[]; readonly now: number },
  onOpen: (entry: CalendarEntry) => void,
): HTMLElement {
  const weeks = weeksOf(month);
  return scrolledTable(
    monthTitle(month),
    { class: 'month' },
    element(
      'thead',
      {},
      element('tr', {}, ...weeks[0].map(({ from }) => element('th', { scope: 'col' }, weekday(from)))),
    ),
    element(
      'tbody',
      {},
      ...weeks.map((days) => element('tr', {}, ...days.map((day) => dayCell(day, entries, now, onOpen)))),
    ),
  );
}

/** A month in the reader's language: `March 2026`. */
export function monthTitle({ year, month }: Month): string {
  return dateFormat({ month: 'long', year: 'numeric' }, 'UTC').format(Date.UTC(year, month, 1));
}

/** Whom an entry is for, in words. */
export function entrySubject({ stations, isArea }: CalendarEntry): string {
  if (stations !== null) return message('calendar.n_stations', { n: stations.length });
  return message(isArea ? 'calendar.area' : 'calendar.everywhere');
}

function dayCell(
  day: CalendarDay,
  entries: readonly CalendarEntry[],
  now: number,
  onOpen: (entry: CalendarEntry) => void,
): HTMLElement {
  const { from, to, isInMonth } = day;
  const own = entriesIn(entries, from, to);
  const isToday = now >= from && now < to;
  return element(
    'td',
    { class: [isInMonth ? '' : 'other', own.length === 0 ? 'empty' : ''].filter(Boolean).join(' ') || null },
    element('time', { class: 'date', 'aria-current': isToday ? 'date' : null }, dayOf(from)),
    own.length > 0 &&
      element(
        'ul',
        {},
        ...own.map((entry) =>
          element(
            'li',
            {},
            element(
              'button',
              { type: 'button', class: `entry ${entry.kind}`, on: { click: () => onOpen(entry) } },
              message('calendar.entry', {
                time: timesOn(entry, day),
                kind: message(`calendar.${entry.kind}`),
                of: entrySubject(entry),
              }),
            ),
          ),
        ),
      ),
  );
}

/** When an entry is on a day: `09:00–11:00`. */
function timesOn({ from, to }: CalendarEntry, day: CalendarDay): string {
  const [begins, ends] = [from > day.from, to !== null && to < day.to];
  if (!begins && !ends) return message('calendar.whole_day');
  const begin = begins ? clockOf(from) : '00:00';
  return `${begin}–${ends && to !== null ? clockOf(to) : '24:00'}`;
}

function weekday(time: number): string {
  return dateFormat({ weekday: 'short' }).format(time);
}
