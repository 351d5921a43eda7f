import type { StatesAnswer } from '../api/answers.ts';
import { networkReach, shownTime } from '../time/network-reach.ts';
import type { Reach } from '../time/reach.ts';
import type { Asking } from './asking.ts';
import { countsOf, type ViewStates } from './view-states.ts';

/** The states of the present; while history is loaded those of the time that judging has come to. */
export class NewestStates {
  readonly #context: Asking;
  readonly #network: string;
  readonly #views: ViewStates;

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
    const answer = await this.#views.ask(null, this.#context.left);
    const reach = await networkReach(this.#context, this.#network, countsOf(answer), Date.parse(answer.time));
    onReach(reach);
    const at = shownTime(reach);
    return { answer: at === null ? answer : await this.#views.ask(at, this.#context.left), at };
  }
}
