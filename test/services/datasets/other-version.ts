import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { datasetError } from '../../../schemas/http/datasets/envelopes.ts';
import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';
import { patternAnswer } from '../../../services/cli/commands/datasets/dataset-answers.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { RunningApplication } from '../api/running-application.ts';
import { folderWithCatalogue } from '../stores/made-folders.ts';
import { DatasetClient, outputOf } from './dataset-client.ts';
import { type DatasetFixture, openDatasetFixture } from './dataset-fixture.ts';
import { datasetRequest } from './request-graphs.ts';

/** A node or an edge as clients of some version write it. */
export type Loose = Record<string, unknown>;
export type LooseGraph = { nodes: Loose[]; edges: Loose[] };

/** A request whose graph was changed. */
export function changed(graph: DatasetGraph, change: (graph: LooseGraph) => void): LooseGraph {
  const own = JSON.parse(JSON.stringify(graph)) as LooseGraph;
  change(own);
  return own;
}

export function withLabel({ nodes }: LooseGraph, label: string): Loose {
  const found = nodes.find(({ labels }) => (labels as string[]).includes(label));
  assert.ok(found !== undefined, label);
  return found;
}

/** The dataset service with a client of another version, for the tests of a block. */
export class OtherVersion {
  readonly running = new RunningApplication();
  readonly client = new DatasetClient(this.running);
  #catalogue: Catalogue | null = null;
  #fixture: DatasetFixture | null = null;

  get catalogue(): Catalogue {
    assert.ok(this.#catalogue !== null, 'it is started');
    return this.#catalogue;
  }

  async start(): Promise<void> {
    this.#catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    this.#fixture = await openDatasetFixture(this.#catalogue);
    this.running.parts.datasets = this.#fixture.parts;
    await this.running.start();
  }

  async stop(): Promise<void> {
    await this.running.stop();
    await this.#fixture?.close();
    await this.#catalogue?.close();
  }

  /** A loaded dataset with files of `x` values. */
  readonly loaded = async (...names: string[]) => {
    const id = randomUUID();
    for (const name of names) await this.client.upload(id, name, `x\n${names.indexOf(name) + 1}\n`);
    await this.client.register(datasetRequest('register', { id }));
    assert.equal((await this.client.load(datasetRequest('load', { id }))).status, 200);
    return id;
  };

  /** What a query answered with 200 found. */
  readonly found = async (request: unknown) => {
    const answer = await this.client.query(request);
    assert.equal(answer.status, 200, answer.text);
    const id = outputOf(answer.as(patternAnswer).ap)['@id'];
    return { ap: answer.as(patternAnswer).ap, text: (await this.client.get(`dataset/${id}/file/output.csv`)).text };
  };

  readonly refusal = async (request: unknown) => {
    const answer = await this.client.query(request);
    assert.equal(answer.status, 400, answer.text);
    return answer.as(datasetError).detail.error;
  };
}
