import { setInterval, setTimeout as sleep } from 'node:timers/promises';
import { HalcyonError } from '../../../schemas/errors.ts';
import { literal } from './conditions.ts';
import { capital, type StoreClient } from './store-client.ts';

/** A turn is a table of this name and a number; to make one is to have it, as the engine makes each name once. */
const PREFIX = 'migrating_';
/** Wait between two signs of life, and between two looks at another's [ms]. */
const BEAT_MS = 2_000;
/** Age of the last sign of life from which a turn is free for others: its process was killed, or hangs [s]. */
const DEAD_S = 15;

/** The right to move the tables of a store, which one process has at a time, until it gives it back or is gone. */
export class MigrationTurn {
  readonly #client: StoreClient;
  readonly #number: number;

  private constructor(client: StoreClient, number: number) {
    this.#client = client;
    this.#number = number;
  }

  /**
   * Does a piece of work in turn: processes that start at the same time wait for each other.
   *
   * @param say told once where another process is waited for
   */
  static async take<T>(
    client: StoreClient,
    say: (line: string) => void,
    work: (turn: MigrationTurn) => Promise<T>,
  ): Promise<T> {
    const turn = new MigrationTurn(client, await nextTurn(client, say));
    const ended = new AbortController();
    await turn.#beat();
    const beating = turn.#keepBeating(ended.signal);
    try {
      return await work(turn);
    } finally {
      ended.abort();
      await beating;
      await turn.#release();
    }
  }

  /** @throws HalcyonError `store_unavailable` where another process has taken this for dead and has the turn now */
  async assertHeld(): Promise<void> {
    const [newest] = await turnsOf(this.#client);
    if (newest?.number === this.#number) return;
    throw new HalcyonError(
      'store_unavailable',
      `${capital(this.#client.title)} is being brought up to date by another process, as this one gave no sign of life for ${DEAD_S} s.`,
    );
  }

  async #keepBeating(signal: AbortSignal): Promise<void> {
    try {
      // A beat that fails is the work's to notice: it asks the same store.
      for await (const _ of setInterval(BEAT_MS, undefined, { signal })) await this.#beat().catch(() => undefined);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #beat(): Promise<void> {
    await this.#client.command(`INSERT INTO ${PREFIX}${this.#number} (at) VALUES (now64(3))`);
  }

  async #release(): Promise<void> {
    for (const { number } of await turnsOf(this.#client)) {
      if (number <= this.#number) await this.#client.command(`DROP TABLE IF EXISTS ${PREFIX}${number} SYNC`);
    }
  }
}

/** A turn that was taken, and how long ago its process gave the last sign of life [s]. */
interface TakenTurn {
  readonly number: number;
  readonly age: number;
}

async function nextTurn(client: StoreClient, say: (line: string) => void): Promise<number> {
  for (let said = false; ; ) {
    const [newest] = await turnsOf(client);
    if (newest === undefined || newest.age > DEAD_S) {
      const number = (newest?.number ?? 0) + 1;
      if (await made(client, number)) return number;
      continue;
    }
    if (!said) say(`Waiting for another process, which brings the tables of ${client.title} up to date.`);
    said = true;
    await sleep(BEAT_MS);
  }
}

/** True where this process has made the turn; false where another one was first. */
async function made(client: StoreClient, number: number): Promise<boolean> {
  try {
    await client.command(
      `CREATE TABLE ${PREFIX}${number} (at DateTime64(3, 'UTC')) ENGINE = MergeTree ORDER BY at COMMENT 'a process moves tables'`,
    );
    return true;
  } catch (error) {
    if ((await turnsOf(client)).some((turn) => turn.number >= number)) return false;
    throw error;
  }
}

/** The turns that are taken, the newest first. */
async function turnsOf(client: StoreClient): Promise<TakenTurn[]> {
  const tables = await client.rows<[name: string, age: number]>(
    `SELECT name, dateDiff('second', metadata_modification_time, now()) FROM system.tables
     WHERE database = currentDatabase() AND startsWith(name, ${literal(PREFIX)})`,
  );
  const turns = await Promise.all(
    tables.map(async ([name, made]): Promise<TakenTurn> => {
      const number = Number(name.slice(PREFIX.length));
      try {
        const [[beats, age]] = await client.rows<[number, number]>(
          `SELECT count(), dateDiff('second', max(at), now64(3)) FROM ${name}`,
        );
        return { number, age: beats === 0 ? made : age };
      } catch (error) {
        // It was given back meanwhile.
        if (!(error instanceof HalcyonError) || error.code !== 'store_unreadable') throw error;
        return { number, age: Number.POSITIVE_INFINITY };
      }
    }),
  );
  return turns.sort((a, b) => b.number - a.number);
}
