import { element, refill } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { STATES_GRAVEST_FIRST, type StationState, stateLabel } from '../state/station-state.ts';
import { symbol } from './symbols.ts';

/** The states with how many stations are in each, and what the other signs of the map mean. */
export class Legend {
  readonly root = element('section', { class: 'legend', hidden: true, 'aria-label': message('map.by_state') });
  readonly #list = element('ul');
  readonly #framed = element(
    'span',
    { hidden: true },
    element('i', { class: 'framed' }, '2'),
    ` ${message('map.framed')}`,
  );

  constructor() {
    this.root.append(
      this.#list,
      element(
        'p',
        { class: 'note' },
        element('span', {}, symbol('device_failure', true), ` ${message('map.hollow')}`),
        element('span', {}, element('i', { class: 'halo' }), ` ${message('map.halo')}`),
        this.#framed,
      ),
    );
  }

  /**
   * @param counts how many stations are in each state
   * @param grouped true where the map shows groups of stations
   */
  show(counts: Readonly<Record<StationState, number>>, grouped: boolean): void {
    this.root.hidden = false;
    this.#framed.hidden = !grouped;
    refill(
      this.#list,
      ...STATES_GRAVEST_FIRST.map((state) =>
        element(
          'li',
          { class: counts[state] === 0 ? 'none' : '' },
          symbol(state),
          element('span', { class: 'word' }, stateLabel(state)),
          element('b', {}, shownNumber(counts[state]), element('span', { class: 'unseen' }, ` ${stateLabel(state)}`)),
        ),
      ),
    );
  }
}
