import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { StoreTransport } from './store-transport.ts';

/** Wait before a request to a server that did not answer is repeated [ms]. */
const RETRY_MS = 500;

/** The way to a ClickHouse server by its URL, which may hold user, password and, as its path, a database. */
export class ServerTransport implements StoreTransport {
  readonly client: ClickHouseClient;
  readonly database: string;
  readonly title: string;

  /** @throws HalcyonError `invalid_configuration` where `url` is no http or https URL */
  constructor(url: string) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new HalcyonError('invalid_configuration', 'CLICKHOUSE_URL should be a URL such as http://localhost:8123.');
    }
    const server = new URL(url);
    this.title = `the ClickHouse server at ${server.host}`;
    this.database = decodeURIComponent(server.pathname.slice(1)) || 'halcyon';
    // Each statement names its database, so that the first one can be the one that makes it.
    server.pathname = '/';
    this.client = createClient({
      url: server,
      request_timeout: 600_000,
      max_open_connections: 12,
      log: { level: ClickHouseLogLevel.OFF },
    });
  }

  async recover(): Promise<void> {
    await sleep(RETRY_MS);
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}
