import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileFormat, QueryFile } from '../../../../services/datasets/queries/query-runner.ts';

/** A folder with files to be given and a new empty folder for each run. */
export class RunFolders {
  readonly root: string;
  /** Folder of the runs. */
  readonly runs: string;
  #made = 0;

  private constructor(root: string) {
    this.root = root;
    this.runs = join(root, 'runs');
  }

  static async make(): Promise<RunFolders> {
    const folders = new RunFolders(await mkdtemp(join(tmpdir(), 'halcyon-queries-')));
    await mkdir(folders.runs);
    await mkdir(join(folders.root, 'data'));
    return folders;
  }

  /** A file that a query can be given, by another name than it is kept under; written where it has a content. */
  async file(name: string, format: FileFormat, content?: string): Promise<QueryFile> {
    this.#made += 1;
    const path = join(this.root, 'data', `kept-${this.#made}`);
    if (content !== undefined) await writeFile(path, content);
    return { path, name, format };
  }

  /** A new folder for a run. */
  async next(): Promise<string> {
    this.#made += 1;
    const folder = join(this.runs, `run-${this.#made}`);
    await mkdir(folder);
    return folder;
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}
