import type { ReportedWeatherEvent } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { element, refill } from '../dom/element.ts';
import { serviceWords } from '../dom/service-words.ts';
import { message } from '../messages/message.ts';
import { isoOf } from '../time/moments.ts';
import { byTime, type Passage, passing } from './trail.ts';

/** Finding events means judging the day again: of a larger network nobody waits for it. */
const MOST_STATIONS = 2_000;

/** The fronts and storms of a day: in words those that are over the network at the time that is shown. */
export class WeatherDay {
  readonly root = element('section', { class: 'weather', hidden: true, 'aria-label': message('map.weather') });
  readonly #api: Pick<Api, 'get'>;
  readonly #network: string;
  #events: readonly ReportedWeatherEvent[] = [];
  #asked = '';

  constructor(api: Pick<Api, 'get'>, network: string) {
    this.#api = api;
    this.#network = network;
  }

  /** When they passed which station, in the order of time. */
  get passages(): Passage[] {
    return this.#events
      .flatMap(({ stations }) =>
        stations.map(({ station_id, time }) => ({ station: station_id, time: Date.parse(time) })),
      )
      .sort(byTime);
  }

  /**
   * Asks for those of a stretch [ms since the epoch], unless it was asked for just before.
   *
   * @returns whether there are others than before
   */
  async load(from: number, to: number, stations: number, signal: AbortSignal): Promise<boolean> {
    const stretch = { network: this.#network, from: isoOf(from), to: isoOf(to) };
    const asked = new URLSearchParams({ ...stretch, limit: '100' }).toString();
    if (stations > MOST_STATIONS || asked === this.#asked) return false;
    this.#asked = asked;
    const path = `/api/v1/weather-events?${asked}`;
    const found = await this.#api
      .get<{ weather_events: readonly ReportedWeatherEvent[] }>(path, signal)
      // A day without observations has none; the states say what else is wrong.
      .catch(() => ({ weather_events: [] }));
    if (asked !== this.#asked) return false;
    this.#events = found.weather_events;
    return true;
  }

  /** Says which are over the network at a time [ms since the epoch], or were within the hour before. */
  show(time: number): void {
    const over = passing(this.#events, time);
    this.root.hidden = over.length === 0;
    refill(
      this.root,
      ...over.map(({ kind, reason }) =>
        element('p', {}, element('b', {}, `${message(`map.${kind}`)}: `), serviceWords(reason)),
      ),
    );
  }
}
