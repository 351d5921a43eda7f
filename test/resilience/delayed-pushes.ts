import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from '../../schemas/observation.ts';
import { SLOTS_PER_HOUR } from '../../schemas/time.ts';
import { seeded } from '../detectors/stages/small-network.ts';
import { type PushedHistory, SETTLING_SLOTS } from './pushed-history.ts';

/** How late the latest comes [slots]: within HALCYON_LATENESS, with room for partitions that are read side by side. */
const LATEST = 2 * SLOTS_PER_HOUR - 2;
/** Share of the observations that come late, and of those that are corrected as late as may be. */
const LATE = 0.1;
const CORRECTED = 0.03;
/** Slots after the last that came late, all in order: what is open at the end rests on nothing that came late. */
const IN_ORDER = 4 * SLOTS_PER_HOUR;

/** Pushes a history slot by slot, some of it late and some of it corrected later, all within HALCYON_LATENESS. */
export class DelayedPushes {
  readonly counts = { late: 0, corrected: 0 };
  readonly #history: PushedHistory;
  readonly #url: string;
  readonly #random: () => number;
  readonly #waiting = new Map<number, Observation[]>();

  constructor(history: PushedHistory, url: string, seed: number) {
    this.#history = history;
    this.#url = url;
    this.#random = seeded(seed);
  }

  /** Pushes slot after slot until something is over, then all that waits and the slots that settle it. */
  async pushWhile(busy: Promise<unknown>, paceMs: number): Promise<void> {
    let over = false;
    const end = () => {
      over = true;
    };
    busy.then(end, end);
    while (!over && this.#history.pushed < this.#history.slots.length - LATEST - IN_ORDER - SETTLING_SLOTS) {
      await this.#pushNext(true);
      await sleep(paceMs);
    }
    await busy;
    for (let slots = 0; slots < LATEST; slots++) await this.#pushNext(false);
    await this.#history.pushSlots(this.#url, IN_ORDER + SETTLING_SLOTS);
  }

  async #pushNext(late: boolean): Promise<void> {
    const at = this.#history.pushed;
    const slot = this.#history.takeNext();
    for (const observation of slot) {
      const delay = late && this.#random() < LATE ? 1 + Math.floor(this.#random() * LATEST) : 0;
      if (delay > 0) this.counts.late++;
      this.#plan(at + delay, observation);
      if (!late || this.#random() >= CORRECTED) continue;
      this.counts.corrected++;
      const { values } = observation;
      const changed = { ...values, temp_out: (values.temp_out ?? 15) + (this.#random() < 0.2 ? 9 : 0.1) };
      this.#plan(at + LATEST, { ...observation, values: changed });
    }
    const due = this.#waiting.get(at) ?? [];
    this.#waiting.delete(at);
    await this.#history.push(this.#url, due);
    this.#history.last = due;
  }

  #plan(at: number, observation: Observation): void {
    const known = this.#waiting.get(at);
    if (known === undefined) this.#waiting.set(at, [observation]);
    else known.push(observation);
  }
}
