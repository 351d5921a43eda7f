import type { FaultGroup, NowGroup } from '../../../../schemas/http/answers/now-answer.ts';
import type { FaultNow, NowAnswer } from '../api/answers.ts';
import { LastAsked } from '../api/last-asked.ts';
import { announce } from '../dom/announce.ts';
import { element, refill } from '../dom/element.ts';
import { problemWords } from '../dom/problem-line.ts';
import { message } from '../messages/message.ts';
import { askSituation } from '../now/ask-situation.ts';
import { causeName, causeSentence, stationsOfCause } from '../now/cause-words.ts';
import { type Done, FaultActions } from '../now/fault-actions.ts';
import { ACTION_KEYS, faultRow, type RowView, recoveredLine } from '../now/fault-row.ts';
import { fasterWords } from '../now/fault-words.ts';
import { keptFocus } from '../now/kept-focus.ts';
import { moreRows } from '../now/more-rows.ts';
import type { NowMap } from '../now/now-map.ts';
import { OtherGroups } from '../now/other-groups.ts';
import { standing, summaryItems } from '../now/summary.ts';
import type { Context, Page } from '../shell/context.ts';
import { askedMoment } from '../time/moments.ts';
import { shownTime } from '../time/network-reach.ts';
import type { Reach } from '../time/reach.ts';

/** After an event of the stream it is asked again so much later: what comes at once is one question [ms]. */
const GATHER_MS = 3000;
/** Without any event it is asked for so often: a station that falls silent sends none [ms]. */
const REFRESH_MS = 60_000;
/** So many that recovered are shown at first. */
const RECOVERED = 10;
/** Groups that are folded: somebody has put what is in them away. */
const AWAY = ['snoozed', 'maintenance', 'muted'] as const;

/** What is wrong now, the worst first, and what people do about it: the page of whoever is on duty. */
export class NowPage implements Page {
  readonly title = message('shell.now');
  readonly root = element('div', { class: 'now-page' });
  readonly #context: Context;
  readonly #network: string;
  readonly #actions: FaultActions;
  readonly #others: OtherGroups;
  readonly #summary = element('ul', { class: 'summary', 'aria-label': message('now.summary') });
  readonly #notice = element('div', { class: 'notice', role: 'status', hidden: true });
  readonly #problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  readonly #open = element('div', { class: 'faults-now' }, element('p', { class: 'waiting' }, message('now.loading')));
  readonly #away = element('div', { class: 'away' });
  readonly #recovered = element('div', {});
  readonly #box = element('div', { class: 'map', role: 'application', 'aria-label': message('now.map') });
  readonly #plan = element(
    'button',
    { type: 'button', hidden: true, on: { click: () => this.#actions.planMaintenance([]) } },
    message('now.plan'),
  );
  /** Moment that is shown, ms since the epoch; null: the present. */
  readonly #time: number | null;
  #map: NowMap | null = null;
  #answer: NowAnswer | null = null;
  /** Id of the fault that keys act on. */
  #current: string | null = null;
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #reach: Reach = { kind: 'present' };
  readonly #asked = new LastAsked();
  /** Rows of groups that somebody has asked for. */
  readonly #wanted = new Map<NowGroup, number>();
  /** True until more rows are there that somebody has asked for: these are no news. */
  #isPaging = false;
  #recoveredShown = RECOVERED;
  /** Takes back what was done last; null where nothing can be. */
  #undo: (() => void) | null = null;

  constructor(context: Context, network: string) {
    this.#context = context;
    this.#network = network;
    this.#time = askedMoment(new URLSearchParams(window.location.search));
    this.#others = new OtherGroups(
      context,
      (id) => this.#map?.nameOf(id) ?? id,
      (group, rows) => this.#askFor(group, rows),
    );
    this.#actions = new FaultActions({
      context,
      network,
      shown: () => this.#answer,
      onDone: (done) => this.#onDone(done),
      onProblem: (error) => this.#showProblem(error),
      onConflict: (id) => this.#onConflict(id),
    });
    this.root.append(this.#list(), element('aside', { class: 'now-map', 'aria-label': message('now.map') }, this.#box));
    this.#listen();
    void this.#load().then(() => this.#openMap());
  }

  #list(): HTMLElement {
    const { silent, silentSensors, outages, weather } = this.#others;
    return element(
      'div',
      { class: 'now-list' },
      element('header', {}, element('h1', {}, message('now.heading', { network: this.#network })), this.#plan),
      this.#summary,
      this.#problem,
      this.#notice,
      element(
        'section',
        { id: 'open', 'aria-labelledby': 'open-title' },
        element('h2', { id: 'open-title', class: 'unseen' }, message('now.group_open')),
        this.#open,
      ),
      this.#away,
      silent.root,
      silentSensors.root,
      outages.root,
      weather.root,
      element(
        'section',
        { class: 'card group', id: 'recovered' },
        element('h2', {}, message('now.group_recovered')),
        this.#recovered,
      ),
      element('p', { class: 'soft wide-only' }, message('now.keys')),
    );
  }

  #listen(): void {
    const { left, onEvent } = this.#context;
    onEvent(() => this.#gather());
    const timer = setInterval(() => this.#gather(), REFRESH_MS);
    left.addEventListener('abort', () => {
      clearInterval(timer);
      clearTimeout(this.#gathering);
    });
    document.addEventListener('keydown', (event) => this.#onKey(event), { signal: left });
    this.root.addEventListener('focusin', (event) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-fault]') : null;
      if (row !== null) this.#choose(row.dataset['fault'] ?? null, false);
    });
  }

  /** The map is beside the list: the list comes first. */
  async #openMap(): Promise<void> {
    const { NowMap } = await import('../now/now-map.ts');
    if (this.#context.left.aborted) return;
    this.#map = new NowMap(this.#box, this.#context, this.#network, (station) => {
      const fault = this.#rows().find((one) => stationsOfCause(one).some(({ id }) => id === station));
      if (fault !== undefined) this.#choose(fault.fault_id, true);
      else this.#map?.choose(station);
    });
    await this.#map.refresh(this.#shown);
    this.#mark();
  }

  #gather(): void {
    if (this.#gathering !== undefined) return;
    // The more stations, the more an answer costs.
    const wait = GATHER_MS + (this.#answer?.counts.stations ?? 0);
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined;
      void this.#load();
    }, wait);
  }

  async #load(): Promise<void> {
    const { api, left } = this.#context;
    const isLast = this.#asked.again();
    try {
      const { answer, reach } = await askSituation({ api, left }, this.#network, this.#time, this.#wanted);
      if (!isLast() || left.aborted) return;
      this.#problem.hidden = true;
      this.#reach = reach;
      this.#show(answer);
    } catch (error) {
      if (left.aborted || !isLast()) return;
      if (this.#answer === null) refill(this.#open);
      this.#showProblem(error);
    }
  }

  #showProblem(error: unknown): void {
    this.#problem.textContent = problemWords(error);
    this.#problem.hidden = false;
  }

  #show(answer: NowAnswer): void {
    this.#announceNew(answer);
    this.#isPaging = false;
    this.#answer = answer;
    const now = Date.parse(answer.time);
    const more = (group: FaultGroup, shown: number) =>
      moreRows(shown, answer.counts.groups[group], (rows) => this.#askFor(group, rows));
    const kept = keptFocus(
      () => this.#rows().map(({ fault_id }) => fault_id),
      (id) => this.#rowElement(id),
    );
    const open = this.#rows();
    if (this.#row() === undefined) this.#current = open[0]?.fault_id ?? null;
    this.#plan.hidden = !this.#mayChange;
    const view: RowView = {
      now,
      newest: this.#newest(now),
      answer,
      mayChange: this.#mayChange,
      onAction: (action, fault) => this.#actions.begin(action, fault),
    };
    refill(
      this.#open,
      standing(answer, now, this.#reach),
      ...open.map((fault) => faultRow(fault, view)),
      more('open', open.length),
      !answer.may_change && element('p', { class: 'soft' }, message('now.may_only_look')),
    );
    const unfolded = new Set([...this.#away.querySelectorAll('details[open]')].map(({ id }) => id));
    refill(
      this.#away,
      ...AWAY.map((group) => {
        const rows = answer.faults.filter((fault) => fault.group === group);
        return (
          rows.length > 0 &&
          element(
            'details',
            { id: group, open: unfolded.has(group) },
            element('summary', {}, `${message(`now.group_${group}`)} (${answer.counts.groups[group]})`),
            ...rows.map((fault) => faultRow(fault, view)),
            more(group, rows.length),
          )
        );
      }),
    );
    this.#showRecovered(answer, now);
    void this.#others.show(answer, now, this.#reach).then(() => this.#showSummary());
    this.#showSummary();
    void this.#map?.refresh(this.#shown);
    this.#choose(this.#current, false);
    kept();
  }

  #showRecovered(answer: NowAnswer, now: number): void {
    const recovered = answer.faults
      .filter(({ group }) => group === 'recovered')
      .toSorted((a, b) => (b.recovered ?? '').localeCompare(a.recovered ?? ''));
    const rest = recovered.length - this.#recoveredShown;
    const more = () => {
      this.#recoveredShown = Number.POSITIVE_INFINITY;
      this.#showRecovered(answer, now);
    };
    const { groups, stations } = answer.counts;
    refill(
      this.#recovered,
      recovered.length === 0
        ? element('p', { class: 'soft' }, message('now.no_recovered'))
        : element(
            'ul',
            { class: 'lines' },
            ...recovered.slice(0, this.#recoveredShown).map((fault) => recoveredLine(fault, now, stations)),
          ),
      rest > 0
        ? element(
            'button',
            { type: 'button', on: { click: more } },
            message('list.more', { n: groups.recovered - this.#recoveredShown }),
          )
        : moreRows(recovered.length, groups.recovered, (rows) => this.#askFor('recovered', rows)),
    );
  }

  #showSummary(): void {
    const answer = this.#answer;
    if (answer === null) return;
    const others = { outages: this.#others.lastingOutages, weather: this.#others.weatherOf(answer) };
    refill(this.#summary, ...summaryItems(answer, others));
    const { open } = answer.counts.groups;
    document.title = `${open > 0 ? `(${open}) ` : ''}${message('shell.now')} – Halcyon`;
  }

  /** Says which faults are new or back since the answer before; the first answer is no news. */
  #announceNew({ faults }: NowAnswer): void {
    if (this.#answer === null || this.#isPaging || this.#shown !== null) return;
    const before = new Set(this.#rows().map(({ fault_id }) => fault_id));
    const added = faults.filter(({ group, fault_id }) => group === 'open' && !before.has(fault_id));
    for (const fault of added.slice(0, 3)) announce(`${causeName(fault)}: ${causeSentence(fault)}`);
  }

  /** Moment that the map shows, ms since the epoch; null: the present. */
  get #shown(): number | null {
    return this.#time ?? shownTime(this.#reach);
  }

  /** Time of the newest report where that is of the past, ms since the epoch; null: there are reports of the present. */
  #newest(now: number): number | null {
    if (this.#reach.kind === 'standing') return this.#reach.newest;
    return this.#reach.kind === 'coming' ? now : null;
  }

  /** The past is looked at only. */
  get #mayChange(): boolean {
    return this.#answer?.may_change === true && this.#shown === null;
  }

  #rows(): readonly FaultNow[] {
    return this.#answer?.faults.filter(({ group }) => group === 'open') ?? [];
  }

  #row(): FaultNow | undefined {
    return this.#answer?.faults.find(({ fault_id, group }) => fault_id === this.#current && group !== 'recovered');
  }

  #rowElement(id: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-fault="${CSS.escape(id)}"]`);
  }

  /** Makes a row the one that keys act on, and marks its station on the map. @param focus true: it gets the focus */
  #choose(id: string | null, focus: boolean): void {
    this.#current = id;
    for (const row of this.root.querySelectorAll<HTMLElement>('[data-fault]')) {
      const isCurrent = row.dataset['fault'] === id;
      row.classList.toggle('current', isCurrent);
      row.tabIndex = isCurrent ? 0 : -1;
    }
    this.#mark();
    if (!focus || id === null) return;
    const row = this.#rowElement(id);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }

  /** Marks the station of the current row on the map. */
  #mark(): void {
    const { station_id: id = null, latitude = null, longitude = null } = this.#row() ?? {};
    this.#map?.choose(id, latitude === null || longitude === null ? null : { latitude, longitude });
  }

  /** Asks for so many rows of a group. */
  #askFor(group: NowGroup, rows: number): void {
    this.#wanted.set(group, rows);
    this.#isPaging = true;
    void this.#load();
  }

  #onKey(event: KeyboardEvent): void {
    if (
      !(event.target instanceof HTMLElement) ||
      event.target.closest('input, select, textarea, dialog, .map') !== null
    )
      return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const inRow = event.target.closest('[data-fault]') !== null;
    const step =
      key === 'j' || (key === 'ArrowDown' && inRow) ? 1 : key === 'k' || (key === 'ArrowUp' && inRow) ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      this.#step(step, inRow);
      return;
    }
    if (key === 'z') this.#undo?.();
    const action = ACTION_KEYS[key];
    const fault = this.#row();
    if (action === undefined || fault === undefined || !this.#mayChange) return;
    event.preventDefault();
    this.#actions.begin(action, fault);
  }

  #step(step: 1 | -1, inRow: boolean): void {
    const rows = [...this.root.querySelectorAll<HTMLElement>('[data-fault]')].filter((row) => row.checkVisibility());
    if (rows.length === 0) return;
    const place = rows.findIndex((row) => row.dataset['fault'] === this.#current);
    // The first key goes to the row that is current, which nobody may have seen as such.
    const next = inRow || place < 0 ? place + step : place;
    const row = rows[Math.max(0, Math.min(rows.length - 1, next))];
    this.#choose(row.dataset['fault'] ?? null, true);
  }

  async #onDone({ words, undo }: Done): Promise<void> {
    const back = async () => {
      if (undo === null) return;
      this.#undo = null;
      try {
        await undo();
        await this.#onDone({ words: message('care.undone'), undo: null });
      } catch (error) {
        this.#showProblem(error);
      }
    };
    await this.#load();
    this.#showNotice(words, undo === null ? null : () => void back());
  }

  async #onConflict(id: string): Promise<void> {
    await this.#load();
    const fault = this.#answer?.faults.find(({ fault_id }) => fault_id === id);
    const words = fault === undefined ? null : fasterWords(fault, this.#context.now());
    if (words !== null) this.#showNotice(words, null);
  }

  /** @param undo takes back what was done; null where nothing can be */
  #showNotice(words: string, undo: (() => void) | null): void {
    this.#undo = undo;
    const button =
      undo !== null && element('button', { type: 'button', on: { click: undo } }, message('calendar.undo'));
    this.#notice.hidden = false;
    refill(this.#notice, element('span', {}, words), button);
  }
}
