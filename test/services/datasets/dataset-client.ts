import { readFileSync } from 'node:fs';
import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { datasetAnswer, listAnswer } from '../../../services/cli/commands/datasets/dataset-answers.ts';
import type { Received, RunningApplication } from '../api/running-application.ts';

/** The dataset API as a client of the platform uses it. */
export class DatasetClient {
  readonly #running: RunningApplication;

  constructor(running: RunningApplication) {
    this.#running = running;
  }

  upload(dataset: string, name: string, content: string | Uint8Array<ArrayBuffer>): Promise<Received> {
    const form = new FormData();
    form.set('dataset_id', dataset);
    form.set('file', new Blob([content]), name);
    form.set('file_name', name);
    return this.#running.request('/dmm/api/v1/data-workflow', { method: 'POST', body: form });
  }

  register(graph: unknown): Promise<Received> {
    return this.#running.json('POST', '/dmm/api/v1/dataset/register', graph);
  }

  load(graph: unknown): Promise<Received> {
    return this.#running.json('PUT', '/dmm/api/v1/dataset/load', graph);
  }

  update(graph: unknown): Promise<Received> {
    return this.#running.json('PUT', '/dmm/api/v1/dataset/update', graph);
  }

  query(graph: unknown): Promise<Received> {
    return this.#running.json('POST', '/dmm/api/v1/polyglot/query', graph);
  }

  get(path: string): Promise<Received> {
    return this.#running.request(`/dmm/api/v1/${path}`);
  }

  /** A dataset as it is shown alone. */
  async dataset(id: string | number) {
    return (await this.get(`dataset/${id}`)).as(datasetAnswer).dataset;
  }

  /** Ids of the datasets of one page of the list. */
  async listed(search = ''): Promise<(string | number)[]> {
    return (await this.get(`dataset${search}`)).as(listAnswer).datasets.map((one) => one['@id']);
  }
}

/** A graph that was sent and is compared with the one that came back. */
export function sent(path: string): DatasetGraph {
  return JSON.parse(readFileSync(path, 'utf8')) as DatasetGraph;
}

/** A graph in which every text has been changed. */
export function replaced(graph: DatasetGraph, from: string, to: string): DatasetGraph {
  return JSON.parse(JSON.stringify(graph).replaceAll(from, to)) as DatasetGraph;
}

/** The node behind an operator's edge `output`. */
export function outputOf(graph: DatasetGraph): GraphNode {
  const edge = graph.edges.find(({ labels }) => labels.includes('output'));
  const found = graph.nodes.find((node) => node['@id'] === edge?.to);
  if (found === undefined) throw new Error('there is no output');
  return found;
}
