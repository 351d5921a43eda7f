import { createHash, randomUUID } from 'node:crypto';
import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';
import { datasetRequest, queryRequest } from '../../services/datasets/request-graphs.ts';

/** An answer; null where the service went away before it was complete. */
type Answer = { readonly status: number; readonly text: string } | null;

/** How far a dataset has come, as far as answers have said so. */
export interface Known {
  readonly id: string;
  /** SHA-256 of each file that was answered, by name. */
  readonly files: Map<string, string>;
  /** Highest state that was answered; null before the registration was. */
  state: 'Staged' | 'Loaded' | 'Ready' | null;
}

const ORDER = ['Staged', 'Loaded', 'Ready'];

/** Takes datasets through the whole chain on a service that may be killed at any moment, and says what it finds wrong. */
export class DatasetUser {
  readonly #url: string;
  readonly #found: (problem: string) => void;
  readonly datasets: Known[] = [];
  /** Ids of datasets that queries have made. */
  readonly results: string[] = [];
  answersLost = 0;

  constructor(url: string, found: (problem: string) => void) {
    this.#url = url;
    this.#found = found;
  }

  /** Datasets that have not come to the end of the chain; whoever goes on with one takes it out. */
  readonly #open: Known[] = [];

  /** One dataset through the chain, or on from where it was left, as far as it comes before the service goes. */
  async turn(random: () => number): Promise<void> {
    const left = random() < 0.6 ? this.#open.splice(Math.floor(random() * this.#open.length), 1)[0] : undefined;
    const known = left ?? this.#begun();
    if (!(await this.goOn(known))) this.#open.push(known);
  }

  #begun(): Known {
    const known: Known = { id: randomUUID(), files: new Map(), state: null };
    this.datasets.push(known);
    return known;
  }

  /** Goes on with a dataset from wherever it is, to the end of the chain. */
  async goOn(known: Known): Promise<boolean> {
    const { id } = known;
    const state = await this.#stateOf(id);
    if (state === undefined) return false;
    if (state === null) {
      // Not registered: what was not answered may not have been done.
      for (const name of ['a.csv', 'b.csv', 'large.bin']) if (!(await this.#upload(known, name))) return false;
      if (!(await this.#step(known, 'POST', 'dataset/register', datasetRequest('register', { id }), 'Staged')))
        return false;
      return this.goOn(known);
    }
    if (state === 'Staged') {
      if (!(await this.#step(known, 'PUT', 'dataset/load', datasetRequest('load', { id }), 'Loaded'))) return false;
      return this.goOn(known);
    }
    if (state === 'Loaded') {
      if (!(await this.#step(known, 'PUT', 'dataset/update', datasetRequest('update', { id }), 'Ready'))) return false;
    }
    return this.#query(known);
  }

  /** Everything that was answered is there, and every dataset comes to the end of the chain. */
  async checkAll(): Promise<void> {
    for (const known of this.datasets) {
      const state = await this.#stateOf(known.id);
      if (known.state !== null && (!state || ORDER.indexOf(state) < ORDER.indexOf(known.state))) {
        this.#found(`${known.id} was answered ${known.state} and is ${state}`);
      }
      if (!(await this.goOn(known))) this.#found(`${known.id} cannot go on`);
      for (const [name, sha256] of known.files) await this.#checkFile(known.id, name, sha256);
    }
    for (const id of this.results) {
      const answer = await this.#ask('GET', `dataset/${id}/file/output.csv`);
      if (answer?.text !== 's\n3\n') this.#found(`the result ${id} is ${answer?.status} ${answer?.text.slice(0, 100)}`);
    }
  }

  async #checkFile(id: string, name: string, sha256: string): Promise<void> {
    const answer = await this.#ask('GET', `dataset/${id}/file/${name}`);
    const there = createHash('sha256')
      .update(answer?.text ?? '')
      .digest('hex');
    if (answer?.status !== 200 || there !== sha256) this.#found(`${name} of ${id}: ${answer?.status}, another file`);
  }

  async #upload(known: Known, name: string): Promise<boolean> {
    // Some files are in flight when the service goes, so that every step of an upload is met.
    const text = name === 'large.bin' ? known.id.repeat(60_000) : 'x\n1\n2\n';
    const form = new FormData();
    form.set('dataset_id', known.id);
    form.set('file_name', name);
    form.set('file', new Blob([text]), name);
    const answer = await this.#ask('POST', 'data-workflow', form);
    if (answer === null) return false;
    const sha256 = createHash('sha256').update(text).digest('hex');
    if (
      answer.status === 200 &&
      (JSON.parse(answer.text) as { dataset: { sha256: string } }).dataset.sha256 === sha256
    ) {
      known.files.set(name, sha256);
      return true;
    }
    this.#found(`upload of ${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return false;
  }

  async #step(known: Known, method: string, path: string, graph: DatasetGraph, then: Known['state']): Promise<boolean> {
    const answer = await this.#ask(method, path, JSON.stringify(graph));
    if (answer === null) return false;
    if (answer.status === 200) {
      known.state = then;
      return true;
    }
    this.#found(`${path} of ${known.id}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return false;
  }

  async #query(known: Known): Promise<boolean> {
    const request = queryRequest('SELECT sum(x) s FROM {{arg1}}', [{ id: known.id, file: 'a.csv' }], {
      root: randomUUID(),
    });
    const answer = await this.#ask('POST', 'polyglot/query', JSON.stringify(request));
    if (answer === null) return false;
    if (answer.status !== 200) {
      // The service is ending, or many wait: it is asked again at the end.
      if (answer.status !== 503) this.#found(`query of ${known.id}: ${answer.status} ${answer.text.slice(0, 200)}`);
      return answer.status === 503;
    }
    const { ap } = JSON.parse(answer.text) as { ap: DatasetGraph };
    const edge = ap.edges.find(({ labels }) => labels.includes('output'));
    this.results.push(String(edge?.to));
    return true;
  }

  /** The state of a dataset; null where it is not registered, undefined where nobody answers. */
  async #stateOf(id: string): Promise<string | null | undefined> {
    const answer = await this.#ask('GET', `dataset/${id}`);
    if (answer === null) return undefined;
    if (answer.status === 404) return null;
    return (JSON.parse(answer.text) as { dataset: { status: string } }).dataset.status;
  }

  async #ask(method: string, path: string, body?: string | FormData): Promise<Answer> {
    try {
      const headers = typeof body === 'string' ? { 'Content-Type': 'application/json' } : undefined;
      const init = { method, ...(body !== undefined && { body }), ...(headers !== undefined && { headers }) };
      const response = await fetch(`${this.#url}/dmm/api/v1/${path}`, init);
      return { status: response.status, text: await response.text() };
    } catch {
      this.answersLost += 1;
      return null;
    }
  }
}
