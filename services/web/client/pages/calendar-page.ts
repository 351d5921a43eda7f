import type { Silence } from '../alerts/alert-answers.ts';
import { alertsFrame } from '../alerts/alerts-frame.ts';
import type { MaintenanceAnswer, ReportedFault, StateAnswer } from '../api/answers.ts';
import { LastAsked } from '../api/last-asked.ts';
import { type CalendarEntry, entriesIn, entriesOf } from '../calendar/entries.ts';
import { openEntry } from '../calendar/entry-form.ts';
import type { EntryRequests } from '../calendar/entry-requests.ts';
import { type Month, monthOf, monthsLater, monthText, readMonth, weeksOf } from '../calendar/month.ts';
import { monthTable, monthTitle } from '../calendar/month-table.ts';
import { openPlan } from '../calendar/plan-form.ts';
import { announce } from '../dom/announce.ts';
import { element, refill } from '../dom/element.ts';
import { problemLine } from '../dom/problem-line.ts';
import { waiting } from '../dom/waiting.ts';
import { message } from '../messages/message.ts';
import { isOffered } from '../session/allowed.ts';
import type { Context, Page } from '../shell/context.ts';
import { zoneName } from '../time/zone.ts';

/** What takes longer is said to be under way [ms]. */
const SLOW_MS = 300;

/** Maintenance and silences of a network by day: what was, what is planned, and the way to plan more. */
export class CalendarPage implements Page {
  readonly title = message('calendar.title');
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #asked = new LastAsked();
  readonly #heading = element('h2', {});
  readonly #done = element('p', { class: 'card row', role: 'status', hidden: true });
  readonly #problem = element('div');
  readonly #table = element('div', {}, waiting());
  readonly #mayChange: boolean;
  #month: Month;
  #entries: readonly CalendarEntry[] = [];
  /** Asked for beside the entries: of a large network they take longer. */
  #stations: Promise<StateAnswer[]> = Promise.resolve([]);
  #faulty: readonly string[] = [];

  constructor(context: Context) {
    this.#context = context;
    this.#month = readMonth(new URLSearchParams(window.location.search).get('month')) ?? monthOf(context.now());
    const { network } = context;
    this.#mayChange = network !== null && isOffered(context.roles, 'curator');
    const add = element(
      'button',
      { type: 'button', class: 'main', on: { click: () => void this.#plan() } },
      message('calendar.new'),
    );
    const step = (label: string, sign: string, by: number) =>
      element(
        'button',
        {
          type: 'button',
          class: 'icon',
          'aria-label': label,
          title: label,
          on: { click: () => this.#show(monthsLater(this.#month, by)) },
        },
        sign,
      );
    const today = element(
      'button',
      { type: 'button', on: { click: () => this.#show(monthOf(context.now())) } },
      message('calendar.today'),
    );
    this.root = alertsFrame(
      'calendar',
      element('p', { class: 'soft' }, message('calendar.text', { zone: zoneName() })),
      element(
        'div',
        { class: 'row calendar-bar' },
        step(message('calendar.earlier'), '‹', -1),
        this.#heading,
        step(message('calendar.later'), '›', 1),
        today,
        this.#mayChange && add,
      ),
      this.#done,
      this.#problem,
      this.#table,
    );
    void this.#load();
  }

  async #load(): Promise<void> {
    const { api, left, network } = this.#context;
    if (network === null) {
      refill(this.#table, element('p', { class: 'card soft' }, message('shell.no_network')));
      return;
    }
    const isLast = this.#asked.again();
    const query = new URLSearchParams({ network });
    this.#stations = api.all<StateAnswer>(`/api/v1/states?${query}`, 'states', left);
    // Whoever needs them is told what went wrong.
    this.#stations.catch(() => undefined);
    try {
      const [windows, { silences }, faults] = await Promise.all([
        api.all<MaintenanceAnswer>(`/api/v1/maintenance?${query}`, 'maintenance', left),
        api.get<{ silences: Silence[] }>('/api/v1/silences?ended=true', left),
        api.all<ReportedFault>(`/api/v1/faults?${query}&open=true`, 'faults', left),
      ]);
      if (!isLast()) return;
      const own = silences.filter((silence) => silence.network === null || silence.network === network);
      this.#entries = entriesOf(windows, own);
      this.#faulty = faults.map(({ station_id }) => station_id);
      this.#paint();
    } catch (error) {
      if (!left.aborted && isLast()) refill(this.#table, problemLine(error));
    }
  }

  #show(month: Month): void {
    this.#month = month;
    const { network, rewrite } = this.#context;
    rewrite(new URLSearchParams({ ...(network !== null && { network }), month: monthText(month) }).toString());
    this.#paint();
  }

  #paint(): void {
    const month = this.#month;
    this.#heading.textContent = monthTitle(month);
    const days = weeksOf(month).flat();
    const isEmpty = entriesIn(this.#entries, days[0].from, days[days.length - 1].to).length === 0;
    refill(
      this.#table,
      isEmpty && element('p', { class: 'soft' }, message('calendar.nothing')),
      monthTable({ month, entries: this.#entries, now: this.#context.now() }, (entry) => void this.#open(entry)),
    );
  }

  /** The stations, once they are there; null where they cannot be read, which is said. */
  async #whenStations(): Promise<StateAnswer[] | null> {
    const note = waiting(message('map.loading'));
    const slow = setTimeout(() => this.#problem.replaceChildren(note), SLOW_MS);
    try {
      return await this.#stations;
    } catch (error) {
      if (!this.#context.left.aborted) this.#problem.replaceChildren(problemLine(error));
      return null;
    } finally {
      clearTimeout(slow);
      note.remove();
    }
  }

  async #open(entry: CalendarEntry): Promise<void> {
    // An entry is shown even where the names of its stations are not known.
    const stations = (await this.#whenStations()) ?? [];
    openEntry(this.#context, entry, stations, this.#mayChange ? () => this.#load() : null);
  }

  async #plan(): Promise<void> {
    const { network } = this.#context;
    const stations = network === null ? null : await this.#whenStations();
    if (network === null || stations === null || this.#context.left.aborted) return;
    openPlan({
      context: this.#context,
      network,
      stations,
      faulty: this.#faulty,
      onDone: async (entered) => {
        this.#sayDone(entered);
        await this.#load();
      },
    });
  }

  #sayDone(entered: EntryRequests): void {
    const words = message('calendar.entered', { n: entered.count });
    const undo = element(
      'button',
      { type: 'button', on: { click: () => void this.#undo(entered) } },
      message('calendar.undo'),
    );
    refill(this.#done, element('span', {}, words), undo);
    this.#done.hidden = false;
    this.#problem.replaceChildren();
  }

  async #undo(entered: EntryRequests): Promise<void> {
    try {
      await entered.undo();
      this.#done.hidden = true;
      announce(message('calendar.undone'));
    } catch (error) {
      this.#problem.replaceChildren(problemLine(error));
    }
    await this.#load();
  }
}
