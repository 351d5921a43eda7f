import type { AnomalyAnswer, StatesAnswer } from '../api/answers.ts';
import { SLOT_MS, slotAt } from '../time/moments.ts';
import { newestData } from '../time/newest-data.ts';
import { isUnseen, type Reach, ReachWatch, saysNothing } from '../time/reach.ts';
import type { Asking } from './asking.ts';
import { reportedOf, type ViewStates } from './view-states.ts';

/** The states of the present; while history is loaded those of the time that judging has come to. */
export class NewestStates {
  readonly #context: Asking;
  readonly #network: string;
  readonly #views: ViewStates;
  readonly #reach = new ReachWatch();

  constructor(context: Asking, network: string, views: ViewStates) {
    this.#context = context;
    this.#network = network;
    this.#views = views;
  }

  /**
   * Asks for them.
   *
   * @param onReach told how far the network has come, before the states of that time are asked for
   * @returns `at` is the time of the states, ms since the epoch; null: the present
   */
  async ask(onReach: (reach: Reach) => void): Promise<{ readonly answer: StatesAnswer; readonly at: number | null }> {
    const { api, left, now } = this.#context;
    const answer = await this.#views.ask(null, left);
    const reported = reportedOf(answer);
    const judged = saysNothing(reported) ? await this.#newestAnomaly() : null;
    const newest = isUnseen(reported) ? await newestData(api, { network: this.#network }, left) : null;
    const reach = this.#reach.look(reported, judged, now(), newest);
    onReach(reach);
    if (reach.kind !== 'coming') return { answer, at: null };
    // Of the last slot some stations may not be judged yet.
    const at = slotAt(reach.judged) - SLOT_MS;
    return { answer: await this.#views.ask(at, left), at };
  }

  async #newestAnomaly(): Promise<number | null> {
    const { api, left } = this.#context;
    const path = `/api/v1/anomalies?${new URLSearchParams({ network: this.#network, limit: '1' })}`;
    const [newest] = (await api.get<{ anomalies: readonly AnomalyAnswer[] }>(path, left)).anomalies;
    return newest === undefined ? null : Date.parse(newest.timestamp);
  }
}
