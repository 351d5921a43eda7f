import type { DatasetGraph } from '../../../../schemas/http/datasets/property-graph.ts';
import { newId } from '../api/new-id.ts';
import { announce } from '../dom/announce.ts';
import { element, refill } from '../dom/element.ts';
import { problemWords } from '../dom/problem-line.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';
import type { QueriedFile } from './dataset-answers.ts';
import { querying, resultOf } from './dataset-graphs.ts';
import { downloadFile } from './download-file.ts';
import { resultTable, SHOWN_ROWS } from './result-table.ts';
import { BEGINNING, PROFILE, placeholder } from './statements.ts';

/** A query of files: which, the statement, and its table. */
export class QueryForm {
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #onDone: () => void;
  readonly #files = element('ul', { class: 'queried' });
  readonly #statement = element('textarea', { name: 'statement', rows: 4, required: true, spellcheck: 'false' });
  readonly #name = element('input', { type: 'text', name: 'result', required: true, maxlength: 200 });
  readonly #run = element('button', { type: 'submit', class: 'main' }, message('datasets.run'));
  readonly #said = element('span', { class: 'soft', role: 'status' });
  readonly #problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  readonly #result = element('div');
  #chosen: QueriedFile[] = [];

  /** @param onDone a dataset was made */
  constructor(context: Context, onDone: () => void) {
    this.#context = context;
    this.#onDone = onDone;
    this.root = element(
      'section',
      { class: 'card', 'aria-label': message('datasets.query'), hidden: true },
      element('h2', {}, message('datasets.query')),
      element('p', { class: 'soft' }, message('datasets.query_text')),
      this.#files,
      element(
        'form',
        {
          class: 'stacked',
          on: {
            submit: (event) => {
              event.preventDefault();
              void this.#ask();
            },
          },
        },
        element('label', { class: 'field' }, message('datasets.statement'), this.#statement),
        element('label', { class: 'field' }, message('datasets.result_name'), this.#name),
        this.#problem,
        element('div', { class: 'row' }, this.#run, this.#said),
      ),
      this.#result,
    );
  }

  /** Adds a file to those that are queried. */
  add(file: QueriedFile): void {
    this.#chosen.push(file);
    if (this.#statement.value.trim() === '') this.#statement.value = BEGINNING;
    if (this.#name.value === '') this.#name.value = message('datasets.query_of', { name: file.title });
    this.#showFiles();
    this.root.hidden = false;
    this.#statement.focus();
  }

  /** Asks what the columns of a file have. */
  profile(file: QueriedFile): void {
    this.#chosen = [file];
    this.#statement.value = PROFILE;
    this.#name.value = message('datasets.profile_of', { name: file.name });
    this.#showFiles();
    this.root.hidden = false;
    void this.#ask();
  }

  #showFiles(): void {
    refill(
      this.#files,
      ...this.#chosen.map((file, k) => {
        const leave = () => {
          this.#chosen.splice(k, 1);
          this.#showFiles();
        };
        const label = message('datasets.leave', { name: file.name });
        return element(
          'li',
          {},
          element('code', {}, placeholder(k)),
          ` ${file.title}: ${file.name} `,
          element('button', { type: 'button', class: 'icon', 'aria-label': label, on: { click: leave } }, '×'),
        );
      }),
    );
  }

  async #ask(): Promise<void> {
    const { api, left, username } = this.#context;
    this.#run.disabled = true;
    this.#problem.hidden = true;
    this.#said.textContent = message('datasets.running');
    refill(this.#result);
    try {
      const request = querying(
        this.#statement.value,
        this.#chosen,
        { name: this.#name.value.trim(), id: newId() },
        username ?? 'halcyon',
      );
      const { ap } = await api.send<{ ap: DatasetGraph }>('POST', '/dmm/api/v1/polyglot/query', request);
      const id = resultOf(ap);
      if (id === null || left.aborted) return;
      await this.#show(id);
      this.#onDone();
    } catch (error) {
      if (left.aborted) return;
      this.#said.textContent = '';
      this.#problem.textContent = problemWords(error);
      this.#problem.hidden = false;
    } finally {
      this.#run.disabled = false;
    }
  }

  async #show(id: string): Promise<void> {
    const { api, left } = this.#context;
    const path = `/dmm/api/v1/polyglot/query/result/${encodeURIComponent(id)}?lines=${SHOWN_ROWS + 2}`;
    const csv = await (await api.open(path, { Accept: 'text/csv' }, left)).text();
    const name = this.#name.value.trim();
    const done = message('datasets.done', { name });
    const download = () => downloadFile(this.#context, id, 'output.csv', this.#said);
    this.#said.textContent = done;
    announce(done);
    refill(
      this.#result,
      element(
        'p',
        {},
        element(
          'button',
          { type: 'button', on: { click: () => void download() } },
          message('datasets.download_result'),
        ),
      ),
      resultTable(csv, name),
    );
  }
}
