import { BASE } from '../address/route.ts';
import { LastAsked } from '../api/last-asked.ts';
import { openDeletion, openEdit } from '../datasets/change-dialogs.ts';
import { LISTED_STATES, type ListedDataset, type WholeDataset } from '../datasets/dataset-answers.ts';
import { datasetCard } from '../datasets/dataset-card.ts';
import { loading } from '../datasets/dataset-graphs.ts';
import { downloadFile } from '../datasets/download-file.ts';
import { QueryForm } from '../datasets/query-form.ts';
import { stateWord } from '../datasets/state-word.ts';
import { UploadDialog } from '../datasets/upload-dialog.ts';
import { cardsTable } from '../dom/cards-table.ts';
import { choiceField } from '../dom/choice-field.ts';
import { element, refill } from '../dom/element.ts';
import { problemLine } from '../dom/problem-line.ts';
import { waiting } from '../dom/waiting.ts';
import { message } from '../messages/message.ts';
import { isOffered } from '../session/allowed.ts';
import type { Context, Page } from '../shell/context.ts';

/** Datasets of a state that are listed. */
const LISTED = 200;

/** Datasets: their list, one of them, upload, and queries of their files. */
export class DatasetsPage implements Page {
  readonly title = message('datasets.title');
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #asked = new LastAsked();
  readonly #mayChange: boolean;
  readonly #list = element('div', { 'aria-live': 'polite' }, waiting());
  readonly #chosen = element('div');
  readonly #query: QueryForm;
  readonly #filter: HTMLFormElement;
  #datasets: readonly ListedDataset[] = [];
  #isMore = false;

  constructor(context: Context) {
    this.#context = context;
    this.#mayChange = isOffered(context.roles, 'uploader');
    this.#query = new QueryForm(context, () => void this.#load());
    const states = LISTED_STATES.map((state) => [state, stateWord(state)] as const);
    this.#filter = element(
      'form',
      { class: 'filters', on: { change: () => this.#show(), submit: (event) => event.preventDefault() } },
      choiceField('state', message('datasets.state'), states, undefined),
    );
    const upload = () => new UploadDialog(context, (id) => this.#made(id)).open();
    this.root = element(
      'div',
      { class: 'page' },
      element(
        'header',
        {},
        element('h1', {}, message('datasets.title')),
        this.#mayChange &&
          element('button', { type: 'button', class: 'main', on: { click: upload } }, message('datasets.new')),
      ),
      element('p', { class: 'soft' }, message('datasets.text')),
      this.#chosen,
      this.#query.root,
      this.#filter,
      this.#list,
    );
    void this.#load();
    const asked = new URLSearchParams(window.location.search).get('dataset');
    if (asked !== null) void this.#choose(asked);
  }

  async #load(): Promise<void> {
    const { api, left } = this.#context;
    const isLast = this.#asked.again();
    try {
      const pages = await Promise.all(
        LISTED_STATES.map((state) => {
          const query = new URLSearchParams({ state, limit: String(LISTED) });
          return api.get<{ datasets: ListedDataset[]; next: string | null }>(`/dmm/api/v1/dataset?${query}`, left);
        }),
      );
      if (!isLast()) return;
      this.#datasets = pages.flatMap(({ datasets }) => datasets).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
      this.#isMore = pages.some(({ next }) => next !== null);
      this.#show();
    } catch (error) {
      if (!left.aborted && isLast()) refill(this.#list, problemLine(error));
    }
  }

  #show(): void {
    const state = String(new FormData(this.#filter).get('state') ?? '');
    const shown = this.#datasets.filter(({ status }) => state === '' || status === state);
    if (shown.length === 0) {
      refill(this.#list, element('p', { class: 'card soft' }, message('datasets.nothing')));
      return;
    }
    const heads = [
      message('datasets.name'),
      message('datasets.state'),
      message('datasets.files'),
      message('datasets.description'),
    ];
    refill(
      this.#list,
      this.#isMore && element('p', { class: 'soft' }, message('datasets.some', { n: LISTED })),
      cardsTable(
        message('datasets.title'),
        heads,
        shown.map((dataset) => this.#row(dataset)),
      ),
    );
  }

  #row(dataset: ListedDataset): HTMLElement {
    const { '@id': id, status, distribution, description = '' } = dataset;
    const address = `${BASE}/datasets?${new URLSearchParams({ dataset: id })}`;
    const choose = (event: Event) => {
      event.preventDefault();
      void this.#choose(id);
    };
    return element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row', class: 'whole' },
        element('a', { href: address, on: { click: choose } }, nameOf(dataset)),
      ),
      element('td', { class: 'nowrap' }, stateWord(status)),
      element('td', {}, distribution.map(({ name }) => name).join(', ')),
      element('td', { class: 'whole' }, description),
    );
  }

  /** Shows one dataset, which the address then names. */
  async #choose(id: string): Promise<void> {
    const { api, left, rewrite } = this.#context;
    rewrite(new URLSearchParams({ dataset: id }).toString());
    refill(this.#chosen, waiting());
    try {
      const path = `/dmm/api/v1/dataset/${encodeURIComponent(id)}`;
      const { dataset } = await api.get<{ dataset: WholeDataset }>(path, left);
      const mayChange = this.#mayChange && dataset.mayChange === true && dataset.status !== 'Deleted';
      const card = datasetCard(dataset, {
        onClose: () => this.#close(),
        onDownload: (name, said) => void downloadFile(this.#context, id, name, said),
        onEdit: mayChange ? () => openEdit(this.#context, dataset, () => this.#made(id)) : null,
        onDelete: mayChange ? () => openDeletion(this.#context, dataset, () => this.#gone()) : null,
        onLoad: this.#mayChange ? () => void this.#move(id) : null,
        onQuery: this.#mayChange ? (file) => this.#query.add(file) : null,
        onProfile: this.#mayChange ? (file) => this.#query.profile(file) : null,
      });
      refill(this.#chosen, card);
      card.focus();
    } catch (error) {
      if (!left.aborted) refill(this.#chosen, problemLine(error));
    }
  }

  #close(): void {
    refill(this.#chosen);
    this.#context.rewrite('');
  }

  #gone(): void {
    this.#close();
    void this.#load();
  }

  #made(id: string): void {
    void this.#load();
    void this.#choose(id);
  }

  /** Moves the files of a dataset to permanent storage. */
  async #move(id: string): Promise<void> {
    const { api, left, username } = this.#context;
    try {
      await api.send('PUT', '/dmm/api/v1/dataset/load', loading(id, username ?? 'halcyon'));
      this.#made(id);
    } catch (error) {
      if (!left.aborted) this.#chosen.append(problemLine(error));
    }
  }
}

function nameOf({ '@id': id, name }: ListedDataset): string {
  return name === undefined || name === '' ? id : name;
}
