import type { StateAnswer } from '../api/answers.ts';
import { element, refill } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { foundStations } from './found-stations.ts';
import { symbol } from './symbols.ts';

/** A station that is looked for; where only its registration is known it has no state. */
export type SoughtStation = Pick<StateAnswer, 'id' | 'name' | 'latitude' | 'longitude'> &
  Partial<Pick<StateAnswer, 'state' | 'provisional'>>;

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
  readonly #onChosen: (station: SoughtStation) => void;
  #stations: readonly SoughtStation[] = [];
  #found: SoughtStation[] = [];
  #at = -1;
  #all: (() => Promise<readonly SoughtStation[]>) | null = null;
  #registered: Promise<readonly SoughtStation[]> | null = null;

  constructor(onChosen: (station: SoughtStation) => void) {
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
        input: () => void this.#search(),
        keydown: (event) => this.#onKey(event as KeyboardEvent),
        blur: () => setTimeout(() => this.#close(), 150),
      },
    });
    this.root = element('div', { class: 'search', role: 'search' }, this.#input, this.#list);
  }

  focus(): void {
    this.#input.focus();
  }

  /**
   * @param all gives every station, where `stations` are but some: asked for once, when somebody begins to search
   */
  show(stations: readonly SoughtStation[], all: (() => Promise<readonly SoughtStation[]>) | null): void {
    this.#all = all;
    if (all === null) this.#registered = null;
    this.#stations = stations;
  }

  async #search(): Promise<void> {
    const text = this.#input.value;
    if (this.#all !== null) this.#registered ??= this.#all();
    // What is shown can be found even where the others cannot be read.
    const stations = this.#registered === null ? this.#stations : await this.#registered.catch(() => this.#stations);
    // Somebody may have typed on meanwhile.
    if (text !== this.#input.value) return;
    this.#found = foundStations(stations, text, SHOWN);
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

  #choose(station: SoughtStation): void {
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
          station.state !== undefined && symbol(station.state, station.provisional),
          station.name,
          element('small', {}, station.id),
        ),
      ),
    );
  }
}
