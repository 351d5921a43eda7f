import { open, readFile, rename } from 'node:fs/promises';

/** How far a group has come in a topic, and what it noted with that. */
export interface Committed {
  readonly offset: number;
  readonly note: string;
}

/** Commits are written together so often [ms]: what was done in the last second before a crash is done again. */
const EVERY_MS = 1_000;

/** What groups have committed, in a file that is replaced as a whole. */
export class CommittedOffsets {
  readonly #path: string;
  readonly #committed: Map<string, Committed>;
  /** Called before commits are written: what they rest on is on the disk first. */
  readonly #before: () => Promise<void>;
  #isDirty = false;
  #writing: Promise<void> = Promise.resolve();
  readonly #clock: NodeJS.Timeout;

  private constructor(path: string, committed: Map<string, Committed>, before: () => Promise<void>) {
    this.#path = path;
    this.#committed = committed;
    this.#before = before;
    this.#clock = setInterval(() => {
      this.#writing = this.#writing.then(() => this.#write());
    }, EVERY_MS);
  }

  static async open(path: string, before: () => Promise<void>): Promise<CommittedOffsets> {
    let text = '{}';
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    const committed = new Map(Object.entries(JSON.parse(text) as Record<string, Committed>));
    return new CommittedOffsets(path, committed, before);
  }

  get(group: string, topic: string): Committed | undefined {
    return this.#committed.get(`${topic} ${group}`);
  }

  put(group: string, topic: string, committed: Committed): void {
    this.#committed.set(`${topic} ${group}`, committed);
    this.#isDirty = true;
  }

  /** Offset below which every group that ever read a topic has done everything; 0 where none has. */
  doneByAll(topic: string): number {
    const ofTopic = [...this.#committed].filter(([key]) => key.startsWith(`${topic} `));
    return ofTopic.length === 0 ? 0 : Math.min(...ofTopic.map(([, { offset }]) => offset));
  }

  async close(): Promise<void> {
    clearInterval(this.#clock);
    await this.#writing;
    await this.#write();
  }

  async #write(): Promise<void> {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    // Taken before the log is made safe: what is committed meanwhile waits for the next time.
    const text = JSON.stringify(Object.fromEntries(this.#committed));
    try {
      await this.#before();
      const draft = `${this.#path}.draft`;
      const file = await open(draft, 'w');
      try {
        await file.writeFile(text);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(draft, this.#path);
    } catch {
      // A disk that is full is looked at again: until then a crash has more done again.
      this.#isDirty = true;
    }
  }
}
