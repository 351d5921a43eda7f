import type { StatesAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { openForm } from '../dom/form-dialog.ts';
import { message } from '../messages/message.ts';
import { SituationMap } from '../now/situation-map.ts';
import type { Context } from '../shell/context.ts';
import { StationPicker } from '../stations/station-picker.ts';
import { zoneName } from '../time/zone.ts';
import type { CalendarEntry } from './entries.ts';
import { EntryRequests, type PlannedEntries, requestsOf } from './entry-requests.ts';
import { tomorrowAt, weekly } from './occurrences.ts';

/** How often an entry may be repeated, a week apart. */
const REPEATS = [1, 2, 4, 8, 13, 26, 52] as const;
/** Entries that can be made at once: a request each. */
const MOST = 500;

/** What a plan is made with. */
export interface PlanDependencies {
  readonly context: Context;
  readonly network: string;
  readonly stations: StatesAnswer['states'];
  /** Stations that have open faults, each as often as it has. */
  readonly faulty: readonly string[];
  /** Entries were made; `undo` takes them back. */
  readonly onDone: (entered: EntryRequests) => Promise<void>;
}

/** Asks for maintenance or a silence of some stations: picked by name or on the map, repeated each week, in local time. */
export function openPlan({ context, network, stations, faulty, onDone }: PlanDependencies): void {
  const affects = element('p', { class: 'affects', role: 'status' });
  const box = element('div', { class: 'plan-map', role: 'group', 'aria-label': message('calendar.map') });
  const closed = new AbortController();
  const entered = new EntryRequests(context.api);
  const picker = new StationPicker(stations, [], () => changed());
  const content = element('div', { class: 'plan' }, picker.root, box, affects);
  const zone = zoneName();
  const now = context.now();
  openForm({
    title: message('calendar.new'),
    text: `${message('calendar.maintenance_text')} ${message('calendar.silence_text')}`,
    content,
    fields: [
      {
        name: 'kind',
        label: message('calendar.kind'),
        kind: 'choice',
        options: [
          ['maintenance', message('calendar.maintenance')],
          ['silence', message('calendar.silence')],
        ],
      },
      {
        name: 'from',
        label: message('calendar.from_zone', { zone }),
        kind: 'time',
        required: true,
        value: tomorrowAt(9, now),
      },
      {
        name: 'to',
        label: message('calendar.to_zone', { zone }),
        kind: 'time',
        required: true,
        value: tomorrowAt(11, now),
      },
      {
        name: 'times',
        label: message('calendar.repeat'),
        kind: 'choice',
        options: REPEATS.map((n) => [
          String(n),
          n === 1 ? message('calendar.once') : message('calendar.weekly', { n }),
        ]),
      },
      { name: 'reason', label: message('form.why'), kind: 'long', required: true },
    ],
    does: message('calendar.enter'),
    send: async (values) => {
      const plan = planOf(values);
      const all = requestsOf(plan).length;
      if (all > MOST) throw new Error(message('calendar.too_many', { n: all, most: MOST }));
      try {
        await entered.enter(plan);
      } catch (error) {
        if (entered.count === 0) throw error;
        const why = error instanceof Error ? error.message : message('form.failed');
        throw new Error(message('calendar.not_entered', { done: entered.count, all, why }));
      }
      await onDone(entered);
    },
  });
  const form = content.closest('form');
  form?.addEventListener('input', () => changed());
  form?.closest('dialog')?.classList.add('wide');
  form?.closest('dialog')?.addEventListener('close', () => closed.abort());
  const map = new SituationMap(box, closed.signal, (id) => picker.toggle(id));
  map.show(stations);
  changed();

  function planOf(values: Readonly<Record<string, string>>): PlannedEntries {
    const chosen = picker.chosen.map(({ id }) => id);
    if (chosen.length === 0) throw new Error(message('calendar.no_station'));
    const times = weekly(values['from'] ?? '', values['to'] ?? '', Number(values['times']));
    if (times === null) throw new Error(message('calendar.times_wrong'));
    const kind: CalendarEntry['kind'] = values['kind'] === 'silence' ? 'silence' : 'maintenance';
    return { kind, network, stations: chosen, times, reason: values['reason'] ?? '' };
  }

  /** Says how many it affects, and marks them. */
  function changed(): void {
    const chosen = picker.chosen.map(({ id }) => id);
    map.mark(chosen);
    const values = Object.fromEntries(
      [...new FormData(form ?? undefined)].map(([name, value]) => [name, String(value)]),
    );
    const times = Number(values['times'] ?? 1);
    affects.textContent = message('calendar.affects', {
      stations: chosen.length,
      times,
      entries: values['kind'] === 'silence' ? (chosen.length === 0 ? 0 : times) : chosen.length * times,
      faults: faulty.filter((id) => chosen.includes(id)).length,
    });
  }
}
