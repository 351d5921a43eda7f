import { Control, Map as LeafletMap } from 'leaflet';
import type { AnomalyAnswer, StateAnswer, StatesAnswer } from '../api/answers.ts';
import { element, refill } from '../dom/element.ts';
import { problemWords } from '../dom/problem-line.ts';
import { waiting } from '../dom/waiting.ts';
import { announceFailures } from '../map/announce-failures.ts';
import { boundsOf } from '../map/bounds.ts';
import { Legend } from '../map/legend.ts';
import { OutlineLayer } from '../map/outline-layer.ts';
import { ReachNote } from '../map/reach-note.ts';
import { SearchBox } from '../map/search-box.ts';
import { statesTable } from '../map/states-table.ts';
import { stationCard } from '../map/station-card.ts';
import { StationLayer } from '../map/station-layer.ts';
import { nameUnderPointer } from '../map/station-under-pointer.ts';
import { byTime, freshness, type Passage, TRAIL_MS } from '../map/trail.ts';
import { uncover } from '../map/uncover.ts';
import { WeatherDay } from '../map/weather-day.ts';
import { message } from '../messages/message.ts';
import { preferences } from '../preferences/preferences.ts';
import type { Context, Page } from '../shell/context.ts';
import { onLook, outlineColours, stationPaints } from '../style/look.ts';
import type { Found } from '../time/count-by-part.ts';
import { Frames } from '../time/frames.ts';
import { HOUR_MS, isoOf, readMoment, SLOT_MS, slotAt } from '../time/moments.ts';
import { newestData } from '../time/newest-data.ts';
import { isUnseen, ReachWatch, saysNothing } from '../time/reach.ts';
import { Timeline } from '../time/timeline.ts';

/** After an event of the stream the states are asked for again so much later: what comes at once is one question [ms]. */
const GATHER_MS = 1500;
/** Without any event they are asked for so often: a station that falls silent sends none [ms]. */
const REFRESH_MS = 60_000;
/** Data that are younger are those of the present [ms]. */
const LIVE_MS = 2 * HOUR_MS;
/** Slots that are fetched ahead while history plays. */
const AHEAD = 8;

/** The live map of a network, and its history. */
export class MapPage implements Page {
  readonly title = message('map.title');
  readonly root = element('div', { class: 'map-page' });
  readonly #context: Context;
  readonly #network: string;
  readonly #map: LeafletMap;
  readonly #outline = new OutlineLayer(outlineColours());
  readonly #stations = new StationLayer(stationPaints());
  readonly #legend = new Legend();
  readonly #search = new SearchBox((station) => this.#choose(station.id, true));
  readonly #timeline: Timeline;
  readonly #frames: Frames<readonly StateAnswer[]>;
  readonly #stage = element('div', { class: 'map-stage' });
  readonly #tableButton: HTMLButtonElement;
  /** Until the first states are there. */
  readonly #loading = waiting(message('map.loading'));
  readonly #problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  readonly #weather: WeatherDay;
  readonly #reach = new ReachWatch();
  readonly #note = new ReachNote((time) => this.#timeline.goTo(time));
  /** Time that is shown; null: the present. While history is loaded it is as far as that has come. */
  #shownTime: number | null = null;
  #table: HTMLElement | null = null;
  #card: HTMLElement | null = null;
  #chosen: string | null = null;
  #states: readonly StateAnswer[] = [];
  #passages: Passage[] = [];
  #found: Found[] = [];
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #isPlaced = false;

  constructor(context: Context, network: string) {
    this.#context = context;
    this.#network = network;
    this.#weather = new WeatherDay(context.api, network);
    const box = element('div', { class: 'map', role: 'application', 'aria-label': message('map.box') });
    this.#tableButton = element(
      'button',
      { type: 'button', 'aria-pressed': 'false', on: { click: () => this.#toggleTable() } },
      message('map.as_table'),
    );
    this.#stage.append(
      box,
      element('h1', { class: 'unseen' }, message('map.title_of', { network })),
      element(
        'div',
        { class: 'over-map' },
        this.#search.root,
        this.#loading,
        this.#legend.root,
        this.#note.root,
        this.#weather.root,
        this.#tableButton,
        this.#problem,
      ),
    );
    this.#map = new LeafletMap(box, {
      zoomControl: false,
      minZoom: 2,
      // A network fills the view, whatever its size.
      zoomSnap: 0.25,
      // Nothing glides for whoever has asked for less motion.
      ...(window.matchMedia('(prefers-reduced-motion: reduce)').matches && {
        zoomAnimation: false,
        fadeAnimation: false,
        inertia: false,
      }),
    });
    this.#map.attributionControl.setPrefix(message('map.outline'));
    this.#frames = new Frames(async (time, signal) => (await this.#ask(time, signal)).states);
    this.#timeline = new Timeline({
      now: context.now,
      onTime: (time) => this.#showTime(time),
      onRange: () => void this.#loadFound(),
      onNewest: () => void this.#showNewest(),
    });
    this.root.append(this.#stage, this.#timeline.root);
    this.#listen();
    this.#begin();
  }

  #begin(): void {
    const query = new URLSearchParams(window.location.search);
    this.#chosen = query.get('station');
    // Leaflet measures its box, which is in the page from the next frame on.
    requestAnimationFrame(() => {
      this.#map.invalidateSize();
      this.#map.setView([50, 10], 4);
      const isImperial = preferences().units === 'imperial';
      this.#map.addLayer(this.#outline).addLayer(this.#stations);
      new Control.Zoom({
        position: 'bottomright',
        zoomInTitle: message('map.zoom_in'),
        zoomOutTitle: message('map.zoom_out'),
      }).addTo(this.#map);
      new Control.Scale({ position: 'bottomright', metric: !isImperial, imperial: isImperial, maxWidth: 140 }).addTo(
        this.#map,
      );
      this.#timeline.goTo(readMoment(query.get('time')));
      void this.#loadFound();
      void this.#outline.load();
    });
  }

  #listen(): void {
    const { left, onEvent } = this.#context;
    onLook(() => {
      this.#outline.recolour(outlineColours());
      this.#stations.recolour(stationPaints());
    }, left);
    onEvent(({ type, data }) => {
      if (type === 'anomaly') this.#takeAnomaly(JSON.parse(data) as AnomalyAnswer);
      if (type === 'reset') void this.#loadFound();
      this.#gather();
    });
    const timer = setInterval(() => {
      this.#timeline.tick();
      this.#gather();
      void this.#loadWeather();
    }, REFRESH_MS);
    const sized = new ResizeObserver(() => this.#map.invalidateSize({ pan: false }));
    sized.observe(this.#stage);
    left.addEventListener('abort', () => {
      clearInterval(timer);
      clearTimeout(this.#gathering);
      sized.disconnect();
      this.#timeline.close();
      this.#frames.close();
      this.#map.remove();
    });
    document.addEventListener('keydown', (event) => this.#onKey(event), { signal: left });
    nameUnderPointer(this.#map, this.#stations);
    this.#map.on('click', ({ latlng }) => {
      const station = this.#stations.stationAt(latlng, this.#map.getZoom());
      this.#choose(station?.id ?? null, false);
    });
  }

  /** Shows the newest data there are, however old; what is of the present is live. */
  async #showNewest(): Promise<void> {
    const { api, left, now } = this.#context;
    const newest = await newestData(api, { network: this.#network }, left).catch(() => null);
    if (newest === null) return;
    this.#timeline.goTo(now() - newest < LIVE_MS ? null : slotAt(newest));
  }

  /** Asks for the states again soon, where the present is shown. */
  #gather(): void {
    if (this.#timeline.time !== null || this.#gathering !== undefined) return;
    // The more stations, the more an answer costs.
    const wait = GATHER_MS + this.#states.length;
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined;
      if (this.#timeline.time === null) void this.#showTime(null);
    }, wait);
  }

  async #showTime(time: number | null): Promise<void> {
    this.#keepAddress(time);
    try {
      const { states, at } = time === null ? await this.#newest() : { states: await this.#frames.at(time), at: time };
      // The slider may have gone on while it was asked.
      if (time !== this.#timeline.time) return;
      this.#problem.hidden = true;
      if (time !== null) this.#note.show(null, time);
      this.#show(states, at);
      if (time !== null) this.#frames.ahead(Array.from({ length: AHEAD }, (_, k) => time + (k + 1) * SLOT_MS));
    } catch (error) {
      if (this.#context.left.aborted) return;
      this.#loading.remove();
      this.#problem.textContent = problemWords(error);
      this.#problem.hidden = false;
    }
  }

  /** The states of the present; while history is loaded those of the time that judging has come to. */
  async #newest(): Promise<{ readonly states: readonly StateAnswer[]; readonly at: number | null }> {
    const { left, now } = this.#context;
    const { states } = await this.#ask(null, left);
    const judged = saysNothing(states) ? await this.#newestAnomaly() : null;
    const newest = isUnseen(states) ? await newestData(this.#context.api, { network: this.#network }, left) : null;
    const reach = this.#reach.look(states, judged, now(), newest);
    if (this.#timeline.time === null) this.#note.show(reach, now());
    if (reach.kind !== 'coming') return { states, at: null };
    // Of the last slot some stations may not be judged yet.
    const at = slotAt(reach.judged) - SLOT_MS;
    return { states: (await this.#ask(at, left)).states, at };
  }

  async #newestAnomaly(): Promise<number | null> {
    const { api, left } = this.#context;
    const path = `/api/v1/anomalies?${new URLSearchParams({ network: this.#network, limit: '1' })}`;
    const [newest] = (await api.get<{ anomalies: readonly AnomalyAnswer[] }>(path, left)).anomalies;
    return newest === undefined ? null : Date.parse(newest.timestamp);
  }

  #ask(time: number | null, signal: AbortSignal): Promise<StatesAnswer> {
    const at = time === null ? '' : `&time=${isoOf(time)}`;
    return this.#context.api.get(`/api/v1/states?network=${encodeURIComponent(this.#network)}${at}`, signal);
  }

  /** @param at time of the states, ms since the epoch; null: the present */
  #show(states: readonly StateAnswer[], at: number | null): void {
    this.#loading.remove();
    if (at === null) announceFailures(this.#states, states);
    this.#states = states;
    this.#shownTime = at;
    this.#showWeather();
    this.#legend.show(states);
    this.#search.show(states);
    if (!this.#isPlaced && states.length > 0) this.#place(states);
    if (this.#chosen !== null) this.#showCard(false);
    if (this.#table !== null) refill(this.#table, statesTable(this.#network, states, at));
  }

  #place(states: readonly StateAnswer[]): void {
    this.#isPlaced = true;
    const wide = this.#map.getSize().x > 720;
    this.#map.fitBounds(boundsOf(states), {
      paddingTopLeft: wide ? [270, 30] : [24, 110],
      paddingBottomRight: wide ? [60, 30] : [24, 24],
      maxZoom: 11,
      animate: false,
    });
  }

  #takeAnomaly(anomaly: AnomalyAnswer): void {
    if (anomaly.network !== this.#network || anomaly.state === 'withdrawn') return;
    const time = Date.parse(anomaly.timestamp);
    this.#found.push({ time, failure: anomaly.classification === 'device_failure' });
    if (anomaly.classification === 'weather_event') {
      this.#passages.push({ station: anomaly.station_id, time });
      this.#passages.sort(byTime);
    }
    this.#timeline.showActivity(this.#found);
  }

  /** Loads what was found in the day on the slider: for its bars, and for the halos of weather that passed. */
  async #loadFound(): Promise<void> {
    const [from, to] = this.#timeline.range;
    const query = new URLSearchParams({
      network: this.#network,
      from: isoOf(from - TRAIL_MS),
      to: isoOf(to + SLOT_MS),
    });
    try {
      const anomalies = await this.#context.api.all<AnomalyAnswer>(
        `/api/v1/anomalies?${query}`,
        'anomalies',
        this.#context.left,
      );
      if (from !== this.#timeline.range[0]) return;
      const timed = anomalies.map((anomaly) => ({ anomaly, time: Date.parse(anomaly.timestamp) })).reverse();
      this.#found = timed
        .filter(({ anomaly }) => anomaly.classification !== 'suspected')
        .map(({ anomaly, time }) => ({ time, failure: anomaly.classification === 'device_failure' }));
      this.#passages = timed
        .filter(({ anomaly }) => anomaly.classification === 'weather_event')
        .map(({ anomaly, time }) => ({ station: anomaly.station_id, time }))
        .sort(byTime);
      this.#timeline.showActivity(this.#found);
      this.#showWeather();
      await this.#loadWeather();
    } catch {
      // The states are shown without it, and say themselves what is wrong.
    }
  }

  /** Asks for the fronts and storms of the day on the slider, as far as it has come. */
  async #loadWeather(): Promise<void> {
    const [from, to] = this.#timeline.range;
    const until = Math.min(to, slotAt(this.#context.now()));
    if (await this.#weather.load(from, until, this.#states.length, this.#context.left)) this.#showWeather();
  }

  /** Stations with halos where weather has passed, and what that was. */
  #showWeather(): void {
    const time = this.#shownTime ?? this.#context.now();
    this.#stations.show(this.#states, freshness([...this.#passages, ...this.#weather.passages].sort(byTime), time));
    this.#weather.show(time);
  }

  #choose(id: string | null, move: boolean): void {
    this.#chosen = id;
    this.#stations.choose(id);
    this.#keepAddress(this.#timeline.time);
    const station = this.#states.find((one) => one.id === id);
    if (station !== undefined && move) {
      this.#map.setView([station.latitude, station.longitude], Math.max(this.#map.getZoom(), 9));
    }
    this.#showCard(true);
  }

  /** @param focus true where the person has just chosen it */
  #showCard(focus: boolean): void {
    const hadFocus = this.#card?.contains(document.activeElement) === true;
    const isNew = this.#card?.dataset['station'] !== this.#chosen;
    this.#card?.remove();
    this.#card = null;
    const station = this.#states.find(({ id }) => id === this.#chosen);
    this.#stations.choose(station?.id ?? null);
    if (station === undefined) return;
    this.#card = stationCard(this.#network, station, this.#shownTime, () => {
      this.#choose(null, false);
      this.#search.focus();
    });
    this.#stage.append(this.#card);
    if (isNew) uncover(this.#map, station, this.#card, this.#tableButton);
    if (focus || hadFocus) this.#card.focus({ preventScroll: true });
  }

  #toggleTable(): void {
    const shows = this.#table === null;
    this.#table?.remove();
    this.#table = shows
      ? element('div', { class: 'map-table' }, statesTable(this.#network, this.#states, this.#shownTime))
      : null;
    this.#tableButton.setAttribute('aria-pressed', String(shows));
    this.#tableButton.textContent = message(shows ? 'map.as_map' : 'map.as_table');
    this.#stage.classList.toggle('as-table', shows);
    if (this.#table !== null) this.#stage.append(this.#table);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog') !== null) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/') {
      event.preventDefault();
      this.#search.focus();
    } else if (event.key === 'l') {
      this.#timeline.goTo(null);
    } else if (event.key === 'p') {
      this.#timeline.toggle();
    } else if (event.key === 'Escape' && this.#chosen !== null) {
      this.#choose(null, false);
    }
  }

  #keepAddress(time: number | null): void {
    const query = new URLSearchParams({ network: this.#network });
    if (time !== null) query.set('time', isoOf(time));
    if (this.#chosen !== null) query.set('station', this.#chosen);
    this.#context.rewrite(query.toString());
  }
}
