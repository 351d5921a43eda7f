import type { ClickHouseClient } from '@clickhouse/client';

/** The way to a ClickHouse: a server's URL, or the embedded engine's socket. All that differs between the two. */
export interface StoreTransport {
  /** The client to use now; another one after `recover`. */
  readonly client: ClickHouseClient;
  /** Database that holds the tables. */
  readonly database: string;
  /** In words, for messages; without credentials. */
  readonly title: string;
  /** Resolves when a request that failed for lack of a connection is worth repeating. */
  recover(): Promise<void>;
  close(): Promise<void>;
}
