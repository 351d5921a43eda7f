import assert from 'node:assert/strict';
import type { ClickHouseClient } from '@clickhouse/client';
import { StoreClient } from '../../../../services/stores/clickhouse/store-client.ts';
import type { StoreTransport } from '../../../../services/stores/clickhouse/store-transport.ts';

/** A store that is away until it is let back; counts what it is asked. */
class AwayStore implements StoreTransport {
  readonly database = 'halcyon';
  readonly title = 'the store of this test';
  away = true;
  asked = 0;
  recoveries = 0;
  /** Of the client only what a command needs. */
  readonly client = {
    command: async () => {
      this.asked += 1;
      if (this.away) throw new Error('connect ECONNREFUSED');
    },
  } as unknown as ClickHouseClient;
  async recover(): Promise<void> {
    this.recoveries += 1;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  async close(): Promise<void> {}
}

describe('the client of the time series', () => {
  it('waits for a store that has just gone, and asks one that has been away for longer once more only', async () => {
    let now = 0;
    const store = new AwayStore();
    const recover = store.recover.bind(store);
    store.recover = async () => {
      now += 500;
      await recover();
    };
    const client = new StoreClient(store, 30_000, () => now);
    await assert.rejects(client.command('SELECT 1'), { code: 'store_unavailable' });
    assert.equal(store.asked, 61);

    store.asked = 0;
    await assert.rejects(client.command('SELECT 1'), { code: 'store_unavailable' });
    assert.deepEqual([store.asked, store.recoveries], [2, 61]);

    // Back again, and away again: waited for as the first time.
    store.away = false;
    await client.command('SELECT 1');
    store.away = true;
    store.asked = 0;
    await assert.rejects(client.command('SELECT 1'), { code: 'store_unavailable' });
    assert.equal(store.asked, 61);
  });
});
