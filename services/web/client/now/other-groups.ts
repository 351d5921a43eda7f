import { BASE, stationAddress } from '../address/route.ts';
import type { NowAnswer, ReportedOutage, ReportedWeatherEvent, SilentStation } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { type Child, element, refill } from '../dom/element.ts';
import { serviceWords } from '../dom/service-words.ts';
import { passing } from '../map/trail.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { DAY_MS, HOUR_MS, isoOf, slotAt, spanOf } from '../time/moments.ts';
import { moreRows } from './more-rows.ts';
import { outageTimes } from './outage-times.ts';

/** Finding outages and fronts means reading the day again: of a larger network nobody waits for it. */
const MOST_STATIONS = 2_000;
/** So many silent stations are named at first. */
const NAMED = 24;

/** What else somebody on duty asks about: silent stations, outages of the feed, weather. */
export class OtherGroups {
  readonly silent = section('silent', message('now.silent'));
  readonly outages = section('outages', message('now.outages'));
  readonly weather = section('weather', message('now.weather'));
  readonly #api: Api;
  readonly #left: AbortSignal;
  readonly #onMore: (rows: number) => void;
  /** What people call a station. */
  readonly #nameOf: (id: string) => string;
  /** So many silent stations are named. */
  #named = NAMED;
  #outages: readonly ReportedOutage[] | null = null;
  #events: readonly ReportedWeatherEvent[] | null = null;
  #lookedFor = Number.NEGATIVE_INFINITY;
  /** Begin of the day that outages were looked for in, ms since the epoch. */
  #outagesFrom = Number.NEGATIVE_INFINITY;

  /**
   * @param nameOf what people call a station
   * @param onMore so many silent stations are to be asked for
   */
  constructor(
    { api, left }: { readonly api: Api; readonly left: AbortSignal },
    nameOf: (id: string) => string,
    onMore: (rows: number) => void,
  ) {
    this.#api = api;
    this.#left = left;
    this.#nameOf = nameOf;
    this.#onMore = onMore;
  }

  /** Outages that last, as far as is known. */
  get lastingOutages(): number {
    return (this.#outages ?? []).filter(({ end }) => end === null).length;
  }

  /** Shows what an answer says, and asks for outages and weather once in a slot. */
  async show(answer: NowAnswer, now: number): Promise<void> {
    this.#showSilent(answer, now);
    const { stations } = answer.counts;
    const isLarge = stations > MOST_STATIONS;
    if (isLarge) {
      for (const { list } of [this.outages, this.weather])
        refill(list, note(message('now.too_large', { most: MOST_STATIONS })));
      return;
    }
    this.#showOutages(now);
    this.#showWeather(answer, now);
    if (slotAt(now) === this.#lookedFor || stations === 0) return;
    this.#lookedFor = slotAt(now);
    const { network } = answer;
    const ask = async <T>(path: string, name: string, back: number): Promise<readonly T[] | null> => {
      const query = new URLSearchParams({ network, from: isoOf(now - back), to: isoOf(now), limit: '100' });
      // A day without observations has none; the list says what else is wrong.
      const found = await this.#api.get<Record<string, readonly T[]>>(`${path}?${query}`, this.#left).catch(() => null);
      return found === null ? null : (found[name] ?? null);
    };
    const [outages, events] = await Promise.all([
      ask<ReportedOutage>('/api/v1/outages', 'outages', DAY_MS),
      ask<ReportedWeatherEvent>('/api/v1/weather-events', 'weather_events', 6 * HOUR_MS),
    ]);
    if (this.#left.aborted) return;
    this.#outages = outages ?? [];
    this.#outagesFrom = now - DAY_MS;
    this.#events = events ?? [];
    this.#showOutages(now);
    this.#showWeather(answer, now);
  }

  #showSilent(answer: NowAnswer, now: number): void {
    const { network, silent } = answer;
    const count = answer.counts.states.silent;
    this.silent.count(count);
    const line = (station: SilentStation) =>
      element(
        'li',
        { class: 'now-line' },
        element('a', { href: stationAddress(network, station.id) }, station.name),
        element(
          'span',
          { class: 'soft' },
          station.last_seen === null
            ? message('now.never_seen')
            : message('now.silent_for', { span: spanOf(now - Date.parse(station.last_seen)) }),
        ),
      );
    const shown = silent.slice(0, this.#named);
    const more = (rows: number) => {
      this.#named = rows;
      if (rows > silent.length && silent.length < count) this.#onMore(rows);
      this.#showSilent(answer, now);
    };
    refill(
      this.silent.list,
      count === 0 ? note(message('now.none_silent')) : element('ul', { class: 'names' }, ...shown.map(line)),
      moreRows(shown.length, count, more),
    );
  }

  #showOutages(now: number): void {
    if (this.#outages === null) return;
    // As the summary counts them: those that are over are listed only.
    this.outages.count(this.lastingOutages);
    refill(
      this.outages.list,
      this.#outages.length === 0
        ? note(message('now.no_outage'))
        : element(
            'ul',
            {},
            ...this.#outages.map(({ start, end, reason, scope, stations: those }) =>
              element(
                'li',
                {},
                element('b', {}, message(end === null ? 'now.outage_lasts' : 'now.outage_over')),
                ` ${outageTimes({ start, end }, this.#outagesFrom, now)}: `,
                scope === 'station' ? `${this.#nameOf(those[0])}, ` : '',
                serviceWords(reason),
              ),
            ),
          ),
    );
  }

  #showWeather({ network, counts: { states } }: NowAnswer, now: number): void {
    if (this.#events === null) return;
    const over = passing(this.#events, now);
    const count = states.weather_event;
    this.weather.count(count);
    refill(
      this.weather.list,
      count === 0 && over.length === 0 && note(message('now.no_weather')),
      count > 0 &&
        element(
          'p',
          {},
          element(
            'a',
            { href: `${BASE}/live?network=${encodeURIComponent(network)}` },
            message('now.weather_at', { n: count }),
          ),
        ),
      over.length > 0 &&
        element(
          'ul',
          {},
          ...over.map(({ kind, reason }) =>
            element(
              'li',
              {},
              element('b', {}, `${message(kind === 'front' ? 'map.front' : 'map.storm')}: `),
              serviceWords(reason),
            ),
          ),
        ),
    );
  }
}

/** A section of the page with a title that counts, and a place for what it lists. */
interface Section {
  readonly root: HTMLElement;
  readonly list: HTMLElement;
  readonly count: (count: number) => void;
}

function section(name: string, title: string): Section {
  const badge = element('span', { class: 'count' }, '');
  const list = element('div', {});
  const root = element('section', { class: 'card group', id: name }, element('h2', {}, title, ' ', badge), list);
  return {
    root,
    list,
    count: (count) => {
      badge.textContent = count === 0 ? '' : shownNumber(count);
    },
  };
}

function note(text: string): Child {
  return element('p', { class: 'soft' }, text);
}
