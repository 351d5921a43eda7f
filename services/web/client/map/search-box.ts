import type { StateAnswer } from '../api/answers.ts';
import { element, refill } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { foundStations } from './found-stations.ts';
import { symbol } from './symbols.ts';

/** So many finds are shown. */
const SHOWN = 8;

/** Search of a station by name or id: a combobox with a list (WAI-ARIA Authoring Practices). */
export class SearchBox {
  readonly root: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #list = element('ul', {
    role: 'listbox',
    id: 'found-stations',
    'aria-label': message('map.found'),
    hidden: true,
  });
  readonly #onChosen: (station: StateAnswer) => void;
  #stations: readonly StateAnswer[] = [];
  #found: StateAnswer[] = [];
  #at = -1;

  constructor(onChosen: (station: StateAnswer) => void) {
    this.#onChosen = onChosen;
    this.#input = element('input', {
      type: 'search',
      placeholder: message('map.find'),
      'aria-label': message('map.find_by'),
      role: 'combobox',
      'aria-controls': 'found-stations',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      on: {
        input: () => this.#search(),
        keydown: (event) => this.#onKey(event as KeyboardEvent),
        blur: () => setTimeout(() => this.#close(), 150),
      },
    });
    this.root = element('div', { class: 'search', role: 'search' }, this.#input, this.#list);
  }

  focus(): void {
    this.#input.focus();
  }

  show(stations: readonly StateAnswer[]): void {
    this.#stations = stations;
  }

  #search(): void {
    this.#found = foundStations(this.#stations, this.#input.value, SHOWN);
    this.#at = this.#found.length > 0 ? 0 : -1;
    this.#paint();
  }

  #onKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && this.#found.length > 0) {
      event.preventDefault();
      this.#at = (this.#at + step + this.#found.length) % this.#found.length;
      this.#paint();
    } else if (event.key === 'Enter' && this.#at >= 0) {
      this.#choose(this.#found[this.#at]);
    } else if (event.key === 'Escape') {
      this.#close();
    }
  }

  #choose(station: StateAnswer): void {
    this.#input.value = '';
    this.#close();
    this.#onChosen(station);
  }

  #close(): void {
    this.#found = [];
    this.#at = -1;
    this.#paint();
  }

  #paint(): void {
    const open = this.#found.length > 0;
    this.#list.hidden = !open;
    this.#input.setAttribute('aria-expanded', String(open));
    if (open) this.#input.setAttribute('aria-activedescendant', `found-${this.#at}`);
    else this.#input.removeAttribute('aria-activedescendant');
    refill(
      this.#list,
      ...this.#found.map((station, k) =>
        element(
          'li',
          {
            id: `found-${k}`,
            role: 'option',
            'aria-selected': String(k === this.#at),
            on: { pointerdown: () => this.#choose(station) },
          },
          symbol(station.state, station.provisional),
          station.name,
          element('small', {}, station.id),
        ),
      ),
    );
  }
}
