import type { StatesAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { openForm } from '../dom/form-dialog.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';
import { momentOf, zonedMoment } from '../time/moments.ts';
import type { CalendarEntry } from './entries.ts';
import { endEntry } from './entry-requests.ts';
import { entrySubject } from './month-table.ts';

/**
 * Shows an entry with its stations and its reason.
 *
 * @param onEnded it was ended; null for whom may not end it
 */
export function openEntry(
  { api, now }: Pick<Context, 'api' | 'now'>,
  entry: CalendarEntry,
  stations: StatesAnswer['states'],
  onEnded: (() => Promise<void>) | null,
): void {
  const { kind, from, to, reason, by } = entry;
  const names = entry.stations?.map((id) => stations.find((one) => one.id === id)?.name ?? id) ?? [];
  const period =
    to === null
      ? message('calendar.open', { from: zonedMoment(from) })
      : message('calendar.period', { from: momentOf(from), to: zonedMoment(to) });
  openForm({
    title: `${message(`calendar.${kind}`)}: ${entrySubject(entry)}`,
    ...(onEnded !== null && { text: message('calendar.end_text') }),
    content: element(
      'div',
      {},
      element('p', {}, period),
      element('p', {}, message('calendar.by', { by, reason })),
      names.length > 0 && element('p', { class: 'soft' }, names.toSorted((a, b) => a.localeCompare(b)).join(', ')),
    ),
    fields: [],
    does: message('calendar.end'),
    send:
      onEnded === null
        ? null
        : async () => {
            await endEntry(api, entry, now());
            await onEnded();
          },
  });
}
