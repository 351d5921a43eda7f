import type { NetworkState, NetworkStates } from '../../detectors/network/network-states.ts';
import type { Logger } from '../../schemas/logger.ts';

/** How often it is looked [ms]: a network begins to report more often once in years, a burst is over by then. */
const EVERY_MS = 60_000;
/** So many stations are named, the rest is counted. */
const MOST_NAMED = 3;
/** More recent reports than two a minute bring are a burst: a feed that sends again and again, or a clock that is wrong. */
const MANY = 1_800;

/** Tells the operator, once a network, what stands out about stations that report more often than every ten minutes. */
export class FrequentReports {
  readonly #logger: Logger;
  /** Networks that were told of, by what they were told. */
  readonly #told = { rain: new Set<string>(), bursts: new Set<string>() };
  #due = Number.NEGATIVE_INFINITY;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Looks through the windows where it is time. */
  look(states: Iterable<NetworkStates>): void {
    const now = performance.now();
    if (now < this.#due) return;
    this.#due = now + EVERY_MS;
    for (const some of states) {
      for (const state of some.networks()) if (state.windows.anyDense) this.#lookAt(state);
    }
  }

  #lookAt({ stations, windows }: NetworkState): void {
    const { network, ids } = stations;
    const rain = this.#told.rain.has(network) ? [] : ids.filter((_, i) => windows.dense(i)?.undeclaredRain === true);
    if (rain.length > 0) {
      this.#told.rain.add(network);
      this.#logger.warn(
        `network ${network}: ${named(rain)} report more often than every ten minutes and rain has no interval: each amount is taken as what fell since the report before; declare intervals.rain, or rain_interval of the station`,
      );
    }
    const many = this.#told.bursts.has(network) ? [] : ids.filter((_, i) => (windows.dense(i)?.count ?? 0) > MANY);
    if (many.length > 0) {
      this.#told.bursts.add(network);
      this.#logger.warn(
        `network ${network}: ${named(many)} sent more than ${MANY} reports within half a day: each is judged; is the time of its reports right, and does its feed send each once?`,
      );
    }
  }
}

function named(ids: readonly string[]): string {
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
  return `${ids.slice(0, MOST_NAMED).join(', ')}${more}`;
}
