import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import type { Logger } from '../../schemas/logger.ts';

/** What came, by its key, and when it was taken in or judged, ms since the epoch. */
export interface Arrival {
  /** Eight bytes of a digest, as latin1 text. */
  readonly key: string;
  readonly stamp: number;
}

/** What the file begins with: what it is, which journal, number of its first arrival, when it was begun [ms]. */
const MAGIC = Buffer.from('HALCYON1');
const KEY_BYTES = 8;
const HEADER_BYTES = MAGIC.length + KEY_BYTES + 8 + 8;
const ARRIVAL_BYTES = KEY_BYTES + 8;
/** The file is written anew when it holds so many times what is looked at. */
const SLACK = 4;

/**
 * The order in which things came to this data folder, over restarts: the embedded log forgets it, and the store does not
 * tell it. The n-th arrival ever has the number n; only the newest are known. It is written before anybody is told, so that
 * no number that was told stands for something else later, however the process ends.
 */
export class ArrivalJournal {
  readonly #path: string;
  readonly #capacity: number;
  #file: FileHandle;
  #id: Buffer;
  #begun: number;
  #arrivals: Arrival[];
  readonly #numbers = new Map<string, number>();
  /** Number of the first that is in the file, and of the first that is known. */
  #firstInFile: number;
  #first: number;
  /** True while the file does not hold what came. */
  #broken = false;
  readonly #logger: Logger;

  private constructor(path: string, capacity: number, file: FileHandle, read: Contents, logger: Logger) {
    this.#logger = logger;
    this.#path = path;
    this.#capacity = capacity;
    this.#file = file;
    this.#id = read.id;
    this.#begun = read.begun;
    this.#firstInFile = read.first;
    this.#first = read.first;
    this.#arrivals = [];
    for (const arrival of read.arrivals) this.#put(arrival);
  }

  /** True where a folder has one. */
  static async isThere(path: string): Promise<boolean> {
    return stat(path).then(
      () => true,
      () => false,
    );
  }

  /**
   * Opens the journal of a file, or begins a new one where there is none, or what is there is none.
   *
   * @param capacity how many of the newest arrivals are looked at
   * @param now ms since the epoch
   * @param say takes a line for the operator where what is there could not be used, or nothing can be written
   * @throws what the file system throws where it can neither be read nor made
   */
  static async open(path: string, capacity: number, now: number, logger: Logger): Promise<ArrivalJournal> {
    let read: Contents | null = null;
    try {
      read = await contentsOf(path);
      if (read === null) logger.warn(`${path} is no journal of this version and is begun anew`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') logger.warn(`${path} is begun anew`, { cause: error });
    }
    const contents = read ?? begin(now);
    // Written anew as well where the end was torn off: what follows has to begin where an arrival does.
    return new ArrivalJournal(path, capacity, await written(path, contents), contents, logger);
  }

  /** Names the journal: numbers of another are none of this. */
  get id(): string {
    return this.#id.toString('hex');
  }

  /** Number of the first arrival that is known, and of the next. */
  get first(): number {
    return this.#first;
  }

  get next(): number {
    return this.#first + this.#arrivals.length;
  }

  /** Before this nothing came to it, ms since the epoch. */
  get begun(): number {
    return this.#begun;
  }

  /** Those that are known, in order. */
  get arrivals(): readonly Arrival[] {
    return this.#arrivals;
  }

  /** Number of an arrival that is known; undefined where it is not. */
  numberOf(key: string): number | undefined {
    return this.#numbers.get(key);
  }

  /**
   * Adds what came, none of which is known; resolves when it is written, or known not to be, which is told.
   *
   * @returns number of the first of them
   */
  async add(arrivals: readonly Arrival[]): Promise<number> {
    const number = this.next;
    for (const arrival of arrivals) this.#put(arrival);
    try {
      if (this.#broken || this.next - this.#firstInFile > SLACK * this.#capacity) await this.#writeAnew();
      else await this.#file.appendFile(bytesOf(arrivals));
      this.#broken = false;
    } catch (error) {
      if (!this.#broken) this.#logger.warn(`${this.#path} cannot be written`, { cause: error });
      this.#broken = true;
      // What it holds no longer says what was told: who comes back after a restart has to load anew.
      await rm(this.#path, { force: true }).catch(() => undefined);
    }
    return number;
  }

  /** Begins another in its place: nothing that came before can be told in order. */
  async beginAnew(now: number): Promise<void> {
    const contents = begin(now);
    this.#id = contents.id;
    this.#begun = contents.begun;
    this.#first = contents.first;
    this.#arrivals = [];
    this.#numbers.clear();
    await this.#writeAnew();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  #put(arrival: Arrival): void {
    this.#numbers.set(arrival.key, this.next);
    this.#arrivals.push(arrival);
    // Cut now and then: to take one off the front moves all others.
    if (this.#arrivals.length < 2 * this.#capacity) return;
    const dropped = this.#arrivals.splice(0, this.#arrivals.length - this.#capacity);
    this.#first += dropped.length;
    for (const { key } of dropped) if ((this.#numbers.get(key) ?? 0) < this.#first) this.#numbers.delete(key);
  }

  async #writeAnew(): Promise<void> {
    const contents = { id: this.#id, begun: this.#begun, first: this.#first, arrivals: this.#arrivals };
    const file = await written(this.#path, contents);
    await this.#file.close();
    this.#file = file;
    this.#firstInFile = this.#first;
  }
}

interface Contents {
  readonly id: Buffer;
  readonly first: number;
  readonly begun: number;
  readonly arrivals: readonly Arrival[];
}

function begin(now: number): Contents {
  return { id: randomBytes(KEY_BYTES), first: 1, begun: now, arrivals: [] };
}

/** Writes a whole journal in the place of the one that is there; stays open for more. */
async function written(path: string, { id, first, begun, arrivals }: Contents): Promise<FileHandle> {
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, 'w', 0o600);
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    MAGIC.copy(header);
    id.copy(header, MAGIC.length);
    header.writeDoubleLE(first, MAGIC.length + KEY_BYTES);
    header.writeDoubleLE(begun, MAGIC.length + KEY_BYTES + 8);
    await file.appendFile(Buffer.concat([header, bytesOf(arrivals)]));
    await rename(draft, path);
    return file;
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
}

/** What a file holds, up to the last whole arrival; null where it is no journal. */
async function contentsOf(path: string): Promise<Contents | null> {
  const file = await open(path, 'r');
  try {
    const bytes = await file.readFile();
    if (bytes.length < HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null;
    const arrivals: Arrival[] = [];
    for (let at = HEADER_BYTES; at + ARRIVAL_BYTES <= bytes.length; at += ARRIVAL_BYTES) {
      const key = bytes.toString('latin1', at, at + KEY_BYTES);
      arrivals.push({ key, stamp: bytes.readDoubleLE(at + KEY_BYTES) });
    }
    const id = Buffer.from(bytes.subarray(MAGIC.length, MAGIC.length + KEY_BYTES));
    const first = bytes.readDoubleLE(MAGIC.length + KEY_BYTES);
    return { id, first, begun: bytes.readDoubleLE(MAGIC.length + KEY_BYTES + 8), arrivals };
  } finally {
    await file.close();
  }
}

function bytesOf(arrivals: readonly Arrival[]): Buffer {
  const bytes = Buffer.alloc(arrivals.length * ARRIVAL_BYTES);
  for (const [k, { key, stamp }] of arrivals.entries()) {
    bytes.write(key, k * ARRIVAL_BYTES, 'latin1');
    bytes.writeDoubleLE(stamp, k * ARRIVAL_BYTES + KEY_BYTES);
  }
  return bytes;
}
