import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { NetworkScope } from '../../../schemas/network-scope.ts';
import type { Caller } from '../../../services/access/caller.ts';
import { heldRoles, networksOf } from '../../../services/access/roles.ts';
import type { DatasetDependencies } from '../../../services/datasets/dataset-dependencies.ts';
import type { DatasetNetworks } from '../../../services/datasets/networks/dataset-networks.ts';
import { register } from '../../../services/datasets/operations/register.ts';
import { arrive, takeUpload } from '../../../services/datasets/operations/take-upload.ts';
import { QueryRunner } from '../../../services/datasets/queries/query-runner.ts';
import { openObjectStore } from '../../../services/datasets/storage/open-object-store.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { troubledCatalogue } from '../stores/troubled-catalogue.ts';
import { datasetRequest } from './request-graphs.ts';

/** No network at all. */
export const NO_NETWORKS: DatasetNetworks = {
  list: async () => [],
  find: async () => null,
  assertNone: async () => undefined,
  write: async () => {
    throw new Error('there are no networks here');
  },
};

/** What the dataset service rests on, over a catalogue of the test's and a folder of its own. */
export interface DatasetFixture {
  readonly parts: DatasetDependencies;
  readonly folder: string;
  /** Uploads files of a dataset and registers it. */
  stage(id: string, files: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

/** An engine that has always done it already: it is another process's, and takes long. */
export const ONE_ROW: DatasetDependencies['queries'] = {
  check: async () => 'v1',
  run: async ({ folder }) => {
    const path = join(folder, 'output.csv');
    writeFileSync(path, 's\n3\n');
    return { path, engine: 'v1', rows: 1, bytes: 4, columns: [{ name: 's', type: 'BIGINT' }] };
  },
};

/** @param queries stands for the engine; the real one where not given */
export async function openDatasetFixture(
  catalogue: Catalogue,
  queries?: DatasetDependencies['queries'],
): Promise<DatasetFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-datasets-'));
  const storage = await openObjectStore(readConfiguration({ HALCYON_DATA: folder }));
  const runner = new QueryRunner({ timeMs: 30_000, memory: 2 ** 28, rows: 100_000, output: 2 ** 26, atOnce: 2 });
  const runs = join(folder, 'runs');
  const parts = {
    catalogue,
    storage,
    queries: queries ?? runner,
    networks: NO_NETWORKS,
    runs,
    scope: NetworkScope.everywhere,
  };
  return {
    parts,
    folder,
    stage: async (id, files) => {
      for (const [name, content] of Object.entries(files)) await uploadTo(parts, id, name, content);
      await register(parts, datasetRequest('register', { id }), null);
    },
    close: async () => {
      await runner.close();
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Uploads a file of a dataset. */
export async function uploadTo(
  parts: DatasetDependencies,
  dataset: string,
  name: string,
  content: string,
  caller: Caller | null = null,
): Promise<void> {
  const arrived = await arrive(parts, Readable.from([Buffer.from(content)]), new AbortController().signal);
  await takeUpload(parts, { dataset, name, arrived }, caller);
}

/** The same parts, whose catalogue first does what is asked for here, such as failing. */
export function troubledDatasets(
  parts: DatasetDependencies,
  trouble: () => Promise<void> | undefined,
): DatasetDependencies {
  return { ...parts, catalogue: troubledCatalogue(parts.catalogue, trouble) };
}

/** A caller with roles. */
export function callerWith(id: string, ...roles: string[]): Caller {
  const held = heldRoles(roles);
  const networks = networksOf(held, ['uploader']);
  return { id, username: id, client: 'web', expires: Number.POSITIVE_INFINITY, roles: held, networks, token: 'token' };
}
