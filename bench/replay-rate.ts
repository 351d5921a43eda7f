import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoNetwork } from '../ingest/feeds/demo/demo-network.ts';
import type { Observation } from '../schemas/observation.ts';
import { newStation } from '../schemas/station.ts';
import { isoOf, SLOTS_PER_DAY, timeOfSlot } from '../schemas/time.ts';
import { openTimeSeries } from '../services/stores/opening/open-time-series.ts';
import type { Figure } from './figure.ts';
import { measuredCommand } from './measured-command.ts';

const FIRST_SLOT = 2_900_000;
/** Six hours of history before the day that is judged. */
const WINDOW = 36;
const NETWORK = 'bench';

/**
 * Observations a second that the built command judges of a stored day of so many stations, `arima` over five variables with
 * verification, from its start to its end.
 */
export async function replayRate(stations: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'halcyon-replay-rate-'));
  try {
    const judged = await fill(folder, stations);
    const start = isoOf(timeOfSlot(FIRST_SLOT + WINDOW));
    const end = isoOf(timeOfSlot(FIRST_SLOT + WINDOW + SLOTS_PER_DAY - 1));
    const stretch = ['--database', folder, '--start', start, '--end', end];
    const { seconds, cpuSeconds } = await measuredCommand([...stretch, '--spatial-verify']);
    const what = `replay of a stored day, ${stations.toLocaleString('en')} stations`;
    return [
      { name: what, value: judged / seconds, unit: 'obs/s', goal: '>= 50,000' },
      { name: `${what}: CPU an observation`, value: (cpuSeconds * 1e6) / judged, unit: 'us', goal: '' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores the stations with what they reported; the number of observations of the day that is judged. */
async function fill(dataFolder: string, count: number): Promise<number> {
  const network = demoNetwork({ stations: count, seed: 1 });
  const store = await openTimeSeries({ dataFolder, role: 'system' });
  const stations = Array.from({ length: count }, (_, index) => network.station(index));
  await store.insertStations(stations.map((station) => newStation({ ...station, network: NETWORK, updated: 0 })));
  let judged = 0;
  for (let slot = FIRST_SLOT; slot < FIRST_SLOT + WINDOW + SLOTS_PER_DAY; slot++) {
    const time = timeOfSlot(slot);
    const reports: Observation[] = [];
    for (let index = 0; index < count; index++) {
      const values = network.observe(index, slot);
      if (values === null) continue;
      const from = { network: NETWORK, station: stations[index].id, source: 'push' };
      reports.push({ ...from, time, values, extras: {}, original: {}, received: time });
    }
    await store.insertObservations(reports);
    if (slot >= FIRST_SLOT + WINDOW) judged += reports.length;
  }
  await store.close();
  return judged;
}
