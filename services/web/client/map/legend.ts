import { element, refill } from '../dom/element.ts';
import { countStates, STATES_GRAVEST_FIRST, type StationState, stateLabel } from '../state/station-state.ts';
import { symbol } from './symbols.ts';

/** The states with how many stations are in each, and what the other signs of the map mean. */
export class Legend {
  readonly root = element('section', { class: 'legend', 'aria-label': 'Stations by state' });
  readonly #list = element('ul');

  constructor() {
    this.root.append(
      this.#list,
      element(
        'p',
        { class: 'note' },
        element('span', {}, symbol('device_failure', true), ' hollow: may still change'),
        element('span', {}, element('i', { class: 'halo' }), ' weather passed within the hour, fading'),
      ),
    );
  }

  show(states: readonly { readonly state: StationState }[]): void {
    const counts = countStates(states);
    refill(
      this.#list,
      ...STATES_GRAVEST_FIRST.map((state) =>
        element(
          'li',
          { class: counts[state] === 0 ? 'none' : '' },
          symbol(state),
          element('span', { class: 'word' }, stateLabel(state)),
          element('b', {}, counts[state], element('span', { class: 'unseen' }, ` ${stateLabel(state)}`)),
        ),
      ),
    );
  }
}
