import { newId } from '../api/new-id.ts';
import { sendForm } from '../api/send-form.ts';
import { element } from '../dom/element.ts';
import { problemWords } from '../dom/problem-line.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';
import { shownNumber } from '../state/numbers.ts';
import { loading, registration } from './dataset-graphs.ts';

/** Where files are uploaded. */
const UPLOADS = '/dmm/api/v1/data-workflow';

/** Uploads files as a new dataset, registers it and moves its files to permanent storage, and says how far it has come. */
export class UploadDialog {
  readonly #context: Context;
  readonly #onDone: (dataset: string) => void;
  readonly #files = element('input', { type: 'file', name: 'files', multiple: true, required: true });
  readonly #name = element('input', { type: 'text', name: 'name', required: true, maxlength: 200 });
  readonly #description = element('textarea', { name: 'description', rows: 2, maxlength: 4000 });
  readonly #bar = element('progress', { max: 1, value: 0, 'aria-label': message('datasets.progress') });
  readonly #said = element('span', { class: 'soft', role: 'status' });
  readonly #going = element('p', { class: 'row', hidden: true }, this.#bar, this.#said);
  readonly #problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  readonly #send = element('button', { type: 'submit', class: 'main' }, message('datasets.upload'));
  readonly #closed = new AbortController();
  readonly #dialog: HTMLDialogElement;

  /** @param onDone told the id of the dataset that was made */
  constructor(context: Context, onDone: (dataset: string) => void) {
    this.#context = context;
    this.#onDone = onDone;
    const field = (label: string, input: HTMLElement) => element('label', { class: 'field' }, label, input);
    const form = element(
      'form',
      {
        on: {
          submit: (event) => {
            event.preventDefault();
            void this.#upload();
          },
        },
      },
      element('h2', { id: 'upload-title' }, message('datasets.new')),
      element('p', { class: 'soft' }, message('datasets.upload_text')),
      field(message('datasets.name'), this.#name),
      field(message('datasets.files'), this.#files),
      field(message('datasets.description'), this.#description),
      this.#going,
      this.#problem,
      element(
        'div',
        { class: 'row' },
        this.#send,
        element('button', { type: 'button', on: { click: () => this.#dialog.close() } }, message('form.cancel')),
      ),
    );
    this.#dialog = element('dialog', { 'aria-labelledby': 'upload-title' }, form);
    this.#dialog.addEventListener('close', () => {
      // What is under way is broken off, and leaves nothing.
      this.#closed.abort();
      this.#dialog.remove();
    });
  }

  open(): void {
    document.body.append(this.#dialog);
    this.#dialog.showModal();
  }

  async #upload(): Promise<void> {
    const { api, username } = this.#context;
    const files = [...(this.#files.files ?? [])];
    const by = username ?? 'halcyon';
    const id = newId();
    this.#problem.hidden = true;
    this.#going.hidden = false;
    this.#send.disabled = true;
    try {
      await this.#sendFiles(id, files);
      this.#said.textContent = message('datasets.registering');
      const about = { name: this.#name.value.trim(), description: this.#description.value.trim() };
      await api.send('POST', '/dmm/api/v1/dataset/register', registration({ id, ...about, files }, by));
      await api.send('PUT', '/dmm/api/v1/dataset/load', loading(id, by));
      this.#dialog.close();
      this.#onDone(id);
    } catch (error) {
      if (this.#closed.signal.aborted) return;
      this.#going.hidden = true;
      this.#problem.textContent = problemWords(error);
      this.#problem.hidden = false;
    } finally {
      this.#send.disabled = false;
    }
  }

  async #sendFiles(id: string, files: readonly File[]): Promise<void> {
    const all = files.reduce((sum, { size }) => sum + size, 0);
    let sent = 0;
    for (const file of files) {
      const form = new FormData();
      form.set('dataset_id', id);
      form.set('file_name', file.name);
      form.set('file', file);
      const onProgress = (share: number) => {
        const done = all === 0 ? share : (sent + share * file.size) / all;
        this.#bar.value = done;
        this.#said.textContent = message('datasets.sending', { file: file.name, percent: shownNumber(100 * done) });
      };
      onProgress(0);
      const { signal } = this.#closed;
      await this.#context.api.sendBy((token) => sendForm(UPLOADS, form, { token, signal, onProgress }));
      sent += file.size;
    }
  }
}
