import type { StateAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { SLOT_MS, slotAt } from '../time/moments.ts';
import { AGAIN_MS } from './slow-list.ts';
import { type NamedLine, weatherLines } from './weather-lines.ts';

/**
 * The stations with weather: asked for once in a slot, as each reports about that often, and at once where their number
 * changes, so that as many are named as are counted.
 */
export class WeatherStations {
  readonly #api: Pick<Api, 'get'>;
  #lines: readonly NamedLine[] = [];
  /** How many there were when they were asked for. */
  #count = 0;
  /** ms since the epoch. */
  #next = Number.NEGATIVE_INFINITY;

  constructor(api: Pick<Api, 'get'>) {
    this.#api = api;
  }

  /** Empty where they are not known: then they are counted only. */
  get lines(): readonly NamedLine[] {
    return this.#lines;
  }

  /** Asks for them, unless they have just been asked for. @param count how many there are @param now ms since the epoch */
  async look(
    network: string,
    count: number,
    { now, signal }: { readonly now: number; readonly signal: AbortSignal },
  ): Promise<void> {
    if (count === this.#count && now < this.#next) return;
    this.#count = count;
    if (count === 0) {
      this.#lines = [];
      return;
    }
    this.#next = slotAt(now) + SLOT_MS;
    const path = `/api/v1/states?${new URLSearchParams({ network })}`;
    const answer = await this.#api.get<{ states: readonly StateAnswer[] }>(path, signal).catch(() => null);
    this.#lines = answer === null ? [] : weatherLines(answer.states);
    if (answer === null) this.#next = now + AGAIN_MS;
  }
}
