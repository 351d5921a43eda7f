import type { StationAnswer } from '../api/answers.ts';
import { chosenStations } from '../data/chosen-stations.ts';
import {
  curlCommand,
  DATA_FORMATS,
  type DataFormat,
  type DataRequest,
  dataFile,
  dataPath,
  pythonProgram,
} from '../data/data-request.ts';
import { CopiedText } from '../dom/copied-text.ts';
import { element } from '../dom/element.ts';
import { problemWords } from '../dom/problem-line.ts';
import { saveFile } from '../dom/save-file.ts';
import { TIME_FIELD } from '../dom/time-fields.ts';
import { message } from '../messages/message.ts';
import type { Context, Page } from '../shell/context.ts';
import { shownNumber } from '../state/numbers.ts';
import { fieldMoment, fieldText } from '../time/field-time.ts';
import { DAY_MS, slotAt } from '../time/moments.ts';
import { zoneName } from '../time/zone.ts';

/** What is asked for at first. */
const PERIOD_MS = 7 * DAY_MS;

/** Observations of a period as a file, and the request that gets them. */
export class DataPage implements Page {
  readonly title = message('data.title');
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #form: HTMLFormElement;
  readonly #said = element('p', { class: 'soft', role: 'status' });
  readonly #problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  readonly #button = element('button', { type: 'submit', class: 'main' }, message('data.download'));
  readonly #stationList = element('datalist', { id: 'data-stations' });
  readonly #curl = new CopiedText(message('data.curl'));
  readonly #python = new CopiedText(message('data.python'));
  #stations: readonly StationAnswer[] = [];
  /** Resolves when the stations of the chosen network are known. */
  #named: Promise<void>;

  constructor(context: Context) {
    this.#context = context;
    this.#form = this.#fields();
    this.root = element(
      'div',
      { class: 'page' },
      element('header', {}, element('h1', {}, message('data.title'))),
      element('p', { class: 'soft' }, message('data.text')),
      this.#form,
      element(
        'section',
        { class: 'card' },
        element('h2', {}, message('data.request')),
        context.roles !== null && element('p', { class: 'soft' }, message('data.token')),
        this.#curl.root,
        this.#python.root,
      ),
    );
    this.#show();
    this.#named = this.#loadStations();
  }

  #fields(): HTMLFormElement {
    const { network, networks, now } = this.#context;
    const to = slotAt(now());
    const zone = zoneName();
    const time = (name: 'from' | 'to', label: string, value: number) =>
      field(label, element('input', { ...TIME_FIELD, name, required: true, value: fieldText(value) }));
    const form = element(
      'form',
      { class: 'card' },
      element(
        'div',
        { class: 'filters' },
        field(
          message('form.network'),
          element(
            'select',
            { name: 'network' },
            ...networks.map((name) => element('option', { value: name, selected: name === network }, name)),
          ),
        ),
        field(
          message('data.station'),
          element('input', {
            name: 'station',
            list: 'data-stations',
            autocomplete: 'off',
            spellcheck: 'false',
            placeholder: message('data.every_station'),
            size: 28,
          }),
        ),
        this.#stationList,
        time('from', message('form.from_zone', { zone }), to - PERIOD_MS),
        time('to', message('form.to_zone', { zone }), to),
        field(
          message('data.units'),
          element(
            'select',
            { name: 'units' },
            element('option', { value: 'own' }, message('data.units_own')),
            element('option', { value: 'si' }, message('data.units_si')),
          ),
        ),
        field(
          message('data.format'),
          element(
            'select',
            { name: 'format' },
            ...Object.keys(DATA_FORMATS).map((name) => element('option', { value: name }, name)),
          ),
        ),
        element(
          'label',
          { class: 'row' },
          element('input', { type: 'checkbox', name: 'flags', checked: true }),
          message('data.flags'),
        ),
      ),
      this.#problem,
      element('div', { class: 'row' }, this.#button, this.#said),
    );
    form.addEventListener('input', () => this.#show());
    form.addEventListener('change', (event) => {
      if ((event.target as HTMLInputElement).name === 'network') this.#named = this.#loadStations();
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#download();
    });
    return form;
  }

  async #loadStations(): Promise<void> {
    const { api, left } = this.#context;
    const network = String(new FormData(this.#form).get('network') ?? '');
    const path = `/api/v1/stations?${new URLSearchParams({ network })}`;
    this.#stations = await api.all<StationAnswer>(path, 'stations', left).catch(() => []);
    this.#stationList.replaceChildren(
      ...this.#stations.map(({ station_id, station_name }) =>
        element('option', { value: station_id, label: station_name }),
      ),
    );
    this.#show();
  }

  /** What the form asks for. @throws Error with words for people */
  #asked(): DataRequest {
    const fields = new FormData(this.#form);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const [from, to] = [fieldMoment(text('from')), fieldMoment(text('to'))];
    if (from === null || to === null || from >= to) throw new Error(message('data.period_wrong'));
    const network = text('network');
    return {
      network,
      station: this.#stationOf(text('station'), network),
      from,
      to,
      flags: fields.has('flags'),
      units: text('units') === 'si' ? 'si' : 'own',
      format: text('format') as DataFormat,
    };
  }

  /** Stations are written by their ids or names; '' is every one. */
  #stationOf(text: string, network: string): string {
    if (text === '' || this.#stations.length === 0) return text;
    const chosen = chosenStations(text, this.#stations);
    if ('unknown' in chosen) throw new Error(message('data.station_unknown', { station: chosen.unknown, network }));
    return chosen.ids;
  }

  #show(): void {
    try {
      const request = this.#asked();
      const { origin } = window.location;
      const withToken = this.#context.roles !== null;
      this.#curl.show(curlCommand(request, origin, withToken));
      this.#python.show(pythonProgram(request, origin, withToken));
      this.#problem.hidden = true;
    } catch (error) {
      this.#problem.textContent = problemWords(error);
      this.#problem.hidden = false;
    }
  }

  async #download(): Promise<void> {
    const { api, left } = this.#context;
    this.#button.disabled = true;
    this.#said.textContent = message('data.downloading');
    try {
      // Somebody may have written a name before its station is known.
      await this.#named;
      const request = this.#asked();
      const bytes = await (await api.open(dataPath(request), {}, left)).blob();
      const file = dataFile(request);
      saveFile(bytes, file);
      this.#said.textContent = message('data.done', { file, size: shownNumber(bytes.size / 1000, 1) });
      this.#problem.hidden = true;
    } catch (error) {
      if (left.aborted) return;
      this.#said.textContent = '';
      this.#problem.textContent = problemWords(error);
      this.#problem.hidden = false;
    } finally {
      this.#button.disabled = false;
    }
  }
}

function field(label: string, input: HTMLElement): HTMLElement {
  return element('label', { class: 'field' }, label, input);
}
