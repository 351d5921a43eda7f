import type { Observation } from '../../../schemas/observation.ts';
import { slotOf } from '../../../schemas/time.ts';
import type { StoreDisk, StoreSpace } from '../store-space.ts';
import { literal } from './conditions.ts';
import type { StoreClient } from './store-client.ts';
import { TABLES } from './tables.ts';

/** Observations that are read back by one statement. */
const READ_BACK = 2_000;

type NamedPart = [table: string, name: string];

/** What the engine answers where a file of a part does not hold what it should: by name in `system.errors`. */
const UNREADABLE = [
  'ATTEMPT_TO_READ_AFTER_EOF',
  'BAD_SIZE_OF_FILE_IN_DATA_PART',
  'CANNOT_DECOMPRESS',
  'CANNOT_READ_ALL_DATA',
  'CHECKSUM_DOESNT_MATCH',
  'CORRUPTED_DATA',
  'FILE_DOESNT_EXIST',
  'NO_FILE_IN_DATA_PART',
  'UNEXPECTED_FILE_IN_DATA_PART',
];

/** The disks of a ClickHouse, server or embedded. */
export class ClickHouseDisk implements StoreDisk {
  readonly #client: StoreClient;
  /** Parts that could be read, each with its table. */
  readonly #readable = new Set<string>();

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

  async readFailures(): Promise<number> {
    const [[count]] = await this.#client.rows<[number]>(
      `SELECT toFloat64(sum(value)) FROM system.errors WHERE name IN (${UNREADABLE.map(literal).join()})`,
    );
    return count;
  }

  async putAsideUnreadable(which: 'all' | 'new'): Promise<void> {
    if (which === 'all') this.#readable.clear();
    const parts = await this.#client.rows<NamedPart>(
      `SELECT table, name FROM system.parts WHERE database = currentDatabase() AND active ORDER BY table, name`,
    );
    const names = new Set(parts.map(wordsOf));
    for (const gone of this.#readable) if (!names.has(gone)) this.#readable.delete(gone);
    for (const part of parts) {
      const words = wordsOf(part);
      if (this.#readable.has(words)) continue;
      const [table, name] = part;
      if (await this.#canRead(part)) this.#readable.add(words);
      else await this.#client.command(`ALTER TABLE ${table} DETACH PART ${literal(name)}`);
    }
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

  /** The engine names why it put a part aside; those that it was told to put aside have no reason. */
  #broken(): Promise<NamedPart[]> {
    return this.#client.rows<NamedPart>(
      `SELECT table, name FROM system.detached_parts
       WHERE database = currentDatabase() AND (reason = '' OR startsWith(reason, 'broken')) ORDER BY table, name`,
    );
  }

  async #canRead([table, name]: NamedPart): Promise<boolean> {
    try {
      const checked = await this.#client.rows<[part: string, isPassed: number]>(
        `CHECK TABLE ${table} PART ${literal(name)} SETTINGS check_query_single_value_result = 0`,
      );
      return checked.every(([, isPassed]) => isPassed === 1);
    } catch (error) {
      const [[count]] = await this.#client.rows<[number]>(
        `SELECT toFloat64(count()) FROM system.parts
         WHERE database = currentDatabase() AND active AND table = ${literal(table)} AND name = ${literal(name)}`,
      );
      // It was merged with others meanwhile.
      if (count === 0) return true;
      throw error;
    }
  }
}

function wordsOf([table, name]: NamedPart): string {
  return `${table} ${name}`;
}
