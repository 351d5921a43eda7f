import { BASE, stationAddress } from '../address/route.ts';
import type { NowAnswer, ReportedOutage, ReportedWeatherEvent } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { type Child, element, refill } from '../dom/element.ts';
import { serviceWords } from '../dom/service-words.ts';
import { unknownWords } from '../dom/unknown-words.ts';
import { passing } from '../map/trail.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { variableLabel } from '../state/variables.ts';
import { DAY_MS, HOUR_MS, spanOf, zonedMoment } from '../time/moments.ts';
import type { Reach } from '../time/reach.ts';
import { moreRows } from './more-rows.ts';
import { outageTimes } from './outage-times.ts';
import { type Found, SlowList } from './slow-list.ts';
import type { NamedLine } from './weather-lines.ts';
import { WeatherStations } from './weather-stations.ts';

/** Finding outages and fronts means reading the day again: of a larger network nobody waits for it. */
const MOST_STATIONS = 2_000;
/** An outage that lasts is looked for at the last reports, if these are not longer ago [ms]. */
const LONGEST_OUTAGE_MS = 30 * DAY_MS;
/** So many silent stations, or sensors, are named at first. */
const NAMED = 24;

type SilentGroup = 'silent' | 'silent_sensors';

/** What else somebody on duty asks about: silent stations and sensors, outages of the feed, weather. */
export class OtherGroups {
  readonly silent = section('silent', message('now.silent'));
  readonly silentSensors = section('silent_sensors', message('now.silent_sensors'));
  readonly outages = section('outages', message('now.outages'));
  readonly weather = section('weather', message('now.weather'));
  readonly #left: AbortSignal;
  readonly #onMore: (group: SilentGroup, rows: number) => void;
  /** What people call a station. */
  readonly #nameOf: (id: string) => string;
  /** So many of each group are named. */
  readonly #named: Record<SilentGroup, number> = { silent: NAMED, silent_sensors: NAMED };
  readonly #outages: SlowList<ReportedOutage>;
  readonly #events: SlowList<ReportedWeatherEvent>;
  readonly #seenAt: WeatherStations;
  /** Why nobody can tell that there are none, in a sentence; null where the answers tell. */
  #unknown: string | null = null;
  /** True where nobody looks for outages and weather: there are no stations, or too many. */
  #isUnasked = false;

  /**
   * @param nameOf what people call a station
   * @param onMore so many silent stations or sensors are to be asked for
   */
  constructor(
    { api, left }: { readonly api: Api; readonly left: AbortSignal },
    nameOf: (id: string) => string,
    onMore: (group: SilentGroup, rows: number) => void,
  ) {
    this.#outages = new SlowList(api, { path: '/api/v1/outages', name: 'outages', back: DAY_MS });
    const weather = { path: '/api/v1/weather-events', name: 'weather_events', back: 6 * HOUR_MS };
    this.#events = new SlowList(api, weather);
    this.#seenAt = new WeatherStations(api);
    this.#left = left;
    this.#nameOf = nameOf;
    this.#onMore = onMore;
  }

  /** How many outages last; null where that is not known. */
  get lastingOutages(): number | null {
    const { found } = this.#outages;
    const count = found.kind === 'known' ? found.items.filter(({ end }) => end === null).length : 0;
    return count === 0 && this.#isUnknown(found) ? null : count;
  }

  /** At how many stations there is weather; null where that is not known. */
  weatherOf({ counts: { states } }: NowAnswer): number | null {
    return states.weather_event === 0 && this.#isUnknown(this.#events.found) ? null : states.weather_event;
  }

  /** Shows what an answer says, and asks for outages and weather once in a slot. @param reach how far the network has come */
  async show(answer: NowAnswer, now: number, reach: Reach): Promise<void> {
    const { network, counts } = answer;
    this.#unknown = whyUnknown(answer, now, reach);
    this.#isUnasked = counts.stations > MOST_STATIONS || counts.stations === 0;
    this.#showSilent(answer, now);
    this.#showOutages(now);
    this.#showWeather(answer, now);
    if (this.#isUnasked) return;
    const silentSince = counts.states.silent === counts.stations ? newestReport(answer, reach) : null;
    const since = silentSince === null ? now : Math.max(now - LONGEST_OUTAGE_MS, silentSince - HOUR_MS);
    await Promise.all([
      this.#outages.look(network, now, this.#left, since),
      this.#events.look(network, now, this.#left),
      this.#seenAt.look(network, counts.states.weather_event, { now, signal: this.#left }),
    ]);
    if (this.#left.aborted) return;
    // That no station reports is an outage as soon as it is certain: nobody waits for the next slot to be told so.
    if (this.lastingOutages === null) this.#outages.lookSoon(now);
    this.#showOutages(now);
    this.#showWeather(answer, now);
  }

  #isUnknown({ kind }: Found<unknown>): boolean {
    return kind !== 'known' || this.#unknown !== null;
  }

  /** What is said where nothing of a list is shown; null where it is known to be empty. */
  #notKnown(found: Found<unknown>): string | null {
    if (found.kind === 'awaited' && !this.#isUnasked) return message('now.awaited');
    if (this.#unknown !== null) return this.#unknown;
    return found.kind === 'unknown' ? unknownWords(found.error) : null;
  }

  #showSilent(answer: NowAnswer, now: number): void {
    const { silent, silent_sensors: sensors, counts } = answer;
    const since = (last: string) => message('now.silent_for', { span: spanOf(now - Date.parse(last)) });
    const stations = silent.map(({ id, name, last_seen: last }) => ({
      id,
      name,
      said: last === null ? message('now.never_seen') : since(last),
    }));
    const lines = sensors.map(({ id, name, variable, last_value: last }) => ({
      id,
      name,
      said: `${variableLabel(variable)}, ${since(last)}`,
    }));
    this.#showNames('silent', stations, { answer, now, count: counts.states.silent });
    this.#showNames('silent_sensors', lines, { answer, now, count: counts.silent_sensors });
  }

  /** @param count how many there are, named here or not */
  #showNames(
    group: SilentGroup,
    lines: readonly NamedLine[],
    { answer, now, count }: { readonly answer: NowAnswer; readonly now: number; readonly count: number },
  ): void {
    const place = group === 'silent' ? this.silent : this.silentSensors;
    place.count(count);
    const shown = lines.slice(0, this.#named[group]);
    const more = (rows: number) => {
      this.#named[group] = rows;
      if (rows > lines.length && lines.length < count) this.#onMore(group, rows);
      this.#showSilent(answer, now);
    };
    refill(
      place.list,
      count === 0 ? note(message(`now.none_${group}`)) : named(answer.network, shown),
      moreRows(shown.length, count, more),
    );
  }

  #showOutages(now: number): void {
    const { found } = this.#outages;
    const outages = found.kind === 'known' ? found.items : [];
    // As the summary counts them: those that are over are listed only.
    this.outages.count(outages.filter(({ end }) => end === null).length);
    refill(
      this.outages.list,
      outages.length === 0
        ? note(this.#notKnown(found) ?? message('now.no_outage'))
        : element(
            'ul',
            {},
            ...outages.map(({ start, end, reason, scope, stations: those }) =>
              element(
                'li',
                {},
                element('b', {}, message(end === null ? 'now.outage_lasts' : 'now.outage_over')),
                ` ${outageTimes({ start, end }, found.kind === 'known' ? found.from : now, now)}: `,
                scope === 'station' ? `${this.#nameOf(those[0])}, ` : '',
                serviceWords(reason),
              ),
            ),
          ),
    );
  }

  #showWeather({ network, counts: { states } }: NowAnswer, now: number): void {
    const { found } = this.#events;
    const seenAt = this.#seenAt.lines;
    const over = found.kind === 'known' ? passing(found.items, now) : [];
    const count = states.weather_event;
    const notKnown = this.#notKnown(found);
    this.weather.count(count);
    refill(
      this.weather.list,
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
      count > 0 && seenAt.length > 0 && named(network, seenAt.slice(0, NAMED)),
      over.length > 0
        ? element(
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
          )
        : notKnown !== null
          ? note(notKnown)
          : count === 0 && note(message('now.no_weather')),
    );
  }
}

/** Why no answer can tell that nothing is there: nobody looks for it, or no station reports; null where answers can. */
function whyUnknown(answer: NowAnswer, now: number, reach: Reach): string | null {
  const { stations, states } = answer.counts;
  if (stations > MOST_STATIONS) return message('now.too_large', { most: MOST_STATIONS });
  if (states.silent < stations) return null;
  const heard = reach.kind === 'standing' ? reach.heard : newestReport(answer, reach);
  return heard === null
    ? message('now.unknown_unseen')
    : message('now.unknown_silent', { time: zonedMoment(heard, now) });
}

/** Time of the newest report of a network, ms since the epoch; null where there is none. */
function newestReport({ last_seen }: NowAnswer, reach: Reach): number | null {
  if (reach.kind === 'standing') return reach.newest;
  return last_seen === null ? null : Date.parse(last_seen);
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

/** Stations of a network, each with a way to it and what is said of it. */
function named(network: string, lines: readonly NamedLine[]): HTMLElement {
  return element(
    'ul',
    { class: 'names' },
    ...lines.map(({ id, name, said }) =>
      element(
        'li',
        { class: 'now-line' },
        element('a', { href: stationAddress(network, id) }, name),
        element('span', { class: 'soft' }, said),
      ),
    ),
  );
}

function note(text: string): Child {
  return element('p', { class: 'soft' }, text);
}
