import { Control, type Map as LeafletMap } from 'leaflet';
import type { AnomalyAnswer, StateAnswer, StatesAnswer } from '../api/answers.ts';
import { worldMap } from '../base-map/world-map.ts';
import { element, refill } from '../dom/element.ts';
import { problemWords } from '../dom/problem-line.ts';
import { waiting } from '../dom/waiting.ts';
import { announceFailures } from '../map/announce-failures.ts';
import { fitNetwork, roomBeside } from '../map/fit-network.ts';
import { foundBetween } from '../map/found-between.ts';
import { GroupLayer } from '../map/group-layer.ts';
import { Legend } from '../map/legend.ts';
import { NewestStates } from '../map/newest-states.ts';
import { ReachNote } from '../map/reach-note.ts';
import { registeredStations } from '../map/registered-stations.ts';
import { SearchBox } from '../map/search-box.ts';
import { statesTable } from '../map/states-table.ts';
import { stationCard } from '../map/station-card.ts';
import { StationLayer } from '../map/station-layer.ts';
import { nameUnderPointer } from '../map/station-under-pointer.ts';
import { byTime, freshness, type Passage, TRAIL_MS } from '../map/trail.ts';
import { uncover } from '../map/uncover.ts';
import { countsOf, ViewStates } from '../map/view-states.ts';
import { WeatherDay } from '../map/weather-day.ts';
import { message } from '../messages/message.ts';
import { preferences } from '../preferences/preferences.ts';
import type { Context, Page } from '../shell/context.ts';
import { onLook, stationPaints } from '../style/look.ts';
import type { Found } from '../time/count-by-part.ts';
import { Frames } from '../time/frames.ts';
import { askedMoment, HOUR_MS, isoOf, SLOT_MS, slotAt } from '../time/moments.ts';
import { newestData } from '../time/newest-data.ts';
import type { Reach } from '../time/reach.ts';
import { Timeline } from '../time/timeline.ts';

/** After an event of the stream the states are asked for again so much later: what comes at once is one question [ms]. */
const GATHER_MS = 1500;
/** Without any event they are asked for so often: a station that falls silent sends none [ms]. */
const REFRESH_MS = 60_000;
/** Data that are younger are those of the present [ms]. */
const LIVE_MS = 2 * HOUR_MS;
/** Slots that are fetched ahead while history plays. */
const AHEAD = 8;
/** The map stands still for so long before the states of its view are asked for [ms]. */
const MOVED_MS = 150;

/** The live map of a network, and its history. */
export class MapPage implements Page {
  readonly title = message('map.title');
  readonly root = element('div', { class: 'map-page' });
  readonly #context: Context;
  readonly #network: string;
  readonly #map: LeafletMap;
  readonly #stations = new StationLayer(stationPaints());
  readonly #groups = new GroupLayer(stationPaints());
  readonly #legend = new Legend();
  readonly #search = new SearchBox((station) => this.#choose(station, true));
  readonly #timeline: Timeline;
  readonly #views: ViewStates;
  readonly #newest: NewestStates;
  readonly #frames: Frames<StatesAnswer>;
  readonly #stage = element('div', { class: 'map-stage' });
  readonly #tableButton: HTMLButtonElement;
  readonly #overMap = element('div', { class: 'over-map' });
  /** Until the first states are there. */
  readonly #loading = waiting(message('map.loading'));
  readonly #problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  readonly #weather: WeatherDay;
  readonly #note = new ReachNote((time) => this.#timeline.goTo(time));
  /** Time that is shown; null: the present. While history is loaded it is as far as that has come. */
  #shownTime: number | null = null;
  #table: HTMLElement | null = null;
  #card: HTMLElement | null = null;
  #chosen: string | null = null;
  #states: readonly StateAnswer[] = [];
  #answer: StatesAnswer | null = null;
  /** What the states that are shown were asked for by. */
  #shownView = '';
  #moved: ReturnType<typeof setTimeout> | undefined;
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
    this.#overMap.append(
      this.#search.root,
      this.#loading,
      this.#legend.root,
      this.#note.root,
      this.#weather.root,
      this.#tableButton,
      this.#problem,
    );
    const title = element('h1', { class: 'unseen' }, message('map.title_of', { network }));
    this.#stage.append(box, title, this.#overMap);
    this.#map = worldMap(box, context.left);
    this.#views = new ViewStates(context.api, network, this.#map, roomBeside);
    this.#newest = new NewestStates(context, network, this.#views);
    this.#frames = new Frames((time, signal) => this.#views.ask(time, signal));
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
    const time = askedMoment(query);
    this.#chosen = query.get('station');
    // Leaflet measures its box, which is in the page from the next frame on.
    requestAnimationFrame(() => {
      this.#map.invalidateSize();
      this.#map.setView([50, 10], 4);
      const isImperial = preferences().units === 'imperial';
      this.#map.addLayer(this.#stations).addLayer(this.#groups);
      new Control.Zoom({
        position: 'bottomright',
        zoomInTitle: message('map.zoom_in'),
        zoomOutTitle: message('map.zoom_out'),
      }).addTo(this.#map);
      new Control.Scale({ position: 'bottomright', metric: !isImperial, imperial: isImperial, maxWidth: 140 }).addTo(
        this.#map,
      );
      const [begin] = this.#timeline.range;
      this.#timeline.goTo(time);
      // The slider asks itself where it goes to another day.
      if (begin === this.#timeline.range[0]) void this.#loadFound();
    });
  }

  #listen(): void {
    const { left, onEvent } = this.#context;
    onLook(() => {
      this.#stations.recolour(stationPaints());
      this.#groups.recolour(stationPaints());
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
      clearTimeout(this.#moved);
      sized.disconnect();
      this.#timeline.close();
      this.#frames.close();
      this.#map.remove();
    });
    document.addEventListener('keydown', (event) => this.#onKey(event), { signal: left });
    nameUnderPointer(this.#map, this.#stations, this.#groups);
    this.#map.on('click', ({ latlng }) => {
      const zoom = this.#map.getZoom();
      const group = this.#groups.groupAt(latlng, zoom);
      if (group === null) this.#choose(this.#stations.stationAt(latlng, zoom), false);
      else this.#map.setView([group.latitude, group.longitude], Math.min(zoom + 2, this.#views.singleFrom));
    });
    this.#map.on('moveend', () => {
      clearTimeout(this.#moved);
      this.#moved = setTimeout(() => this.#lookAgain(), MOVED_MS);
    });
  }

  /** Asks for the states of the view, where the map shows others. */
  #lookAgain(): void {
    if (!this.#isPlaced || this.#views.view === this.#shownView) return;
    this.#frames.forget();
    void this.#showTime(this.#timeline.time);
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
    const wait = GATHER_MS + this.#count;
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined;
      if (this.#timeline.time === null) void this.#showTime(null);
    }, wait);
  }

  #showReach(reach: Reach): void {
    if (this.#timeline.time === null) this.#note.show(reach, this.#context.now());
  }

  async #showTime(time: number | null): Promise<void> {
    this.#keepAddress(time);
    try {
      const view = this.#views.view;
      const { answer, at } =
        time === null
          ? await this.#newest.ask((reach) => this.#showReach(reach))
          : { answer: await this.#frames.at(time), at: time };
      // The slider and the map may have gone on while it was asked.
      if (time !== this.#timeline.time || (this.#isPlaced && view !== this.#views.view)) return;
      this.#problem.hidden = true;
      if (time !== null) this.#note.show(null, time);
      this.#show(answer, at, view);
      if (time !== null) this.#frames.ahead(Array.from({ length: AHEAD }, (_, k) => time + (k + 1) * SLOT_MS));
    } catch (error) {
      if (this.#context.left.aborted) return;
      this.#loading.remove();
      this.#problem.textContent = problemWords(error);
      this.#problem.hidden = false;
    }
  }

  /** @param at time of the states, ms since the epoch; null: the present */
  #show(answer: StatesAnswer, at: number | null, view: string): void {
    const { states } = answer;
    this.#loading.remove();
    // A station that comes into view has not failed by that.
    if (at === null && view === this.#shownView) announceFailures(this.#states, states);
    this.#answer = answer;
    this.#states = states;
    this.#shownView = view;
    this.#shownTime = at;
    this.#groups.show(answer.view?.groups ?? []);
    this.#showWeather();
    this.#legend.show(countsOf(answer), (answer.view?.groups.length ?? 0) > 0);
    this.#search.show(
      states,
      this.#views.singleFrom === 0 ? null : () => registeredStations(this.#context, this.#network),
    );
    if (!this.#isPlaced && (states.length > 0 || answer.view?.box)) this.#place(answer);
    if (this.#chosen !== null) this.#showCard(false);
    if (this.#table !== null) refill(this.#table, statesTable(this.#network, answer, at));
  }

  #place(answer: StatesAnswer): void {
    this.#isPlaced = true;
    fitNetwork(this.#map, answer);
    // The first answer is of the whole network.
    if (this.#views.isOfWhole(answer)) this.#shownView = this.#views.view;
    // Until now nobody knew how large it is.
    void this.#loadWeather();
    if (this.#chosen !== null && this.#views.singleFrom > 0) void this.#goTo(this.#chosen);
  }

  /** Goes to a station that the first view shows in a group at best. */
  async #goTo(id: string): Promise<void> {
    const found = (await registeredStations(this.#context, this.#network).catch(() => [])).find((one) => one.id === id);
    if (found !== undefined && this.#chosen === id) this.#choose(found, true);
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
    try {
      const day = await foundBetween(this.#context, this.#network, from - TRAIL_MS, to + SLOT_MS);
      if (from !== this.#timeline.range[0]) return;
      this.#found = day.found;
      this.#passages = day.passages;
      this.#timeline.showActivity(this.#found);
      this.#showWeather();
      await this.#loadWeather();
    } catch {
      // The states are shown without it, and say themselves what is wrong.
    }
  }

  /** Asks for the fronts and storms of the day on the slider, as far as it has come. */
  async #loadWeather(): Promise<void> {
    if (this.#answer === null) return;
    const [from, to] = this.#timeline.range;
    const until = Math.min(to, slotAt(this.#context.now()));
    if (await this.#weather.load(from, until, this.#count, this.#context.left)) this.#showWeather();
  }

  /** How many stations the network has. */
  get #count(): number {
    if (this.#answer === null) return 0;
    return Object.values(countsOf(this.#answer)).reduce((sum, count) => sum + count, 0);
  }

  /** Stations with halos where weather has passed, and what that was. */
  #showWeather(): void {
    const time = this.#shownTime ?? this.#context.now();
    this.#stations.show(this.#states, freshness([...this.#passages, ...this.#weather.passages].sort(byTime), time));
    this.#weather.show(time);
  }

  #choose(station: Pick<StateAnswer, 'id' | 'latitude' | 'longitude'> | null, move: boolean): void {
    this.#chosen = station?.id ?? null;
    this.#stations.choose(this.#chosen);
    this.#keepAddress(this.#timeline.time);
    if (station !== null && move) {
      const zoom = Math.max(this.#map.getZoom(), 9, this.#views.singleFrom);
      // Where the card lies over it is measured at once: a map that still glides would say where it was.
      this.#map.setView([station.latitude, station.longitude], zoom, { animate: false });
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
    if (isNew) uncover(this.#map, station, this.#card, this.#overMap);
    if (focus || hadFocus) this.#card.focus({ preventScroll: true });
  }

  #toggleTable(): void {
    const shows = this.#table === null;
    this.#table?.remove();
    this.#table = shows
      ? element(
          'div',
          { class: 'map-table' },
          this.#answer && statesTable(this.#network, this.#answer, this.#shownTime),
        )
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
