import type { Observation } from '../../schemas/observation.ts';
import { SLOT_MS, SLOTS_PER_DAY, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { byVariable, VARIABLES } from '../../schemas/variables.ts';
import { ClickHouseStore } from '../../services/stores/clickhouse/clickhouse-store.ts';
import { migrateUpTo } from '../../services/stores/clickhouse/migrate.ts';
import { StoreClient } from '../../services/stores/clickhouse/store-client.ts';
import { prepareDataFolder } from '../../services/stores/data-folder.ts';
import { EngineAccess } from '../../services/stores/engine/engine-access.ts';
import { MadeHistory, madeNetwork, madeStation, NETWORK } from '../made-history.ts';
import { medianOf } from '../measured-figure.ts';
import { cpuSecondsOf } from '../process-cpu.ts';

/** Months of the year 2025 are filled, from January on. */
const START = Date.UTC(2025, 0, 1);
const ROUNDS = 3;
/** Inserts whose processor time is measured together, as a tick of it is a hundredth of a second. */
const INSERTS = 20;

/** How much is stored. */
export interface StoreShape {
  readonly networks: number;
  readonly stations: number;
  readonly months: number;
  /** Slots between two reports of a station. */
  readonly every: number;
}

/** What a read took: by the clock, and processor time of the engine. */
export interface ReadCost {
  readonly ms: number;
  readonly cpuMs: number;
}

/** A store of an embedded engine, filled inside it, whose costs are those of the engine's process alone. */
export class MeasuredStore {
  readonly #access: EngineAccess;
  readonly #client: StoreClient;
  readonly #store: ClickHouseStore;
  readonly #shape: StoreShape;
  readonly #pid: number;

  private constructor(access: EngineAccess, client: StoreClient, pid: number, shape: StoreShape) {
    this.#access = access;
    this.#client = client;
    this.#store = new ClickHouseStore(client);
    this.#pid = pid;
    this.#shape = shape;
  }

  /** @param step up to which the tables are made */
  static async open(dataFolder: string, step: number, shape: StoreShape): Promise<MeasuredStore> {
    const folder = await prepareDataFolder(dataFolder, true);
    const access = await EngineAccess.open({ folder, role: 'system', say: () => undefined, waitMs: 10_000 });
    const client = new StoreClient(access);
    await client.makeDatabase();
    await migrateUpTo(client, false, step, () => undefined);
    return new MeasuredStore(access, client, access.enginePid ?? 0, shape);
  }

  /** Makes the history, month by month, and merges it. */
  async fill(projection: boolean): Promise<{ readonly rows: number; readonly seconds: number }> {
    const { networks, stations, months, every } = this.#shape;
    const history = new MadeHistory(this.#client, networks);
    if (projection) await this.#orderBySlotToo();
    const began = performance.now();
    await history.stations(stations);
    let rows = 0;
    for (let month = 0; month < months; month++) {
      const [first, next] = [firstSlotOf(month), firstSlotOf(month + 1)];
      await history.reports(stations, first, next - 1, every);
      rows += 2 * stations * Math.ceil((next - first) / every);
    }
    const seconds = (performance.now() - began) / 1000;
    await history.merged();
    await this.#merged();
    return { rows, seconds };
  }

  /** Processor time of an insert of a report of every station, with the merges that follow it [ms]. */
  async insert(): Promise<number> {
    const { stations, months } = this.#shape;
    const before = cpuSecondsOf(this.#pid);
    for (let k = 0; k < INSERTS; k++) {
      const slot = firstSlotOf(months) + k;
      await this.#store.insertObservations(Array.from({ length: stations }, (_, index) => this.#report(index, slot)));
    }
    await this.#merged();
    return ((cpuSecondsOf(this.#pid) - before) * 1000) / INSERTS;
  }

  /** All stations of a network at a moment in the middle of the last month. */
  moment(): Promise<ReadCost> {
    const { networks, stations } = this.#shape;
    const ids = Array.from({ length: stations }, (_, index) => index).filter((index) => index % networks === 0);
    return this.#measured(async (round) => {
      const time = this.#middle + round * 3 * SLOT_MS;
      const { seen } = await this.#store.stationMoments(this.#network(0), time, ids.map(madeStation));
      const silent = seen.filter((newest) => Number.isNaN(newest)).length;
      if (silent > 0) throw new Error(`${silent} of ${ids.length} stations never reported`);
    });
  }

  /** The observations of one station over all that is stored, as an export reads them. */
  series(): Promise<ReadCost> {
    return this.#measured((round) =>
      this.#observations(this.#network(0), START, timeOfSlot(firstSlotOf(this.#shape.months)) - 1, {
        station: madeStation(round * this.#shape.networks),
      }),
    );
  }

  /** What the report of a network over the last month reads: every observation with its flags. */
  report(): Promise<ReadCost> {
    const to = timeOfSlot(firstSlotOf(this.#shape.months)) - 1;
    return this.#measured((round) =>
      this.#observations(this.#network(round % this.#shape.networks), to - 30 * SLOTS_PER_DAY * SLOT_MS, to),
    );
  }

  /** Bytes of an observation and its judgement on disk, with what a second order takes; parts of all tables. */
  async size(): Promise<{ readonly bytes: number; readonly parts: number }> {
    const [[bytes, parts]] = await this.#client.rows<[number, number]>(
      `SELECT sum(bytes_on_disk) / sumIf(rows, table = 'observations'), toUInt32(count())
       FROM system.parts WHERE database = currentDatabase() AND active`,
    );
    return { bytes, parts };
  }

  async close(): Promise<void> {
    await this.#access.close();
  }

  get #middle(): number {
    return timeOfSlot(firstSlotOf(this.#shape.months - 1) + 15 * SLOTS_PER_DAY);
  }

  #network(index: number): string {
    return this.#shape.networks === 1 ? NETWORK : madeNetwork(index);
  }

  #report(index: number, slot: number): Observation {
    const time = timeOfSlot(slot);
    return {
      network: this.#network(index % this.#shape.networks),
      station: madeStation(index),
      time,
      values: byVariable((_, v) => (v * 7 + index + slot) % 20),
      extras: {},
      original: {},
      source: 'made',
      received: time + 30_000,
    };
  }

  async #observations(
    network: string,
    from: number,
    to: number,
    place: { readonly station?: string } = {},
  ): Promise<void> {
    let rows = 0;
    const signal = new AbortController().signal;
    for await (const block of this.#store.observationBlocks({ network, from, to, ...place }, signal))
      rows += block.stations.length;
    if (rows === 0) throw new Error(`no observations of ${network}`);
  }

  async #measured(work: (round: number) => Promise<void>): Promise<ReadCost> {
    await work(0);
    const [ms, cpuMs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const [began, cpu] = [performance.now(), cpuSecondsOf(this.#pid)];
      await work(round);
      ms.push(performance.now() - began);
      cpuMs.push((cpuSecondsOf(this.#pid) - cpu) * 1000);
    }
    return { ms: medianOf(ms), cpuMs: medianOf(cpuMs) };
  }

  /** What a moment is read from, a second time, slot by slot. */
  async #orderBySlotToo(): Promise<void> {
    const columns = {
      observations: ['received', ...VARIABLES],
      judgements: ['rank', ...VARIABLES.map((name) => `${name}_reason`)],
    };
    for (const [table, own] of Object.entries(columns)) {
      await this.#client.command(`ALTER TABLE ${table} MODIFY SETTING deduplicate_merge_projection_mode = 'rebuild'`);
      const select = `SELECT network, slot, station, time, ${own.join(', ')} ORDER BY network, slot, station`;
      await this.#client.command(`ALTER TABLE ${table} ADD PROJECTION by_slot (${select})`);
    }
  }

  /** Resolves when nothing is merged any more. */
  async #merged(): Promise<void> {
    for (let quiet = 0; quiet < 10; ) {
      const [[running]] = await this.#client.rows<[number]>('SELECT count() FROM system.merges');
      quiet = running === 0 ? quiet + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The first slot of a month, counted from the first that is filled. */
function firstSlotOf(month: number): number {
  return slotOf(Date.UTC(2025, month, 1));
}
