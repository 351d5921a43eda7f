import { type Child, element, refill } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { slotAt, spanOf, zonedMoment } from '../time/moments.ts';
import type { Reach } from '../time/reach.ts';

/** A network that has not come to the present. */
type Past = Exclude<Reach, { readonly kind: 'present' }>;

/** Says how far a network has come. @param now ms since the epoch */
export function reachWords(reach: Past, now: number): Child[] {
  if (reach.kind === 'standing') {
    return [
      element('b', {}, message('map.none_since', { span: spanOf(now - reach.heard) })),
      ` ${message('map.newest_of', { time: zonedMoment(reach.newest, now) })} `,
    ];
  }
  const { shown, isJudged } = reach;
  const time = zonedMoment(shown, now);
  return [
    element('b', {}, message('map.history_coming')),
    ` ${isJudged ? message('map.judged_up_to', { time }) : message('map.not_judged_yet', { time })}`,
  ];
}

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
    refill(this.root, ...reachWords(reach, now), reach.kind === 'standing' && this.#wayTo(reach.newest));
  }

  #wayTo(time: number): HTMLElement {
    const onGo = () => this.#onGo(slotAt(time));
    return element('button', { type: 'button', on: { click: onGo } }, message('map.show_that_time'));
  }
}
