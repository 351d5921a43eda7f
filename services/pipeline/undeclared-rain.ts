import type { NetworkState, NetworkStates } from '../../detectors/stages/network-states.ts';

/** How often it is looked for [ms]: a network begins to report more often once in years. */
const EVERY_MS = 600_000;
/** So many stations are named, the rest is counted. */
const MOST_NAMED = 3;

/**
 * Tells the operator, once a network, of stations that report more often than every ten minutes and do not say over how many
 * minutes their rain falls: what is made of it, and how to declare it.
 */
export class UndeclaredRain {
  readonly #say: (line: string) => void;
  readonly #told = new Set<string>();
  #due = Number.NEGATIVE_INFINITY;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Looks through the windows where it is time. */
  look(states: Iterable<NetworkStates>): void {
    const now = performance.now();
    if (now < this.#due) return;
    this.#due = now + EVERY_MS;
    for (const some of states) {
      for (const state of some.networks()) this.#lookAt(state);
    }
  }

  #lookAt({ stations, windows }: NetworkState): void {
    const { network, ids } = stations;
    if (this.#told.has(network) || !windows.anyDense) return;
    const found = ids.filter((_, station) => windows.dense(station)?.undeclaredRain === true);
    if (found.length === 0) return;
    this.#told.add(network);
    const more = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : '';
    this.#say(
      `network ${network}: ${found.slice(0, MOST_NAMED).join(', ')}${more} report more often than every ten minutes and rain has no interval: each amount is taken as what fell since the report before; declare intervals.rain, or rain_interval of the station`,
    );
  }
}
