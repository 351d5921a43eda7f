import { ClickHouseStore } from '../clickhouse/clickhouse-store.ts';
import { addElementColumns } from '../clickhouse/element-columns.ts';
import { mergeLessOften } from '../clickhouse/fewer-merges.ts';
import { assertMigrated, migrate, migrateUpTo } from '../clickhouse/migrate.ts';
import { type AgingTable, removeOlder } from '../clickhouse/older-records.ts';
import { beginRestoring } from '../clickhouse/restoring.ts';
import { ServerTransport } from '../clickhouse/server-transport.ts';
import { StoreClient } from '../clickhouse/store-client.ts';
import type { StoreTransport } from '../clickhouse/store-transport.ts';
import { TableCopies } from '../clickhouse/table-copies.ts';
import { markMade, prepareDataFolder } from '../data-folder.ts';
import { assertInstalled } from '../embedded-engines.ts';
import { EngineAccess } from '../engine/engine-access.ts';
import type { OwnerRole } from '../owner-file.ts';

/** How long a system and a command wait for another process that holds the data folder [ms]. */
const WAIT_MS: Readonly<Record<OwnerRole, number>> = { system: 60_000, command: 15_000 };

/** Which time series to open, and how. */
export interface TimeSeriesOptions {
  /** A ClickHouse server; '' or absent: the embedded engine in `dataFolder`. */
  readonly clickhouseUrl?: string;
  readonly dataFolder: string;
  /** A system owns the folder while it runs; a command (the default) also works through another owner. */
  readonly role?: OwnerRole;
  /** False: nothing is made; a folder or server without a store of this version is refused. Default true. */
  readonly create?: boolean;
  /** Given for a restore: the store has to be empty, and gets the tables of the steps up to this one. */
  readonly restoredStep?: number;
  /** Told in a line when opening has to wait for another process, and how far tables that are stored anew have come. */
  readonly say?: (line: string) => void;
  /** Told when the embedded folder is this process's, before its tables are looked at; never of a server. */
  readonly onHeld?: () => void;
  /** How long to wait for another process that holds the folder [ms]. */
  readonly waitMs?: number;
  /** How long a request is repeated while the store does not answer [ms], default 30,000. */
  readonly patienceMs?: number;
}

/** An open time series, and where it is. */
export class OpenedTimeSeries extends ClickHouseStore {
  /** In words, for messages: a server's host, a folder. */
  readonly title: string;
  /** Its tables as text, for back-ups. */
  readonly copies: TableCopies;
  /** True where it is filled again after a restore that was not finished. */
  readonly restoredAgain: boolean;
  readonly #client: StoreClient;
  readonly #engine: EngineAccess | null;

  constructor(client: StoreClient, engine: EngineAccess | null, restoredAgain = false) {
    super(client);
    this.#client = client;
    this.title = client.title;
    this.copies = new TableCopies(client);
    this.restoredAgain = restoredAgain;
    this.#engine = engine;
  }

  /** True where this process owns an embedded engine. */
  get ownsEngine(): boolean {
    return this.#engine?.owns ?? false;
  }

  /** Process id of the engine that this process owns, null where it owns none. */
  get enginePid(): number | null {
    return this.#engine?.enginePid ?? null;
  }

  /** Removes what is older than `before` [ms since the epoch]; resolves with the number of partitions, or dead letters. */
  removeOlder(table: AgingTable, before: number): Promise<number> {
    return removeOlder(this.#client, table, before);
  }

  /** Tells other processes that find the data folder where this system's services are reached. */
  async publish(url: string): Promise<void> {
    await this.#engine?.publish(url);
  }
}

/**
 * Opens the time series and, with `create`, brings its tables up to date: a server where `clickhouseUrl` is given, else the embedded
 * engine, through the process that owns it where one does.
 *
 * @throws HalcyonError `store_unavailable` (a server that does not answer), `store_locked` (a process holds the folder and
 * does not let go), `store_unreadable` (what is there is no store of this version), `cannot_write`, `conflict` (a restore
 * into what is not empty), `invalid_configuration` (the embedded engine is not installed)
 */
export async function openTimeSeries(options: TimeSeriesOptions): Promise<OpenedTimeSeries> {
  const url = options.clickhouseUrl ?? '';
  if (url !== '') return ready(new ServerTransport(url), options, null);
  assertInstalled('timeSeries');
  const folder = await prepareDataFolder(options.dataFolder, options.create ?? true);
  const role = options.role ?? 'command';
  const engine = await EngineAccess.open({
    folder,
    role,
    say: options.say ?? (() => undefined),
    waitMs: options.waitMs ?? WAIT_MS[role],
  });
  if (engine.owns) options.onHeld?.();
  const store = await ready(engine, options, engine, folder.madeBefore);
  if (!folder.madeBefore) await markMade(folder);
  return store;
}

async function ready(
  transport: StoreTransport,
  options: TimeSeriesOptions,
  engine: EngineAccess | null,
  madeBefore = false,
): Promise<OpenedTimeSeries> {
  const client = new StoreClient(transport, options.patienceMs);
  const say = options.say ?? (() => undefined);
  let restoredAgain = false;
  try {
    if (options.restoredStep !== undefined) {
      restoredAgain = await beginRestoring(client);
      await migrateUpTo(client, false, options.restoredStep, say);
      await addElementColumns(client);
    } else if (options.create ?? true) {
      const isAlone = engine?.owns === true;
      await migrate(client, { madeBefore, isAlone, say });
      if (isAlone) await mergeLessOften(client);
    } else await assertMigrated(client, madeBefore);
  } catch (error) {
    await client.close();
    throw error;
  }
  return new OpenedTimeSeries(client, engine, restoredAgain);
}
