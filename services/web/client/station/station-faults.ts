import type { JudgedFault } from '../api/answers.ts';
import { element, refill } from '../dom/element.ts';
import { unknownWords } from '../dom/unknown-words.ts';
import { openTakeBack } from '../experts/take-back.ts';
import { isOffered } from '../session/allowed.ts';
import type { Context } from '../shell/context.ts';
import { faultsCard } from './faults-card.ts';
import { noFaultWords } from './no-fault.ts';
import type { Stretch } from './station-data.ts';

/** What people say reaches the stored faults within seconds: until then the lists are asked for so often [ms], at most so many times. */
const AGAIN_MS = 1_000;
const MOST_TIMES = 10;

/** The faults of a station beside its charts, and what can be done about them. */
export class StationFaults {
  readonly root = element('div');
  readonly #context: Context;
  readonly #reload: () => Promise<void>;
  #rejected: readonly JudgedFault[] = [];

  /** @param reload asks for the faults again, and shows them here */
  constructor(context: Context, reload: () => Promise<void>) {
    this.#context = context;
    this.#reload = reload;
  }

  /**
   * Shows the faults of a stretch.
   *
   * @param rejected those that people call none
   * @param isShown false where something else is asked for by now
   */
  async show(
    stretch: Stretch,
    faults: readonly JudgedFault[],
    rejected: readonly JudgedFault[],
    isShown: () => boolean,
  ): Promise<void> {
    const { api, left, roles } = this.#context;
    this.#rejected = rejected;
    const none = faults.length === 0 ? await noFaultWords(api, stretch, left).catch(unknownWords) : '';
    if (!isShown() || left.aborted) return;
    const isUnfolded = this.root.querySelector('details')?.open === true;
    const takeBack = (fault: JudgedFault) => this.#askToTakeBack(fault);
    const card = faultsCard(faults, rejected, none, isOffered(roles, 'curator') ? takeBack : null);
    const folded = card.querySelector('details');
    if (folded !== null) folded.open = isUnfolded;
    const isFocused = this.root.contains(document.activeElement);
    refill(this.root, card);
    // The button that had the focus is gone.
    if (isFocused) card.focus({ preventScroll: true });
  }

  #askToTakeBack({ fault_id: id }: JudgedFault): void {
    const path = `/api/v1/faults/${id}/override`;
    openTakeBack(this.#context.api, path, () => void this.#showWithout(id));
  }

  /** Shows the faults again, until one is no longer called none. */
  async #showWithout(id: string): Promise<void> {
    await this.#reload();
    for (let times = 1; times < MOST_TIMES && this.#rejected.some((fault) => fault.fault_id === id); times++) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      if (this.#context.left.aborted) return;
      await this.#reload();
    }
  }
}
