import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { demoNetwork } from '../ingest/feeds/demo/demo-network.ts';
import type { Observation } from '../schemas/observation.ts';
import { slotOf, timeOfSlot } from '../schemas/time.ts';
import { movedBy } from '../services/stores/clickhouse/moved-tables.ts';
import { observationRows } from '../services/stores/clickhouse/observation-rows.ts';
import { MOVED } from '../services/stores/clickhouse/table-move.ts';
import { migrationsOf } from '../services/stores/numbered-migrations.ts';
import { openCatalogue } from '../services/stores/opening/open-catalogue.ts';
import { openTimeSeries } from '../services/stores/opening/open-time-series.ts';
import type { Figure } from './figure.ts';

const STATIONS = 40_000;
/** One slot of all stations a batch: what the pipeline hands over at once where there is more to store. */
const BATCHES = 15;
/** Batches before anything is measured: the compiler's and the engine's caches. */
const WARM_UP = 2;
const FIRST_SLOT = 2_900_000;

/** The reports of every station in one slot. */
function batchOf(network: ReturnType<typeof demoNetwork>, slot: number): Observation[] {
  return Array.from({ length: STATIONS }, (_, index) => ({
    network: 'bench',
    station: network.station(index).id,
    time: timeOfSlot(slot),
    values: {
      temp_out: 10 + ((index * 7 + slot) % 150) / 10,
      out_hum: 40 + ((index + slot) % 60),
      wind_speed: ((index * 3 + slot) % 200) / 10,
      bar: 1000 + ((index + slot * 5) % 300) / 10,
      rain: slot % 12 === 0 ? (index % 20) / 10 : 0,
    },
    extras: {},
    original: {},
    source: 'push',
    received: timeOfSlot(slot) + 30_000,
  }));
}

/** The engine by itself, in this process and with tables of the same kind: the baseline. */
async function bareEngine(folder: string): Promise<Session> {
  const session = new Session(folder);
  await session.queryAsync('CREATE DATABASE bare');
  await session.queryAsync('USE bare');
  for (const migration of await migrationsOf('clickhouse')) {
    for (const statement of migration.statements) await session.queryAsync(statement);
    for (const table of movedBy(migration)) await session.queryAsync(`EXCHANGE TABLES ${table} AND ${table}${MOVED}`);
  }
  return session;
}

/** A batch as text, as a user of the bare engine would send it. */
function textOf(batch: readonly Observation[]): Buffer {
  const rows = batch.map(({ network, station, time, values, source, received }) => {
    const { temp_out, out_hum, wind_speed, bar, rain } = values;
    return [network, station, slotOf(time), time, temp_out, out_hum, wind_speed, bar, rain, '', '', source, received];
  });
  return Buffer.from(JSON.stringify(rows).slice(1, -1));
}

/** Stores a batch in the bare engine as text that is prepared. Milliseconds that it took. */
async function bareText(session: Session, batch: readonly Observation[]): Promise<number> {
  const values = textOf(batch);
  const columns = observationRows([]).columns;
  const started = performance.now();
  await session.insert({ table: 'observations', columns, format: 'JSONCompactEachRow', values });
  return performance.now() - started;
}

/** The same as a block of its own format Native in a file that is prepared: nothing is faster. */
async function bareBlock(session: Session, folder: string, batch: readonly Observation[]): Promise<number> {
  const rows = observationRows(batch);
  const file = join(folder, 'block.native');
  await writeFile(file, rows.block());
  const names = rows.columns.join(', ');
  const started = performance.now();
  await session.queryAsync(`INSERT INTO observations (${names}) SELECT ${names} FROM file('${file}', 'Native')`);
  return performance.now() - started;
}

/**
 * Observations a second into an empty embedded store as the pipeline stores them: from objects, through the engine's
 * interface, until it has acknowledged; beside it the bare engine, batch by batch in turn, so that both have the same
 * machine. And how long the engine and the catalogue take to open.
 */
export async function storeRate(): Promise<Figure[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'halcyon-store-rate-'));
  const bareFolder = await mkdtemp(join(tmpdir(), 'halcyon-bare-engine-'));
  const bare = await bareEngine(bareFolder);
  try {
    const network = demoNetwork({ stations: STATIONS, seed: 1 });
    const batches = Array.from({ length: WARM_UP + BATCHES }, (_, k) => batchOf(network, FIRST_SLOT + k));
    let started = performance.now();
    const store = await openTimeSeries({ dataFolder, role: 'system' });
    const engine = performance.now() - started;
    let inserting = 0;
    let insertingText = 0;
    let insertingBlock = 0;
    for (const [index, batch] of batches.entries()) {
      started = performance.now();
      await store.insertObservations(batch);
      const took = performance.now() - started;
      const tookText = await bareText(bare, batch);
      const tookBlock = await bareBlock(bare, bareFolder, batch);
      if (index < WARM_UP) continue;
      inserting += took;
      insertingText += tookText;
      insertingBlock += tookBlock;
    }
    let stored = 0;
    for await (const some of store.readObservations(
      'bench',
      timeOfSlot(FIRST_SLOT),
      timeOfSlot(FIRST_SLOT + batches.length),
    ))
      stored += some.length;
    await store.close();
    if (stored !== STATIONS * batches.length) throw new Error(`${stored} rows are stored`);
    started = performance.now();
    const catalogue = await openCatalogue({ dataFolder });
    const first = performance.now() - started;
    await catalogue.close();
    started = performance.now();
    await (await openCatalogue({ dataFolder })).close();
    const again = performance.now() - started;
    const rate = (STATIONS * BATCHES) / (inserting / 1000);
    const textRate = (STATIONS * BATCHES) / (insertingText / 1000);
    const blockRate = (STATIONS * BATCHES) / (insertingBlock / 1000);
    return [
      { name: `into the store, ${STATIONS} at a time`, value: rate, unit: 'rows/s', goal: '>= 200,000' },
      { name: 'the bare engine, the same rows as prepared text', value: textRate, unit: 'rows/s', goal: '' },
      { name: 'the bare engine, the same rows as prepared blocks', value: blockRate, unit: 'rows/s', goal: '' },
      { name: 'the store beside the bare engine', value: rate / textRate, unit: '', goal: '>= 0.8' },
      { name: 'the store beside the bare engine with blocks', value: rate / blockRate, unit: '', goal: '' },
      { name: 'engine opens, empty folder', value: engine / 1000, unit: 's', goal: '' },
      { name: 'catalogue opens, empty folder', value: first / 1000, unit: 's', goal: '' },
      { name: 'catalogue opens, used folder', value: again / 1000, unit: 's', goal: '' },
    ];
  } finally {
    bare.close();
    await rm(bareFolder, { recursive: true, force: true });
    await rm(dataFolder, { recursive: true, force: true });
  }
}
