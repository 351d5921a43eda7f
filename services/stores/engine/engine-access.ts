import { Agent, type AgentOptions } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { StoreTransport } from '../clickhouse/store-transport.ts';
import type { DataFolder } from '../data-folder.ts';
import { answers, type OwnerRole, recordedOwner, removeOwner, writeOwner } from '../owner-file.ts';
import { EngineChild, FolderLocked } from './engine-child.ts';

/** Wait between two looks at a folder that another process holds [ms]. */
const LOOK_MS = 200;
/** A system that runs on a folder does not end because another one waits for it; one that is stopping does [ms]. */
const LIVING_SYSTEM_MS = 4_000;
/** More sockets than the engine has connections would only queue there. */
const SOCKETS = 12;
/**
 * Machine code for an expression takes the engine up to half a second, and saves little of a statement. A command asks each
 * a few times; a system that asks one again and again gets it.
 */
const USES_BEFORE_COMPILING = '100';
const COMPILING = {
  min_count_to_compile_expression: USES_BEFORE_COMPILING,
  min_count_to_compile_aggregate_expression: USES_BEFORE_COMPILING,
  min_count_to_compile_sort_description: USES_BEFORE_COMPILING,
} as const;

/** How a data folder's engine is to be reached. */
export interface EngineAccessOptions {
  readonly folder: DataFolder;
  /** A system must own the folder; a command takes it as owner or as another process's client. */
  readonly role: OwnerRole;
  readonly say: (line: string) => void;
  /** How long to wait for another process [ms]. */
  readonly waitMs: number;
}

/** The way to the embedded engine: this process owns it, or another one does and serves it on its socket. */
export class EngineAccess implements StoreTransport {
  readonly database = 'halcyon';
  readonly #options: EngineAccessOptions;
  #engine: EngineChild | null = null;
  #client: ClickHouseClient | null = null;
  #socket = '';
  #recovering: Promise<void> | null = null;
  #closed = false;

  private constructor(options: EngineAccessOptions) {
    this.#options = options;
  }

  /**
   * Reaches the engine of a data folder.
   *
   * @throws HalcyonError `store_locked` where another process holds it and does not answer (or, for a system, does not
   * let it go) in `waitMs`; `store_unreadable` where the engine cannot open it
   */
  static async open(options: EngineAccessOptions): Promise<EngineAccess> {
    const access = new EngineAccess(options);
    try {
      await access.#attach();
    } catch (error) {
      // An engine that runs already would hold the folder against this process's next attempt.
      await access.close();
      throw error;
    }
    return access;
  }

  get client(): ClickHouseClient {
    if (this.#client === null) throw new HalcyonError('store_unavailable', 'The store is closed.');
    return this.#client;
  }

  get title(): string {
    return `the store in ${this.#options.folder.root}`;
  }

  /** True where this process owns the engine. */
  get owns(): boolean {
    return this.#engine !== null;
  }

  /** Process id of an engine of our own. */
  get enginePid(): number | null {
    return this.#engine?.pid ?? null;
  }

  /** Tells the others where the services of this system are reached. */
  async publish(url: string): Promise<void> {
    await this.#writeOwner(url);
  }

  /** Waits until it is worth asking again: an engine of our own restarts by itself; another's may have gone for good. */
  recover(): Promise<void> {
    this.#recovering ??= this.#recover().finally(() => {
      this.#recovering = null;
    });
    return this.#recovering;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.close();
    this.#client = null;
    if (this.#engine === null) return;
    await removeOwner(this.#options.folder.root);
    await this.#engine.close();
    this.#engine = null;
  }

  async #recover(): Promise<void> {
    await sleep(LOOK_MS);
    if (this.#closed || this.#engine !== null || (await answers(this.#socket))) return;
    await this.#attach();
  }

  async #attach(): Promise<void> {
    const { folder, role, say, waitMs } = this.#options;
    const began = Date.now();
    let said = false;
    for (;;) {
      const owner = await recordedOwner(folder.root);
      const socket = await livingSocket([owner?.socket, folder.socket]);
      if (socket !== null && role === 'command') {
        await this.#connect(socket);
        return;
      }
      if (socket === null && (await this.#own())) return;
      const who = owner === null ? 'another process' : `another process (pid ${owner.pid}, a ${owner.role})`;
      const lives = socket !== null && owner?.role === 'system';
      if (Date.now() >= began + (lives ? Math.min(waitMs, LIVING_SYSTEM_MS) : waitMs)) {
        const silent = socket === null ? ' and does not answer' : '';
        throw new HalcyonError(
          'store_locked',
          `The data folder ${folder.root} is held by ${who}${silent}. End that process, or choose another HALCYON_DATA.`,
        );
      }
      if (!said) say(`Waiting for ${who}, which holds the data folder ${folder.root}.`);
      said = true;
      await sleep(LOOK_MS);
    }
  }

  /** Tries to become the owner; false where another process is it. */
  async #own(): Promise<boolean> {
    const { folder } = this.#options;
    try {
      const engine = await EngineChild.start(folder.timeSeries, folder.socket);
      if (this.#closed) {
        await engine.close();
        return true;
      }
      this.#engine = engine;
      await this.#connect(folder.socket);
      await this.#writeOwner();
      return true;
    } catch (error) {
      if (error instanceof FolderLocked) return false;
      throw error;
    }
  }

  async #connect(socket: string): Promise<void> {
    await this.#client?.close();
    this.#socket = socket;
    // Node hands every option of the agent to the connection; its types do not name this one.
    const place: AgentOptions & { socketPath: string } = { socketPath: socket, keepAlive: true, maxSockets: SOCKETS };
    this.#client = createClient({
      url: 'http://localhost',
      http_agent: new Agent(place),
      request_timeout: 600_000,
      clickhouse_settings: COMPILING,
      log: { level: ClickHouseLogLevel.OFF },
    });
  }

  async #writeOwner(url?: string): Promise<void> {
    if (this.#engine === null) return;
    const { folder, role } = this.#options;
    const address = url === undefined ? {} : { url };
    await writeOwner(folder.root, { pid: process.pid, socket: folder.socket, role, ...address });
  }
}

/** The first of some sockets on which an engine answers. */
async function livingSocket(sockets: readonly (string | undefined)[]): Promise<string | null> {
  for (const socket of new Set(sockets)) {
    if (socket !== undefined && (await answers(socket))) return socket;
  }
  return null;
}
