import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A small file system in memory (needs root), which can be filled up. */
export class SmallDisk {
  readonly folder: string;
  readonly #ballast: string;

  /** @param at where its folder is made, `mebibytes` its size */
  constructor(at: string, mebibytes: number) {
    this.folder = join(at, 'small');
    this.#ballast = join(this.folder, 'ballast');
    mkdirSync(this.folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'halcyon-resilience', this.folder]);
  }

  /** Writes until no room is left. */
  fill(): void {
    for (let bytes = 1024 * 1024; bytes >= 4096; ) {
      try {
        appendFileSync(this.#ballast, Buffer.alloc(bytes));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        bytes /= 2;
      }
    }
  }

  /** Stays full for a time: what others remove meanwhile, such as a store after a merge, is room again. */
  async keepFull(forMs: number): Promise<void> {
    for (const end = performance.now() + forMs; performance.now() < end; ) {
      this.fill();
      await sleep(1_000);
    }
  }

  /** Writes for a while. @param mebibytes a second */
  async fillSlowly(mebibytes: number, seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      appendFileSync(this.#ballast, Buffer.alloc(mebibytes * 1024 * 1024));
      await sleep(1_000);
    }
  }

  /** Makes room again. */
  clear(): void {
    rmSync(this.#ballast, { force: true });
  }

  end(): void {
    execFileSync('umount', [this.folder]);
  }
}
