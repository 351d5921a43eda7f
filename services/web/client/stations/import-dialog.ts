import type { Api } from '../api/api.ts';
import { announce } from '../dom/announce.ts';
import { cardsTable } from '../dom/cards-table.ts';
import { element, refill } from '../dom/element.ts';
import { problemWords } from '../dom/problem-line.ts';
import { message } from '../messages/message.ts';
import {
  type CsvTable,
  guessedColumns,
  type RowProblem,
  readTable,
  registrationsOf,
  STATION_FIELDS,
  type StationColumns,
  type StationField,
} from './station-table.ts';

/** Rows that the preview shows, and wrong rows that are named. */
const [SHOWN, NAMED] = [5, 3];
const NEEDED: readonly StationField[] = ['station_id', 'latitude', 'longitude'];
const LABELS = {
  station_id: 'stations.id',
  station_name: 'stations.name',
  latitude: 'stations.latitude',
  longitude: 'stations.longitude',
  elevation: 'stations.elevation',
  manufacturer: 'stations.manufacturer',
  model: 'stations.model',
} as const satisfies Readonly<Record<StationField, string>>;

/**
 * Registers the stations of a CSV file: shows which column is what, and what that makes of the rows, before it does.
 *
 * @param onDone they are registered
 */
export class ImportDialog {
  readonly #api: Api;
  readonly #network: string;
  readonly #onDone: () => void;
  readonly #mapping = element('div', { class: 'filters' });
  readonly #preview = element('div');
  readonly #problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  readonly #register = element('button', { type: 'submit', class: 'main', disabled: true }, message('stations.import'));
  readonly #dialog: HTMLDialogElement;
  #table: CsvTable | null = null;
  #columns: StationColumns = {};

  constructor(api: Api, network: string, onDone: () => void) {
    this.#api = api;
    this.#network = network;
    this.#onDone = onDone;
    const file = element('input', { type: 'file', accept: '.csv,.txt,.tsv,text/csv', name: 'file' });
    // A file that is chosen again, after it was mended, is no change for a browser.
    file.addEventListener('click', () => {
      file.value = '';
    });
    file.addEventListener('change', () => void this.#read(file.files?.[0]));
    const cancel = element(
      'button',
      { type: 'button', on: { click: () => this.#dialog.close() } },
      message('form.cancel'),
    );
    const form = element(
      'form',
      { on: { submit: (event) => void this.#send(event) } },
      element('h2', { id: 'import-title' }, message('stations.import')),
      element('p', { class: 'soft' }, message('stations.import_text')),
      element('label', { class: 'field' }, message('stations.file'), file),
      this.#mapping,
      this.#preview,
      this.#problem,
      element('div', { class: 'row' }, this.#register, cancel),
    );
    this.#dialog = element('dialog', { class: 'wide', 'aria-labelledby': 'import-title' }, form);
    this.#dialog.addEventListener('close', () => this.#dialog.remove());
  }

  open(): void {
    document.body.append(this.#dialog);
    this.#dialog.showModal();
  }

  async #read(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const before = this.#table?.heads.join('\n');
    this.#table = readTable(await file.text());
    // A file that was mended has the columns that were chosen for it.
    if (this.#table.heads.join('\n') !== before) this.#columns = guessedColumns(this.#table.heads);
    this.#showMapping();
    this.#show();
  }

  #showMapping(): void {
    const heads = this.#table?.heads ?? [];
    const fields = STATION_FIELDS.map((field) => {
      const choice = element(
        'select',
        { name: field },
        element('option', { value: '' }, message('stations.no_column')),
        ...heads.map((head, k) => element('option', { value: k, selected: this.#columns[field] === k }, head)),
      );
      choice.addEventListener('change', () => {
        const { [field]: _before, ...others } = this.#columns;
        this.#columns = choice.value === '' ? others : { ...others, [field]: Number(choice.value) };
        this.#show();
      });
      return element(
        'label',
        { class: 'field' },
        message('stations.column_of', { field: message(LABELS[field]) }),
        choice,
      );
    });
    refill(this.#mapping, ...fields);
  }

  #show(): void {
    const table = this.#table;
    if (table === null) return;
    const isMapped = NEEDED.every((field) => this.#columns[field] !== undefined);
    const { registrations, problems } = isMapped
      ? registrationsOf(table, this.#columns)
      : { registrations: [], problems: [] };
    const n = registrations.length;
    this.#register.disabled = n === 0 || problems.length > 0;
    this.#register.textContent = message('stations.register', { n, network: this.#network });
    this.#say(
      table.rows.length === 0
        ? message('stations.no_rows')
        : isMapped
          ? wrongRows(problems)
          : message('stations.needed'),
    );
    const rows = registrations
      .slice(0, SHOWN)
      .map((row) => element('tr', {}, ...STATION_FIELDS.map((field) => element('td', {}, String(row[field] ?? '–')))));
    refill(
      this.#preview,
      n > 0 && element('p', { class: 'soft' }, message('stations.preview', { shown: rows.length, all: n })),
      n > 0 &&
        cardsTable(
          message('stations.import'),
          STATION_FIELDS.map((field) => message(LABELS[field])),
          rows,
        ),
    );
  }

  #say(problem: string): void {
    this.#problem.textContent = problem;
    this.#problem.hidden = problem === '';
  }

  async #send(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#table === null) return;
    const { registrations } = registrationsOf(this.#table, this.#columns);
    this.#register.disabled = true;
    try {
      await this.#api.send(
        'POST',
        `/api/v1/stations?${new URLSearchParams({ network: this.#network })}`,
        registrations,
      );
      announce(message('stations.registered', { n: registrations.length }));
      this.#dialog.close();
      this.#onDone();
    } catch (error) {
      this.#say(problemWords(error));
      this.#register.disabled = false;
    }
  }
}

/** What is wrong with the first of some rows, and how many more are; '' where none is. */
function wrongRows(problems: readonly RowProblem[]): string {
  const named = problems.slice(0, NAMED).map(({ row, what }) => {
    const words =
      what.kind === 'no_number'
        ? message('stations.no_number', { field: message(LABELS[what.field]), text: what.text })
        : message(`stations.${what.kind}`);
    return message('stations.row_wrong', { row, what: words });
  });
  const more = problems.length - named.length;
  return [...named, more > 0 ? message('stations.rows_wrong', { n: more }) : ''].filter(Boolean).join('; ');
}
