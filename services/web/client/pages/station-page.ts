import type { Variable } from '../../../../schemas/variables.ts';
import { BASE } from '../address/route.ts';
import type {
  AnomalyAnswer,
  JudgedFault,
  ObservationAnswer,
  StateAnswer,
  StationAnswer,
  ThresholdsAnswer,
} from '../api/answers.ts';
import { type Child, element, refill } from '../dom/element.ts';
import { problemLine } from '../dom/problem-line.ts';
import { waiting } from '../dom/waiting.ts';
import { anomalyActions } from '../experts/anomaly-actions.ts';
import { knownCard } from '../experts/known-card.ts';
import { stateWords } from '../map/station-card.ts';
import { symbol } from '../map/symbols.ts';
import { message } from '../messages/message.ts';
import type { Context, Page } from '../shell/context.ts';
import { shownNumber } from '../state/numbers.ts';
import { shownHeight } from '../state/variables.ts';
import { anomaliesCard } from '../station/anomalies-card.ts';
import { chart } from '../station/chart.ts';
import { evidencePanel } from '../station/evidence.ts';
import { healthCard } from '../station/health-card.ts';
import { openAt } from '../station/health-words.ts';
import { judgedCard } from '../station/judged-card.ts';
import { lastCard } from '../station/last-card.ts';
import { stateAt } from '../station/state-at.ts';
import { StationComparison } from '../station/station-comparison.ts';
import {
  anomaliesOf,
  chartsOf,
  faultsOf,
  observationsOf,
  rejectedOf,
  type Stretch,
  thresholdsAlong,
} from '../station/station-data.ts';
import { StationFaults } from '../station/station-faults.ts';
import { stretchWords } from '../station/stretch-words.ts';
import { onLook } from '../style/look.ts';
import { DateField } from '../time/date-field.ts';
import { askedMoment, DAY_MS, HOUR_MS, isoOf, momentOf, SLOT_MS } from '../time/moments.ts';
import { newestData } from '../time/newest-data.ts';
import { zoneName } from '../time/zone.ts';

/** Stretches that can be shown [h]. */
const SPANS: readonly number[] = [12, 24, 72, 168];
/** What is shown after a time of the past that the address names [ms]. */
const AFTER_MS = 4 * HOUR_MS;
/** The present is loaded anew so often, and soon after its own events [ms]. */
const REFRESH_MS = 120_000;

/** A station: its variables with what was expected and found, the evidence, its health. */
export class StationPage implements Page {
  readonly title: string;
  readonly root = element('div', { class: 'page station-page' });
  readonly #context: Context;
  readonly #station: StationAnswer;
  readonly #stateWords = element('span', { class: 'row' });
  readonly #charts = element('div', { class: 'charts' });
  readonly #evidence = element('div', { class: 'evidence-place' });
  readonly #side = element('div', { class: 'side' });
  readonly #list = element('div');
  readonly #faultList: StationFaults;
  readonly #health = element('div');
  readonly #known = element('div');
  readonly #last = element('div');
  readonly #judged = element('div');
  readonly #comparison: StationComparison;
  readonly #date: DateField;
  #stretch: Stretch;
  #hours: number;
  #time: number | null;
  #chosen: string | null;
  #shown: { destroy: () => void }[] = [];
  #observations: readonly ObservationAnswer[] = [];
  #anomalies: readonly AnomalyAnswer[] = [];
  #faults: readonly JudgedFault[] = [];
  #state: StateAnswer | null = null;
  #thresholds: readonly ThresholdsAnswer[] = [];

  constructor(context: Context, station: StationAnswer) {
    this.#context = context;
    this.#station = station;
    this.title = station.station_name;
    const query = new URLSearchParams(window.location.search);
    this.#time = askedMoment(query);
    this.#chosen = query.get('anomaly');
    const asked = Number(query.get('hours'));
    this.#hours = SPANS.includes(asked) ? asked : 24;
    this.#stretch = this.#stretchOf();
    this.#date = new DateField(
      (noon) => this.#showTime(noon),
      () => void this.#showNewest(),
    );
    this.#faultList = new StationFaults(context, () => this.#load());
    this.#comparison = new StationComparison({
      context,
      stretch: () => this.#stretch,
      known: () => ({
        faults: this.#faults,
        anomalies: this.#anomalies,
        times: this.#observations.map(({ timestamp }) => Date.parse(timestamp)),
        isNewest: this.#time === null,
      }),
      onChange: () => this.#again(),
    });
    refill(this.#charts, waiting());
    this.root.append(
      this.#header(),
      this.#comparison.root,
      element('div', { class: 'station-grid' }, this.#charts, this.#side),
    );
    this.#side.append(
      this.#evidence,
      this.#faultList.root,
      this.#list,
      this.#last,
      this.#health,
      this.#known,
      this.#judged,
    );
    this.#begin();
  }

  #begin(): void {
    const { left, onEvent } = this.#context;
    onLook(() => this.#paintCharts(), left);
    let soon: ReturnType<typeof setTimeout> | undefined;
    onEvent(({ data, type }) => {
      const isOurs = type === 'reset' || data.includes(`"${this.#station.station_id}"`);
      if (this.#time !== null || !isOurs || soon !== undefined) return;
      soon = setTimeout(() => {
        soon = undefined;
        void this.#load();
      }, 2000);
    });
    const timer = setInterval(() => {
      if (this.#time === null) void this.#load();
    }, REFRESH_MS);
    left.addEventListener('abort', () => {
      clearInterval(timer);
      clearTimeout(soon);
      for (const { destroy } of this.#shown) destroy();
    });
    void this.#load();
    void this.#showKnown();
    if (this.#chosen !== null) void this.#showEvidence(this.#chosen, false);
    if (new URLSearchParams(window.location.search).has('compare')) void this.#comparison.toggle();
  }

  #stretchOf(): Stretch {
    const now = this.#context.now();
    const to = this.#time === null ? now : Math.min(now, this.#time + AFTER_MS);
    const { network, station_id } = this.#station;
    return { network, station: station_id, from: to - this.#hours * HOUR_MS, to };
  }

  #header(): HTMLElement {
    const { station_name, station_id, network, latitude, longitude, elevation, retired } = this.#station;
    const about = [
      station_id,
      message(latitude < 0 ? 'station.south' : 'station.north', { degrees: shownNumber(Math.abs(latitude), 3) }),
      message(longitude < 0 ? 'station.west' : 'station.east', { degrees: shownNumber(Math.abs(longitude), 3) }),
      elevation === null ? '' : shownHeight(elevation),
      retired ? message('station.retired') : '',
    ];
    const span = element(
      'select',
      {
        'aria-label': message('station.in_time'),
        on: { change: (event) => this.#showSpan(Number((event.target as HTMLSelectElement).value)) },
      },
      ...SPANS.map((hours) =>
        element('option', { value: hours, selected: hours === this.#hours }, stretchWords(hours)),
      ),
    );
    const step = (label: string, sign: string, days: number) =>
      element(
        'button',
        { type: 'button', class: 'icon', 'aria-label': label, title: label, on: { click: () => this.#move(days) } },
        sign,
      );
    return element(
      'header',
      {},
      element('h1', {}, station_name),
      element('span', { class: 'soft' }, about.filter(Boolean).join(', ')),
      this.#stateWords,
      element(
        'div',
        { class: 'row controls' },
        element(
          'a',
          {
            class: 'button',
            href: `${BASE}/live?${new URLSearchParams({ network, station: station_id, ...(this.#time !== null && { time: isoOf(this.#time) }) })}`,
          },
          message('station.on_map'),
        ),
        step(message('timeline.earlier'), '‹', -1),
        span,
        step(message('timeline.later'), '›', 1),
        this.#date.root,
        this.#comparison.button,
      ),
    );
  }

  #showSpan(hours: number): void {
    this.#hours = hours;
    this.#again();
  }

  #move(days: number): void {
    const now = this.#context.now();
    this.#showTime((this.#time ?? now - AFTER_MS) + days * DAY_MS);
  }

  /** @param time ms since the epoch; what lies ahead of the present is the present */
  #showTime(time: number): void {
    this.#time = time + AFTER_MS >= this.#context.now() ? null : Math.floor(time / SLOT_MS) * SLOT_MS;
    this.#again();
  }

  async #showNewest(): Promise<void> {
    const { network, station_id: station } = this.#station;
    const { api, left } = this.#context;
    const newest = await newestData(api, { network, station }, left).catch(() => null);
    if (newest !== null) this.#showTime(newest);
  }

  #again(): void {
    this.#keepAddress();
    this.#thresholds = [];
    void this.#load();
  }

  #keepAddress(): void {
    const query = new URLSearchParams({ network: this.#station.network });
    if (this.#time !== null) query.set('time', isoOf(this.#time));
    if (this.#hours !== 24) query.set('hours', String(this.#hours));
    if (this.#chosen !== null) query.set('anomaly', this.#chosen);
    this.#comparison.keep(query);
    this.#context.rewrite(query.toString());
  }

  async #load(): Promise<void> {
    const { api, left } = this.#context;
    const stretch = this.#stretchOf();
    this.#stretch = stretch;
    this.#date.show(this.#time ?? stretch.to);
    try {
      const [observations, anomalies, faults, rejected, state] = await Promise.all([
        observationsOf(api, stretch, left),
        anomaliesOf(api, stretch, left),
        faultsOf(api, stretch, left),
        rejectedOf(api, stretch, left),
        stateAt(api, this.#station, stretch.to, left),
        this.#comparison.load(stretch),
      ]);
      if (stretch !== this.#stretch) return;
      this.#observations = observations;
      this.#anomalies = anomalies;
      this.#faults = faults;
      this.#state = state;
      void this.#faultList.show(stretch, faults, rejected, () => stretch === this.#stretch);
    } catch (error) {
      if (!left.aborted && stretch === this.#stretch) refill(this.#charts, problemLine(error));
      return;
    }
    this.#paintCharts();
    this.#showList();
    const now = this.#time === null ? this.#context.now() : null;
    refill(this.#last, lastCard(this.#observations.at(-1), now, this.#silent));
    refill(this.#stateWords, ...this.#stateOf(stretch));
    const query = new URLSearchParams({ network: stretch.network, from: isoOf(stretch.from), to: isoOf(stretch.to) });
    const open = openAt(this.#faults, stretch.to);
    void healthCard(api, { station: stretch.station, query, open }, left).then((card) => {
      if (stretch === this.#stretch) refill(this.#health, card);
    });
    // The band costs the most: what can be shown is shown before it is there.
    const thresholds = await thresholdsAlong(api, stretch, left);
    if (stretch !== this.#stretch || left.aborted) return;
    this.#thresholds = thresholds;
    this.#paintCharts();
    refill(this.#judged, judgedCard(thresholds.at(-1)));
  }

  /** How the station is at the end of what is shown, and when that is in the past. */
  #stateOf({ to }: Stretch): Child[] {
    if (this.#state === null) return [];
    const when = this.#time !== null && element('span', { class: 'soft' }, momentOf(to));
    return [symbol(this.#state.state, this.#state.provisional), stateWords(this.#state), when];
  }

  /** Variables of which nothing comes though the station reports. */
  get #silent(): readonly Variable[] {
    return this.#state?.silent_sensors ?? [];
  }

  #paintCharts(): void {
    for (const { destroy } of this.#shown) destroy();
    if (this.#observations.length === 0) {
      this.#shown = [];
      refill(this.#charts, element('p', { class: 'card soft' }, message('station.nothing_came')));
      return;
    }
    const { key } = this.#comparison;
    const charts = chartsOf(
      this.#stretch,
      this.#observations,
      this.#anomalies,
      this.#thresholds,
      this.#faults,
      this.#comparison.shown,
    );
    refill(this.#charts);
    this.#shown = charts.map((data, k) => {
      // Each is put in its place before it is measured.
      const made = chart(
        { ...data, isSilent: this.#silent.includes(data.variable) },
        k === charts.length - 1,
        {
          onAnomaly: ({ anomaly_id }) => void this.#showEvidence(anomaly_id, true),
          onStretch: this.#comparison.markOf(data.variable),
        },
        this.#charts,
      );
      return made;
    });
    this.#charts.append(
      element(
        'p',
        { class: 'soft key' },
        element('span', { class: 'band-key' }),
        ` ${message('station.key_band')} `,
        element('span', { class: 'band-key fault-key' }),
        ` ${message('station.key_fault', { zone: zoneName() })}`,
        key !== null && ' ',
        key !== null && element('span', { class: 'band-key spread-key' }),
        key !== null && ` ${key}`,
      ),
    );
  }

  #showList(): void {
    const choose = (id: string) => void this.#showEvidence(id, true);
    refill(this.#list, anomaliesCard(this.#anomalies, this.#stretch, this.#chosen, choose));
  }

  async #showKnown(): Promise<void> {
    const { network, station_id } = this.#station;
    const card = await knownCard(this.#context, { network, station: station_id }, () => void this.#showKnown());
    if (!this.#context.left.aborted) refill(this.#known, card);
  }

  /** @param focus true where the person has just asked for it */
  async #showEvidence(id: string, focus: boolean): Promise<void> {
    this.#chosen = id;
    this.#keepAddress();
    this.#showList();
    const { api, left } = this.#context;
    try {
      const panel = await evidencePanel(api, id, left, (anomaly) =>
        anomalyActions(api, anomaly, () => {
          void this.#showEvidence(id, true);
          void this.#load();
        }),
      );
      if (this.#chosen !== id) return;
      refill(this.#evidence, panel);
      if (!focus) return;
      panel.focus({ preventScroll: true });
      panel.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      if (left.aborted) return;
      refill(this.#evidence, problemLine(error));
    }
  }
}

/** Finds the station of an address; its network may be left out where one network only has the id. */
export async function stationPage(context: Context, id: string): Promise<StationPage> {
  const network = new URLSearchParams(window.location.search).get('network');
  const query = network === null ? '' : `?network=${encodeURIComponent(network)}`;
  const station = await context.api.get<StationAnswer>(
    `/api/v1/stations/${encodeURIComponent(id)}${query}`,
    context.left,
  );
  return new StationPage(context, station);
}
