import { stationAddress } from '../address/route.ts';
import type { StationAnswer } from '../api/answers.ts';
import { LastAsked } from '../api/last-asked.ts';
import { cardsTable, type Head } from '../dom/cards-table.ts';
import { element, refill } from '../dom/element.ts';
import { problemLine } from '../dom/problem-line.ts';
import { waiting } from '../dom/waiting.ts';
import { message } from '../messages/message.ts';
import { isOffered } from '../session/allowed.ts';
import type { Context, Page } from '../shell/context.ts';
import { shownNumber } from '../state/numbers.ts';
import { shownHeight } from '../state/variables.ts';
import { ImportDialog } from '../stations/import-dialog.ts';
import { openRetirement, openStation } from '../stations/station-form.ts';

/** Rows that a browser shows with ease; the search finds the others. */
const ROWS = 200;
/** Where a network has none yet, it is this one (docs/http.md). */
const DEFAULT_NETWORK = 'default';

/** The registered stations of a network; curators add, change, import and retire them. */
export class StationsPage implements Page {
  readonly title = message('stations.title');
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #asked = new LastAsked();
  readonly #network: string;
  readonly #mayChange: boolean;
  readonly #list = element('div', { 'aria-live': 'polite' });
  readonly #search = element('input', { type: 'search', name: 'search', on: { input: () => this.#show() } });
  readonly #retired = element('input', { type: 'checkbox', name: 'retired', on: { change: () => this.#show() } });
  #stations: readonly StationAnswer[] = [];

  constructor(context: Context) {
    this.#context = context;
    this.#network = context.network ?? DEFAULT_NETWORK;
    this.#mayChange = isOffered(context.roles, 'curator');
    this.root = element(
      'div',
      { class: 'page' },
      element(
        'header',
        {},
        element('h1', {}, message('stations.title')),
        element('span', { class: 'soft' }, this.#network),
      ),
      this.#mayChange && this.#actions(),
      element(
        'form',
        { class: 'filters', role: 'search', on: { submit: (event) => event.preventDefault() } },
        element('label', { class: 'field' }, message('stations.search'), this.#search),
        element('label', { class: 'row' }, this.#retired, message('stations.retired_too')),
      ),
      this.#list,
    );
    refill(this.#list, waiting());
    void this.#load();
  }

  #actions(): HTMLElement {
    const { api } = this.#context;
    const again = () => void this.#load();
    const add = () => openStation(api, this.#network, null, again);
    const read = () => new ImportDialog(api, this.#network, again).open();
    return element(
      'p',
      { class: 'row' },
      element('button', { type: 'button', class: 'main', on: { click: add } }, message('stations.add')),
      element('button', { type: 'button', on: { click: read } }, message('stations.import')),
    );
  }

  async #load(): Promise<void> {
    const { api, left } = this.#context;
    const isLast = this.#asked.again();
    try {
      const query = new URLSearchParams({ network: this.#network });
      const stations = await api.all<StationAnswer>(`/api/v1/stations?${query}`, 'stations', left);
      if (!isLast()) return;
      this.#stations = stations;
      this.#show();
    } catch (error) {
      if (!left.aborted && isLast()) refill(this.#list, problemLine(error));
    }
  }

  #show(): void {
    const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#stations.filter(
      ({ station_id, station_name, retired }) =>
        (!retired || this.#retired.checked) &&
        words.every((word) => `${station_id} ${station_name}`.toLowerCase().includes(word)),
    );
    const rows = found.slice(0, ROWS).map((station) => this.#row(station));
    const heads: Head[] = [
      message('stations.name'),
      message('stations.id'),
      { ofNumbers: message('stations.latitude') },
      { ofNumbers: message('stations.longitude') },
      { ofNumbers: message('stations.elevation') },
      message('stations.pressure_level'),
      message('stations.rain_interval'),
      message('stations.model'),
      ...(this.#mayChange ? [message('audit.action')] : []),
    ];
    refill(
      this.#list,
      element('p', { class: 'soft' }, message('stations.shown', { shown: rows.length, all: this.#stations.length })),
      rows.length === 0
        ? element('p', { class: 'card soft' }, message('stations.nothing'))
        : cardsTable(message('stations.caption', { network: this.#network }), heads, rows),
    );
  }

  #row(station: StationAnswer): HTMLElement {
    const { network, station_id, station_name, latitude, longitude, elevation, pressure_level, rain_interval } =
      station;
    const { manufacturer, model } = station;
    const number = (text: string) => element('td', { class: 'number' }, text);
    // On a card the heads of the columns are not seen.
    const named = (head: string, text: string) => element('td', { 'data-head': head }, text);
    return element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row', class: 'whole' },
        element('a', { href: stationAddress(network, station_id) }, station_name),
        station.retired && element('span', { class: 'soft' }, `, ${message('station.retired')}`),
      ),
      element('td', {}, station_id),
      number(shownNumber(latitude, 4)),
      number(shownNumber(longitude, 4)),
      number(elevation === null ? '–' : shownHeight(elevation)),
      named(message('stations.pressure_level'), message(`stations.level_${pressure_level}`)),
      named(
        message('stations.rain_interval'),
        rain_interval === null ? '–' : message('stations.minutes', { n: rain_interval }),
      ),
      named(message('stations.model'), [manufacturer, model].filter(Boolean).join(' ') || '–'),
      this.#mayChange && this.#rowActions(station),
    );
  }

  #rowActions(station: StationAnswer): HTMLElement {
    const { api } = this.#context;
    const again = () => void this.#load();
    const change = message('stations.change');
    const retire = message(station.retired ? 'stations.back' : 'stations.retire');
    const button = (label: string, click: () => void) =>
      element('button', { type: 'button', 'aria-label': `${label}: ${station.station_name}`, on: { click } }, label);
    return element(
      'td',
      {},
      element(
        'div',
        { class: 'row' },
        button(change, () => openStation(api, this.#network, station, again)),
        button(retire, () => openRetirement(api, station, again)),
      ),
    );
  }
}
