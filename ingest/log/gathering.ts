/** What is gathered, and how it is written. */
export interface GatheringDependencies<T> {
  /** Writes items in their order. */
  readonly write: (items: readonly T[]) => Promise<void>;
  /** Most items of one write; what comes together is never cut. */
  readonly most: number;
  /** True where items that could not be written together may be written apart: whose they are is then told from the rest. */
  readonly apart?: (error: unknown) => boolean;
}

interface Waiting<T> {
  readonly items: readonly T[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Makes few large writes out of what many bring: while one is under way, the next gathers. */
export class Gathering<T> {
  readonly #dependencies: GatheringDependencies<T>;
  #waiting: Waiting<T>[] = [];
  #writing: Promise<void> | null = null;

  constructor(dependencies: GatheringDependencies<T>) {
    this.#dependencies = dependencies;
  }

  /** Resolves when the items are written; rejects as the write does that they were part of. */
  add(items: readonly T[]): Promise<void> {
    const written = new Promise<void>((done, failed) => {
      this.#waiting.push({ items, done, failed });
    });
    this.#writing ??= this.#writeAll();
    return written;
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // What is brought at the same time comes along.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) await this.#write(this.#next());
    this.#writing = null;
  }

  async #write(group: readonly Waiting<T>[]): Promise<void> {
    try {
      await this.#dependencies.write(group.flatMap(({ items }) => items as T[]));
      for (const { done } of group) done();
    } catch (error) {
      if (group.length > 1 && this.#dependencies.apart?.(error) === true) {
        for (const one of group) await this.#write([one]);
      } else {
        for (const { failed } of group) failed(error);
      }
    }
  }

  #next(): Waiting<T>[] {
    let size = 0;
    let count = 0;
    do size += this.#waiting[count++].items.length;
    while (count < this.#waiting.length && size + this.#waiting[count].items.length <= this.#dependencies.most);
    return this.#waiting.splice(0, count);
  }
}
