import type { Observation } from '../../../schemas/observation.ts';
import { slotOf } from '../../../schemas/time.ts';
import type { StoreDisk, StoreSpace } from '../store-space.ts';
import { literal } from './conditions.ts';
import type { StoreClient } from './store-client.ts';
import { TABLES } from './tables.ts';

/** Observations that are read back by one statement. */
const READ_BACK = 2_000;

type BrokenPart = [table: string, name: string];

/** The disks of a ClickHouse, server or embedded. */
export class ClickHouseDisk implements StoreDisk {
  readonly #client: StoreClient;

  constructor(client: StoreClient) {
    this.#client = client;
  }

  /** Room on that of the engine's disks that has least of it. */
  async space(): Promise<StoreSpace> {
    const [row] = await this.#client.rows<[free: number, total: number]>(
      'SELECT free_space, total_space FROM system.disks ORDER BY free_space LIMIT 1',
    );
    const [free, total] = row ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    return { free, total };
  }

  async allowMerges(allowed: boolean): Promise<void> {
    for (const table of TABLES) await this.#client.command(`SYSTEM ${allowed ? 'START' : 'STOP'} MERGES ${table}`);
  }

  async brokenParts(): Promise<string[]> {
    return (await this.#broken()).map(wordsOf);
  }

  async forgetBroken(): Promise<string[]> {
    const broken = await this.#broken();
    for (const [table, name] of broken) {
      await this.#client.command(
        `ALTER TABLE ${table} DROP DETACHED PART ${literal(name)} SETTINGS allow_drop_detached = 1`,
      );
    }
    return broken.map(wordsOf);
  }

  async holds(observations: readonly Observation[]): Promise<boolean> {
    for (let from = 0; from < observations.length; from += READ_BACK) {
      const some = observations.slice(from, from + READ_BACK);
      const keys = new Set(some.map((one) => `(${literal(one.network)},${literal(one.station)},${slotOf(one.time)})`));
      const rows = await this.#client.rows<[network: string, station: string, time: number]>(
        `SELECT network, station, toUnixTimestamp64Milli(time) FROM observations
         WHERE (network, station, slot) IN (${[...keys].join()})`,
      );
      const found = new Set(rows.map((row) => JSON.stringify(row)));
      if (some.some(({ network, station, time }) => !found.has(JSON.stringify([network, station, time])))) return false;
    }
    return true;
  }

  #broken(): Promise<BrokenPart[]> {
    return this.#client.rows<BrokenPart>(
      `SELECT table, name FROM system.detached_parts
       WHERE database = currentDatabase() AND startsWith(reason, 'broken') ORDER BY table, name`,
    );
  }
}

function wordsOf([table, name]: BrokenPart): string {
  return `${table} ${name}`;
}
