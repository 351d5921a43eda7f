import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoNetwork } from '../ingest/feeds/demo/demo-network.ts';
import type { Observation } from '../schemas/observation.ts';
import { timeOfSlot } from '../schemas/time.ts';
import { openCatalogue } from '../services/stores/open-catalogue.ts';
import { openTimeSeries } from '../services/stores/open-time-series.ts';

const STATIONS = 10_000;
/** One slot of all stations a batch. */
const BATCHES = 60;
/** Batches before anything is measured: the compiler's and the engine's caches. */
const WARM_UP = 5;
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

/**
 * Observations a second into an empty embedded store as the pipeline stores them: from objects, through the engine's
 * interface, until it has acknowledged; and how long the engine and the catalogue take to open.
 */
export async function storeRate(): Promise<{ name: string; value: number; unit: string; goal: string }[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'halcyon-store-rate-'));
  try {
    const network = demoNetwork({ stations: STATIONS, seed: 1 });
    const batches = Array.from({ length: WARM_UP + BATCHES }, (_, k) => batchOf(network, FIRST_SLOT + k));
    let started = performance.now();
    const store = await openTimeSeries({ dataFolder, role: 'system' });
    const engine = performance.now() - started;
    for (const batch of batches.slice(0, WARM_UP)) await store.insertObservations(batch);
    started = performance.now();
    for (const batch of batches.slice(WARM_UP)) await store.insertObservations(batch);
    const inserting = performance.now() - started;
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
    return [
      { name: `into the store, batches of ${STATIONS}`, value: rate, unit: 'rows/s', goal: '>= 200,000' },
      { name: 'engine opens, empty folder', value: engine / 1000, unit: 's', goal: '' },
      { name: 'catalogue opens, empty folder', value: first / 1000, unit: 's', goal: '' },
      { name: 'catalogue opens, used folder', value: again / 1000, unit: 's', goal: '' },
    ];
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}
