import { element, refill } from '../dom/element.ts';
import { problemLine } from '../dom/problem-line.ts';
import { waiting } from '../dom/waiting.ts';
import { foundStations } from '../map/found-stations.ts';
import { message } from '../messages/message.ts';

/** A station that can be chosen. */
export interface PickedStation {
  readonly id: string;
  readonly name: string;
}

/** So many finds are shown. */
const SHOWN = 6;

/** Chooses some stations of many: each is found by a part of its name or id, and stands as a chip that can be removed. */
export class StationPicker {
  readonly root: HTMLElement;
  #stations: readonly PickedStation[];
  readonly #chips = element('ul', { class: 'picked' });
  readonly #list = element('ul', {
    class: 'proposed',
    role: 'listbox',
    id: 'picker-list',
    'aria-label': message('picker.stations'),
    hidden: true,
  });
  readonly #input: HTMLInputElement;
  readonly #chosen = new Map<string, PickedStation>();
  #found: readonly PickedStation[] = [];
  readonly #onChange: () => void;

  /**
   * @param chosen ids of those that are chosen at first
   * @param onChange others are chosen
   */
  constructor(stations: readonly PickedStation[], chosen: readonly string[], onChange: () => void = () => undefined) {
    this.#stations = stations;
    this.#onChange = onChange;
    for (const station of stations) if (chosen.includes(station.id)) this.#chosen.set(station.id, station);
    this.#input = element('input', {
      type: 'search',
      autocomplete: 'off',
      role: 'combobox',
      'aria-controls': 'picker-list',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      on: {
        input: () => this.#search(),
        keydown: (event) => this.#onKey(event as KeyboardEvent),
      },
    });
    this.root = element(
      'div',
      { class: 'picker' },
      element(
        'label',
        { class: 'field' },
        message('picker.stations'),
        this.#input,
        element('small', {}, message('picker.hint')),
      ),
      this.#list,
      this.#chips,
    );
    this.#showChips();
  }

  /**
   * Offers the stations that are being asked for, once they are there; what is typed until then is looked for in them.
   *
   * @param chosen ids of those that are chosen then
   */
  async offer(asked: Promise<readonly PickedStation[]>, chosen: readonly string[]): Promise<void> {
    const loading = waiting();
    this.root.append(loading);
    try {
      this.#stations = await asked;
    } catch (error) {
      loading.replaceWith(problemLine(error));
      return;
    }
    loading.remove();
    for (const id of chosen) this.toggle(id);
    this.#search();
  }

  /** Those that are chosen now, in the order in which they were. */
  get chosen(): readonly PickedStation[] {
    return [...this.#chosen.values()];
  }

  /** Leaves some of the chosen ones only. */
  keep(ids: ReadonlySet<string>): void {
    for (const id of this.#chosen.keys()) if (!ids.has(id)) this.#chosen.delete(id);
    this.#showChips();
  }

  /** Chooses a station, or lets go of it where it is chosen. */
  toggle(id: string): void {
    const station = this.#stations.find((one) => one.id === id);
    if (station === undefined) return;
    if (!this.#chosen.delete(id)) this.#chosen.set(id, station);
    this.#changed();
  }

  #changed(): void {
    this.#showChips();
    this.#onChange();
  }

  #search(): void {
    this.#found = foundStations(this.#stations, this.#input.value, SHOWN).filter(({ id }) => !this.#chosen.has(id));
    this.#list.hidden = this.#found.length === 0;
    this.#input.setAttribute('aria-expanded', String(this.#found.length > 0));
    if (this.#found.length > 0) this.#input.setAttribute('aria-activedescendant', 'picker-0');
    else this.#input.removeAttribute('aria-activedescendant');
    refill(
      this.#list,
      ...this.#found.map((station, k) =>
        element(
          'li',
          {
            role: 'option',
            id: `picker-${k}`,
            'aria-selected': String(k === 0),
            on: { pointerdown: () => this.#add(station) },
          },
          station.name,
          element('small', {}, station.id),
        ),
      ),
    );
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || this.#input.value.trim() === '') return;
    // Enter would send the form.
    event.preventDefault();
    const [first] = this.#found;
    if (first !== undefined) this.#add(first);
  }

  #add(station: PickedStation): void {
    this.#chosen.set(station.id, station);
    this.#input.value = '';
    this.#search();
    this.#changed();
  }

  #showChips(): void {
    refill(
      this.#chips,
      ...this.chosen.map((station) =>
        element(
          'li',
          { class: 'chip' },
          station.name,
          element(
            'button',
            {
              type: 'button',
              class: 'icon',
              'aria-label': message('picker.remove', { name: station.name }),
              on: {
                click: () => {
                  this.#chosen.delete(station.id);
                  this.#changed();
                  this.#input.focus();
                },
              },
            },
            '×',
          ),
        ),
      ),
    );
  }
}
