import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { datasetRequest } from '../../services/datasets/request-graphs.ts';
import {
  datasetsOf,
  filesByDataset,
  type KeptRequest,
  keptRequests,
  type NamedDataset,
  type Operation,
  withOwnIds,
} from './sent-request.ts';

const PLACES: Readonly<Record<Operation, readonly [method: string, path: string]>> = {
  register: ['POST', 'dataset/register'],
  load: ['PUT', 'dataset/load'],
  update: ['PUT', 'dataset/update'],
  query: ['POST', 'polyglot/query'],
};

/** What files hold that the folder of files has not; the columns are those that kept queries name. */
const MADE_UP = 'date,energy_mwh,Identifier,Id,Username\n2025-05-01,1,1,1,booker12\n';

/** What is sent, and with what. */
export interface SentRequests {
  /** Folder of the requests. */
  readonly requests: string;
  /** Folder of files of datasets, by their names; '' where there is none. */
  readonly files: string;
}

/**
 * Sends the requests of a folder, as clients of another version of the platform have sent them, to a running system: once one
 * after the other in the order of their dates, and once each by itself, with the datasets that it is about in the state that it
 * is for.
 *
 * @returns how many are answered 200, and each other with its message
 */
export async function requests({ requests: folder, files }: SentRequests) {
  const kept = keptRequests(folder);
  const names = filesByDataset(kept);
  const data = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
  const service = await HalcyonProcess.on({ environment: { HALCYON_DATA: join(data, 'data') }, only: 'datasets' });
  const client = new Client(service, files);
  try {
    await service.start();
    const inOrder: string[] = [];
    for (const request of kept) {
      await client.prepareInOrder(request, datasetsOf(request.text, names));
      inOrder.push(...(await client.send(request)));
    }
    const alone: string[] = [];
    for (const request of kept) {
      const { text, before } = withOwnIds(request.text);
      const known = new Map([...before].map(([fresh, id]) => [fresh, names.get(id) ?? []]));
      await client.prepareAlone(request.operation, datasetsOf(text, known));
      alone.push(...(await client.send({ ...request, text })));
    }
    const count = (refused: readonly string[]) => `${kept.length - refused.length} of ${kept.length}`;
    console.log('in the order of their dates:');
    for (const line of inOrder) console.log(`  ${line}`);
    console.log('each by itself:');
    for (const line of alone) console.log(`  ${line}`);
    const line = `answered 200 in the order of their dates: ${count(inOrder)}, each by itself: ${count(alone)}`;
    return { line, problems: [] };
  } finally {
    await service.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

class Client {
  readonly #service: HalcyonProcess;
  readonly #files: string;

  constructor(service: HalcyonProcess, files: string) {
    this.#service = service;
    this.#files = files;
  }

  /** Does what a client has done before a request, where nobody has: uploads files; and makes the datasets of a query. */
  async prepareInOrder({ operation }: KeptRequest, datasets: readonly NamedDataset[]): Promise<void> {
    for (const dataset of datasets) {
      const known = (await this.#ask('GET', `dataset/${dataset.id}`)).status === 200;
      if (operation === 'register' && !known) await this.#upload(dataset.folder, dataset.files);
      if (operation === 'query' && !known) await this.#make(dataset, 'query');
    }
  }

  /** Brings the datasets of a request to the state that it is for. */
  async prepareAlone(operation: Operation, datasets: readonly NamedDataset[]): Promise<void> {
    for (const dataset of datasets) {
      if (operation === 'register') await this.#upload(dataset.folder, dataset.files);
      else await this.#make(dataset, operation);
    }
  }

  /** Sends a request; resolves with a line of what is answered where it is not 200. */
  async send({ name, operation, text }: KeptRequest): Promise<string[]> {
    const { status, body } = await this.#ask(...PLACES[operation], text);
    return status === 200 ? [] : [`${name}: ${status} ${body.slice(0, 400)}`];
  }

  /** Uploads, registers and loads a dataset, in the form of the interface document. */
  async #make({ id, folder, files }: NamedDataset, before: Operation): Promise<void> {
    await this.#upload(folder, files);
    const asked = { id, properties: { archivedAt: `s3://scratchpad/${folder}` } };
    await this.#ask('POST', 'dataset/register', JSON.stringify(datasetRequest('register', asked)));
    if (before !== 'load') await this.#ask('PUT', 'dataset/load', JSON.stringify(datasetRequest('load', { id })));
  }

  async #upload(id: string, names: readonly string[]): Promise<void> {
    for (const name of names.length === 0 ? ['data.csv'] : names) {
      const path = join(this.#files, name);
      const form = new FormData();
      form.set('dataset_id', id);
      form.set('file_name', name);
      form.set('file', new Blob([this.#files !== '' && existsSync(path) ? readFileSync(path) : MADE_UP]), name);
      await this.#ask('POST', 'data-workflow', form);
    }
  }

  async #ask(method: string, path: string, body?: string | FormData): Promise<{ status: number; body: string }> {
    const headers = typeof body === 'string' ? { 'Content-Type': 'application/json' } : undefined;
    const response = await fetch(`${this.#service.url}/dmm/api/v1/${path}`, {
      method,
      ...(body !== undefined && { body }),
      ...(headers !== undefined && { headers }),
    });
    return { status: response.status, body: await response.text() };
  }
}
