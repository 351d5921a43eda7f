import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HalcyonError } from '../../schemas/errors.ts';
import { pathReason } from '../../schemas/path-reason.ts';
import { makeFolder, syncFolder } from '../stores/data-folder.ts';
import { fileName, headName } from './audit-files.ts';
import { type AuditLine, lineOf, NO_HASH } from './audit-line.ts';

/** Records that wait for a disk that takes nothing; what comes beyond them is on standard error alone. */
const MOST_WAITING = 10_000;
/** Records that are written at once. */
const BATCH = 1_000;
/** A disk that took nothing is tried again so often [ms], and with each record. */
const AGAIN_MS = 5_000;

/** A record but for its place in the chain. */
export type Unchained = Omit<AuditLine, 'chain' | 'number' | 'prev' | 'hash'>;

export interface ChainWriterDependencies {
  /** Of the audit log; made where it is missing. */
  readonly folder: string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** Takes what could not be written, record by record, and why. */
  readonly logFailure: (line: string, cause: unknown) => void;
  /** Takes each record as it stands in its file, also where it does not get there. */
  readonly onLine: (record: AuditLine, line: string) => void;
}

interface Waiting {
  readonly day: string;
  readonly line: string;
  readonly number: number;
  readonly hash: string;
  /** Called once it is on disk, or could not be put there and was told of. */
  done: (() => void) | null;
}

/**
 * Writes the records of one run of a process, each with the hash of the one before, into a file a day. What the disk does not
 * take waits and is tried again; whoever recorded it goes on then.
 */
export class ChainWriter {
  readonly chain: string;
  readonly #dependencies: ChainWriterDependencies;
  readonly #waiting: Waiting[] = [];
  #number = 0;
  #hash = NO_HASH;
  #day = '';
  #file: { readonly handle: FileHandle; readonly day: string } | null = null;
  /** What is good of the file of a day [bytes]: what a failed write left behind it is cut off. */
  #good = { day: '', size: 0 };
  #writing: Promise<void> | null = null;
  #again: NodeJS.Timeout | null = null;
  /** The last record on disk, where the head does not say so yet. */
  #headDue: Pick<Waiting, 'number' | 'hash'> | null = null;
  #trouble: string | null = null;
  #lost = 0;

  constructor(dependencies: ChainWriterDependencies) {
    this.#dependencies = dependencies;
    const began = new Date(dependencies.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    this.chain = `${began}-${process.pid}-${randomBytes(2).toString('hex')}`;
  }

  /** Records that are not on disk though they should be, the last one while nothing says that the chain ends with it. */
  get unwritten(): number {
    if (this.#trouble === null) return 0;
    return this.#waiting.length + this.#lost + (this.#headDue === null ? 0 : 1);
  }

  /** Why nothing can be written, in words; null where it can. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** Writes a record. @returns once it is on disk, or could not be put there and was told of */
  write(record: Unchained): Promise<void> {
    if (this.#trouble !== null && this.#waiting.length >= MOST_WAITING) {
      this.#lost += 1;
      this.#tell(JSON.stringify(record), new Error(this.#trouble));
      return Promise.resolve();
    }
    const written = new Promise<void>((resolve) => this.#seal(record, resolve));
    this.#begin();
    return written;
  }

  /** Tries once more what waits, and closes the file. */
  async close(): Promise<void> {
    await this.#writing;
    this.#begin();
    await this.#writing;
    if (this.#again !== null) clearTimeout(this.#again);
    await this.#file?.handle.close().catch(() => undefined);
    this.#file = null;
  }

  #seal(record: Unchained, done: (() => void) | null): void {
    const number = this.#number + 1;
    const chained = { ...record, chain: this.chain, number, prev: this.#hash };
    const { line, hash } = lineOf(chained);
    this.#number = number;
    this.#hash = hash;
    // A clock that was put back does not open a day again.
    const day = record.time.slice(0, 10);
    if (day > this.#day) this.#day = day;
    this.#waiting.push({ day: this.#day, line, number, hash, done });
    this.#dependencies.onLine({ ...chained, hash }, line);
  }

  #begin(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
      // What came after the last look.
      if (this.#trouble === null && this.#waiting.length > 0) this.#begin();
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0 || this.#headDue !== null) {
      const batch = this.#nextBatch();
      try {
        if (batch.length > 0) await this.#append(batch[0].day, batch);
        this.#waiting.splice(0, batch.length);
        this.#headDue = batch.at(-1) ?? this.#headDue;
        if (this.#headDue !== null) await this.#writeHead(this.#headDue);
        this.#headDue = null;
        this.#well();
      } catch (error) {
        this.#failed(error);
        return;
      } finally {
        for (const one of batch) release(one);
      }
    }
  }

  /** What waits first, all of one day. */
  #nextBatch(): readonly Waiting[] {
    const end = this.#waiting.findIndex(({ day }) => day !== this.#waiting[0].day);
    return this.#waiting.slice(0, Math.min(end < 0 ? this.#waiting.length : end, BATCH));
  }

  async #append(day: string, batch: readonly Waiting[]): Promise<void> {
    const { handle } = await this.#fileOf(day);
    const bytes = Buffer.from(batch.map(({ line }) => `${line}\n`).join(''));
    try {
      await handle.appendFile(bytes);
      await handle.datasync();
      this.#good = { day, size: this.#good.size + bytes.length };
    } catch (error) {
      // What is there of it is cut off before anything else is written.
      this.#file = null;
      await handle.truncate(this.#good.size).catch(() => undefined);
      await handle.close().catch(() => undefined);
      throw error;
    }
  }

  async #fileOf(day: string): Promise<{ readonly handle: FileHandle }> {
    if (this.#file?.day === day) return this.#file;
    const { folder } = this.#dependencies;
    await this.#file?.handle.close();
    this.#file = null;
    await makeFolder(folder);
    // Before the first record: a chain without a head has lost it.
    if (this.#good.day === '') await this.#writeHead({ number: 0, hash: NO_HASH });
    const handle = await open(join(folder, fileName(day, this.chain)), 'a', 0o600);
    try {
      if (this.#good.day === day) await handle.truncate(this.#good.size);
      else this.#good = { day, size: 0 };
      await syncFolder(folder);
    } catch (error) {
      await handle.close();
      throw error;
    }
    this.#file = { handle, day };
    return this.#file;
  }

  async #writeHead({ number, hash }: Pick<Waiting, 'number' | 'hash'>): Promise<void> {
    const path = join(this.#dependencies.folder, headName(this.chain));
    const draft = `${path}.new`;
    await writeFile(draft, `${JSON.stringify({ number, hash })}\n`, { mode: 0o600 });
    await rename(draft, path);
  }

  #well(): void {
    this.#trouble = null;
    if (this.#lost === 0) return;
    const time = new Date(this.#dependencies.now()).toISOString();
    const nothing = { role: null, from: 'local', about: null, network: null, reason: null, request_id: null };
    const who = { id: null, username: null, client: null };
    const detail = 'they are on standard error';
    const told = { ...nothing, who, detail, count: this.#lost, since: null };
    this.#lost = 0;
    this.#seal({ time, action: 'audit.lose', result: 'failed', ...told }, null);
  }

  #failed(error: unknown): void {
    this.#trouble = pathReason(error instanceof HalcyonError ? error.cause : error);
    for (const one of this.#waiting) {
      if (one.done === null) continue;
      this.#tell(one.line, error);
      release(one);
    }
    this.#again ??= setTimeout(() => {
      this.#again = null;
      this.#begin();
    }, AGAIN_MS);
    this.#again.unref();
  }

  #tell(record: string, error: unknown): void {
    this.#dependencies.logFailure(`a record of the audit log is not on disk: ${record}`, error);
  }
}

function release(one: Waiting): void {
  one.done?.();
  one.done = null;
}
