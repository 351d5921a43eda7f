import { element, refill } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { slotAt, spanOf, zonedMoment } from '../time/moments.ts';
import type { Reach } from '../time/reach.ts';

/** Says above the map where its newest reports are from, while they are not of the present. */
export class ReachNote {
  readonly root = element('p', { class: 'reach', hidden: true });
  readonly #onGo: (time: number) => void;

  /** @param onGo somebody wants to see the time, ms since the epoch */
  constructor(onGo: (time: number) => void) {
    this.#onGo = onGo;
  }

  /** @param reach null: a time of the past was chosen, and is shown */
  show(reach: Reach | null, now: number): void {
    this.root.hidden = reach === null || reach.kind === 'present';
    if (reach === null || reach.kind === 'present') return;
    if (reach.kind === 'coming') {
      const shown = message('map.judged_up_to', { time: zonedMoment(reach.judged) });
      refill(this.root, element('b', {}, message('map.history_coming')), ` ${shown}`);
      return;
    }
    const { newest } = reach;
    const ago = spanOf(now - newest);
    const go = element(
      'button',
      { type: 'button', on: { click: () => this.#onGo(slotAt(newest)) } },
      message('map.show_that_time'),
    );
    refill(
      this.root,
      element('b', {}, message('map.nothing_for', { span: ago })),
      ` ${message('map.newest_of', { time: zonedMoment(newest) })} `,
      go,
    );
  }
}
