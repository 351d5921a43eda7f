import { planJudgement } from '../detectors/network/judgement-plan.ts';
import { liveJudgement, readConfiguration } from '../schemas/configuration.ts';
import { dayOfSlot } from '../schemas/time.ts';
import { BASELINE_COLUMNS } from '../services/stores/clickhouse/baseline-rows.ts';
import { OUTRANKS } from '../services/stores/clickhouse/ranks.ts';
import { ServerTransport } from '../services/stores/clickhouse/server-transport.ts';
import { StoreClient } from '../services/stores/clickhouse/store-client.ts';
import { prepareDataFolder } from '../services/stores/data-folder.ts';
import { EngineAccess } from '../services/stores/engine/engine-access.ts';
import { openTimeSeries } from '../services/stores/opening/open-time-series.ts';

/** The network that is made. */
export const NETWORK = 'bench';
/** Stations of a row of the lattice they stand on, some 2 km apart. */
const ROW = 1000;
/** Up to step 15 of the tables each network has partitions of its own. */
const MANY_PARTITIONS = 'SETTINGS max_partitions_per_insert_block = 0';

/** Name of a network where several are made. */
export function madeNetwork(index: number): string {
  return `${NETWORK}-${String(index).padStart(3, '0')}`;
}

/** Id of a station, as the statements write it too. */
export function madeStation(index: number): string {
  return `s${String(index).padStart(7, '0')}`;
}

/** Makes a network and its history inside the engine: no row of it passes through this process. */
export class MadeHistory {
  readonly #client: StoreClient;
  readonly #networks: number;

  /** @param networks that the stations belong to in turn, by `madeNetwork`; one has the name `NETWORK` */
  constructor(client: StoreClient, networks = 1) {
    this.#client = client;
    this.#networks = networks;
  }

  /** Runs `make` on the store of a data folder, which is made where there is none and which nobody else may hold. */
  static async in(dataFolder: string, make: (history: MadeHistory) => Promise<void>): Promise<void> {
    await (await openTimeSeries({ dataFolder, role: 'system' })).close();
    const folder = await prepareDataFolder(dataFolder, false);
    const access = await EngineAccess.open({ folder, role: 'system', say: () => undefined, waitMs: 10_000 });
    try {
      await make(new MadeHistory(new StoreClient(access)));
    } finally {
      await access.close();
    }
  }

  /** The same on the store of a server, by its URL. */
  static async onServer(clickhouseUrl: string, make: (history: MadeHistory) => Promise<void>): Promise<void> {
    await (await openTimeSeries({ clickhouseUrl, dataFolder: '', role: 'system' })).close();
    const client = new StoreClient(new ServerTransport(clickhouseUrl));
    try {
      await make(new MadeHistory(client));
    } finally {
      await client.close();
    }
  }

  /** Where a station stands, in degrees. */
  static placeOf(index: number): { latitude: number; longitude: number } {
    return { latitude: 35 + Math.floor(index / ROW) * 0.018, longitude: (index % ROW) * 0.025 };
  }

  /** The weather that passes over the lattice, -1 to 1, at a station in a slot; `period` in slots by 2 pi. */
  static wave(index: number, slot: number, period: number): number {
    return Math.sin((slot + (index % ROW) / 20) / period);
  }

  /** Registers stations. */
  async stations(count: number): Promise<void> {
    await this.#client.command(
      `INSERT INTO stations SELECT ${this.#network('number')}, ${id('number')}, ${id('number')}, 35 + intDiv(number, ${ROW}) * 0.018,
         number % ${ROW} * 0.025, 100, 'station', false, now64(3), NULL, NULL, NULL
       FROM numbers(${count}) ${MANY_PARTITIONS}`,
    );
  }

  /** A report of every station in every slot from `first` to `last`, or one of some slots, with its judgement. */
  async reports(stations: number, first: number, last: number, every = 1): Promise<void> {
    const slots = Math.floor((last - first) / every) + 1;
    const station = `intDiv(number, ${slots})`;
    const slot = `${first} + number % ${slots} * ${every}`;
    const time = `fromUnixTimestamp64Milli(toInt64(${slot}) * 600000)`;
    // The weather of `MadeHistory.wave`, and noise of a few steps of the instrument.
    const wave = (period: number) => `sin((${slot} + ${station} % ${ROW} / 20) / ${period})`;
    const noise = (seed: number) => `(toInt32(cityHash64(number, ${seed}) % 7) - 3)`;
    await this.#client.command(
      `INSERT INTO observations SELECT ${this.#network(station)}, ${id(station)}, ${slot}, ${time},
         round(12 + 6 * ${wave(23)} + ${noise(1)} / 10, 1), round(65 - 20 * ${wave(23)} + ${noise(2)}),
         round(9 + 5 * ${wave(31)} + ${noise(3)} / 2, 1), round(1013 + 8 * ${wave(90)} + ${noise(4)} / 10, 1), 0,
         '', '', 'made', addMilliseconds(${time}, 30000) FROM numbers(${stations * slots}) ${MANY_PARTITIONS}`,
    );
    const judged = '1, 0, 0.5';
    const { identity } = planJudgement(liveJudgement(readConfiguration({})));
    await this.#client.command(
      `INSERT INTO judgements SELECT ${this.#network(station)}, ${id(station)}, ${slot}, ${time}, '${identity}', ${judged}, ${judged},
         ${judged}, ${judged}, ${judged}, addMilliseconds(${time}, 31000), toInt64(${slot}) * 600000 + 31000 + ${OUTRANKS}
       FROM numbers(${stations * slots}) ${MANY_PARTITIONS}`,
    );
  }

  /** The baselines of every day that begins in those slots. */
  async baselines(stations: number, first: number, last: number): Promise<void> {
    const from = dayOfSlot(first) + 1;
    const days = dayOfSlot(last) - from + 1;
    if (days <= 0) return;
    const spreads = '0.2, 2, 1, 0.2, NULL';
    const resolutions = '0.1, 1, 0.1, 0.1, NULL';
    await this.#client.command(
      `INSERT INTO baselines (${BASELINE_COLUMNS.join(', ')})
       SELECT '${NETWORK}', ${id(`intDiv(number, ${days})`)}, ${from} + number % ${days},
         lower(hex(cityHash64(number))), number % ${days} + 1, 1, ${spreads}, ${spreads}, ${resolutions}, [], [], [], [], []
       FROM numbers(${stations * days})`,
    );
  }

  /** The name of a station's network, as SQL. */
  #network(station: string): string {
    if (this.#networks === 1) return `'${NETWORK}'`;
    return `concat('${NETWORK}-', leftPad(toString(${station} % ${this.#networks}), 3, '0'))`;
  }

  /** Merges the reports, as the engine has long done where they came slot by slot. */
  async merged(): Promise<void> {
    for (const table of ['observations', 'judgements']) await this.#client.command(`OPTIMIZE TABLE ${table} FINAL`);
  }

  /** Notes that everything up to a slot is settled. */
  async settledUntil(slot: number): Promise<void> {
    await this.#client.command(`INSERT INTO judged_until VALUES ('${NETWORK}', ${slot})`);
  }
}

function id(index: string): string {
  return `concat('s', leftPad(toString(${index}), 7, '0'))`;
}
