import type { ClickHouseClient } from '@clickhouse/client';
import { HalcyonError } from '../../../../schemas/errors.ts';
import type { StoreTransport } from '../../../../services/stores/clickhouse/store-transport.ts';

/** What the statements of a process that was killed are answered. */
export class Killed extends HalcyonError {
  constructor() {
    super('internal', 'this process was killed');
  }
}

/** The way to a store of a process that is killed before its statement of some number, and says nothing any more. */
export class CutShort implements StoreTransport {
  readonly client: ClickHouseClient;
  readonly database: string;
  readonly title: string;
  readonly #recover: () => Promise<void>;

  /**
   * @param left statements that it still makes
   * @param before done before each of them
   */
  constructor(transport: StoreTransport, left: number, before: () => Promise<void>) {
    this.database = transport.database;
    this.title = transport.title;
    this.#recover = () => transport.recover();
    const { client } = transport;
    let made = 0;
    const unlessKilled = async <T>(statement: () => Promise<T>): Promise<T> => {
      if (made++ >= left) throw new Killed();
      await before();
      return statement();
    };
    this.client = {
      query: (asked: Parameters<ClickHouseClient['query']>[0]) => unlessKilled(() => client.query(asked)),
      command: (asked: Parameters<ClickHouseClient['command']>[0]) => unlessKilled(() => client.command(asked)),
      exec: (asked: Parameters<ClickHouseClient['exec']>[0]) => unlessKilled(() => client.exec(asked)),
    } as unknown as ClickHouseClient;
  }

  recover(): Promise<void> {
    return this.#recover();
  }

  async close(): Promise<void> {}
}
