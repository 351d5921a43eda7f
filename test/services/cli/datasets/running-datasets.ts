import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandIo, runInFrame } from '../../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../../services/cli/halcyon-command.ts';
import type { DatasetDependencies } from '../../../../services/datasets/dataset-dependencies.ts';
import { CataloguePatterns } from '../../../../services/patterns/pattern-store.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../../services/stores/opening/open-catalogue.ts';
import { until } from '../../../until.ts';
import { FakeParts } from '../../api/fake-parts.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { type DatasetFixture, openDatasetFixture } from '../../datasets/dataset-fixture.ts';
import { folderWithCatalogue } from '../../stores/made-folders.ts';
import { recordedIo } from '../recorded-io.ts';

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The dataset API on a free port, a folder for files, and `halcyon dataset` as it is run there. */
export class RunningDatasets {
  readonly folder = mkdtempSync(join(tmpdir(), 'halcyon-commands-'));
  /** Data folder of the commands: no system runs on it, unless a test starts one. */
  readonly dataFolder = join(this.folder, 'data');
  readonly running: RunningApplication;
  #catalogue: Catalogue | null = null;
  #fixture: DatasetFixture | null = null;

  /** @param environment settings of the services */
  constructor(environment: Record<string, string> = {}) {
    this.running = new RunningApplication(new FakeParts(environment));
    mkdirSync(this.dataFolder);
  }

  get fixture(): DatasetFixture {
    if (this.#fixture === null) throw new Error('not started');
    return this.#fixture;
  }

  /** @param queries stands for the engine; the real one where not given */
  async start(queries?: DatasetDependencies['queries'], changes: Partial<DatasetDependencies> = {}): Promise<this> {
    this.#catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    this.#fixture = await openDatasetFixture(this.#catalogue, queries);
    this.running.parts.datasets = { ...this.#fixture.parts, ...changes };
    this.running.parts.patternStore = new CataloguePatterns(this.#catalogue, Date.now);
    await this.running.start();
    return this;
  }

  async stop(): Promise<void> {
    await this.running.stop();
    await this.#fixture?.close();
    await this.#catalogue?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A file in the folder. */
  file(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  halcyon(...argv: string[]): Promise<Ended> {
    return this.halcyonWith({}, ...argv);
  }

  /** `halcyon dataset ...`, with an environment that names the services unless another one is given. */
  async halcyonWith(changes: Partial<CommandIo>, ...argv: string[]): Promise<Ended> {
    const environment = { HALCYON_DATA: this.dataFolder, HALCYON_PUBLIC_URL: this.running.listening.url };
    const io = recordedIo({ environment, ...changes });
    const code = await runInFrame(halcyonCommand, ['dataset', ...argv], io);
    return { code, out: io.out(), err: io.err() };
  }

  /** Everything that lies in the storage, what is not finished too. */
  lying(): string[] {
    const files = join(this.fixture.folder, 'files');
    return readdirSync(files, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  }

  /** What lies in the storage once the service has noticed that a client went away. */
  async lyingAfter(expected: readonly string[]): Promise<string[]> {
    await until('as much lies there as is expected', () => this.lying().length === expected.length);
    return this.lying();
  }
}

/** Fails with what a command said where it did not succeed; resolves with its lines. */
export function linesOf({ code, out, err }: Ended): string[] {
  if (code !== 0) throw new Error(`exit ${code}: ${err}`);
  return out.split('\n').slice(0, -1);
}
