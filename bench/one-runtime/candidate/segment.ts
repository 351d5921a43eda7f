import { ftruncateSync, writeSync } from 'node:fs';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { frameAt } from './frames.ts';

/** So many bytes lie between two places of the index. */
const INDEX_BYTES = 256 * 1024;
const DIGITS = 16;

/** A file of frames: the records of a topic from one offset on. */
export class Segment {
  readonly first: number;
  /** Offset behind its last record. */
  next: number;
  bytes = 0;
  readonly #path: string;
  #file: FileHandle | null = null;
  /** Offsets and where their frames begin, in order; made when it is first read where it was not written here. */
  #places: [offset: number, at: number][] = [];
  #indexed: boolean;

  private constructor(path: string, first: number, next: number, indexed: boolean) {
    this.#path = path;
    this.first = first;
    this.next = next;
    this.#indexed = indexed;
  }

  /** Offset that a file begins with; null where it is no segment. */
  static firstOf(name: string): number | null {
    return /^\d{16}\.log$/.test(name) ? Number(name.slice(0, DIGITS)) : null;
  }

  /** A segment that others follow: it is whole. */
  static closed(folder: string, first: number, next: number): Segment {
    return new Segment(pathOf(folder, first), first, next, false);
  }

  /** The segment that is appended to; what a crash has torn off its end is cut. */
  static async active(folder: string, first: number): Promise<Segment> {
    const path = pathOf(folder, first);
    const segment = new Segment(path, first, first, true);
    segment.#file = await open(path, 'a');
    const bytes = await readFile(path);
    for (let size = frameAt(bytes, 0); size > 0; size = frameAt(bytes, segment.bytes)) {
      segment.#note(segment.next, segment.bytes);
      segment.bytes += size;
      segment.next++;
    }
    if (segment.bytes < bytes.length) await segment.#file.truncate(segment.bytes);
    return segment;
  }

  /**
   * Appends frames; where they cannot all be written, none of them is there. To hand them to the memory of the system takes
   * less than to have another thread do it, for which readers would wait.
   */
  append(frames: readonly Buffer[]): void {
    const file = this.#file;
    if (file === null) throw new Error(`${this.#path} is closed`);
    const all = Buffer.concat(frames as Buffer[]);
    try {
      let written = 0;
      while (written < all.length) written += writeSync(file.fd, all, written);
    } catch (error) {
      ftruncateSync(file.fd, this.bytes);
      throw error;
    }
    for (const { length } of frames) {
      this.#note(this.next++, this.bytes);
      this.bytes += length;
    }
  }

  async sync(): Promise<void> {
    await this.#file?.datasync();
  }

  /** Nothing is appended any more. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.datasync();
    await file?.close();
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  /** Bytes that hold frames from an offset on, at most up to the next place of the index but one, and where the first is. */
  async read(from: number): Promise<{ readonly bytes: Buffer; readonly offset: number }> {
    const file = await open(this.#path, 'r');
    try {
      if (!this.#indexed) await this.#index(file);
      let k = this.#places.length - 1;
      while (k > 0 && this.#places[k][0] > from) k--;
      const [offset, at] = this.#places[k] ?? [this.first, 0];
      const end = this.#places[k + 1]?.[1] ?? this.bytes;
      const bytes = Buffer.allocUnsafe(end - at);
      await file.read(bytes, 0, bytes.length, at);
      return { bytes, offset };
    } finally {
      await file.close();
    }
  }

  async #index(file: FileHandle): Promise<void> {
    const bytes = await file.readFile();
    this.bytes = bytes.length;
    let offset = this.first;
    for (let at = 0, size = frameAt(bytes, 0); size > 0; at += size, size = frameAt(bytes, at))
      this.#note(offset++, at);
    this.#indexed = true;
  }

  #note(offset: number, at: number): void {
    const last = this.#places.at(-1);
    if (last === undefined || at - last[1] >= INDEX_BYTES) this.#places.push([offset, at]);
  }
}

function pathOf(folder: string, first: number): string {
  return join(folder, `${String(first).padStart(DIGITS, '0')}.log`);
}
