import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { planJudgement } from '../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../detectors/network/network-states.ts';
import { TemporalJudge } from '../detectors/temporal/temporal-judge.ts';
import { SpatialJudge } from '../detectors/verification/spatial-judge.ts';
import { demoNetwork } from '../ingest/feeds/demo/demo-network.ts';
import { StationDirectory } from '../ingest/intake/station-directory.ts';
import { liveJudgement, readConfiguration } from '../schemas/configuration.ts';
import { newStation } from '../schemas/station.ts';
import { timeOfSlot } from '../schemas/time.ts';
import type { Figure } from './figure.ts';

const FIRST_SLOT = 2_900_000;

/** Memory a registered and reporting station takes in a process with both stages, beyond what the stages take without it. */
export async function stationMemory(): Promise<Figure[]> {
  const cases = [
    { stations: 10_000, decimals: 1 },
    { stations: 100_000, decimals: 1 },
    { stations: 100_000, decimals: 3 },
  ];
  return cases.map(({ stations, decimals }) => {
    // A process of its own, so that nothing else is counted.
    const script = fileURLToPath(import.meta.url);
    const command = ['--expose-gc', '--import', 'tsx', script, String(stations), String(decimals)];
    const bytes = Number(execFileSync(process.execPath, command, { encoding: 'utf8' }).trim());
    const of = decimals === 1 ? '' : `, values with ${decimals} decimals`;
    return { name: `memory a station at ${stations} stations${of}`, value: bytes, unit: 'bytes', goal: '<= 2000' };
  });
}

/** Bytes in use, of the heap and beside it. */
export function usedBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Bytes a station: windows full, baselines learnt over a day's change, neighbours looked up. */
function measure(count: number, decimals: number): number {
  // What is compiled and made once is no station's.
  bytesOf(1, decimals);
  return bytesOf(count, decimals) / count;
}

function bytesOf(count: number, decimals: number): number {
  const network = demoNetwork({ stations: count, seed: 1 });
  const before = usedBytes();
  const plan = planJudgement(liveJudgement(readConfiguration({})));
  const directory = new StationDirectory();
  const { stations, windows, baselines } = new NetworkStates(plan).of('demo');
  const now = () => 0;
  const temporal = new TemporalJudge(plan, stations, windows, baselines, now, true);
  const spatial = new SpatialJudge(plan, stations, windows, baselines.levels, now);
  for (let index = 0; index < count; index++) {
    const station = newStation({ ...network.station(index), id: `m-${index}`, updated: 0 });
    directory.put(station);
    stations.put(station);
  }
  for (let slot = FIRST_SLOT; slot < FIRST_SLOT + 160; slot++) {
    temporal.advance(slot);
    spatial.advance(slot);
    for (let index = 0; index < count; index++) {
      const temp_out = 10 + (index % 7) + (slot % 5) + 10 ** -decimals;
      const values = { temp_out, out_hum: 60, wind_speed: 5, bar: 1010, rain: 0 };
      windows.put(index, slot, timeOfSlot(slot), values);
    }
  }
  for (let index = 0; index < count; index++) {
    spatial.accept({
      kind: 'candidate',
      network: 'demo',
      station: `m-${index}`,
      variable: 'temp_out',
      slot: FIRST_SLOT + 159,
      time: 0,
      check: 'arima',
      actual: 30,
      expected: 10,
      scale: 1,
      score: 20,
      threshold: 5,
      inputs: '',
      baseline: null,
      floors: [],
      spreads: [],
      values: [],
      beyond: '',
      suspect: false,
      withdrawn: false,
    });
  }
  spatial.advance(FIRST_SLOT + 1000);
  const bytes = usedBytes() - before;
  // What is used once more was not collected before it was counted.
  temporal.advance(FIRST_SLOT + 161);
  spatial.advance(FIRST_SLOT + 1001);
  if (directory.get('demo', 'm-0') === undefined || windows.newest(stations.indexOf('m-0')) < FIRST_SLOT) {
    throw new Error('nothing was kept');
  }
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(Math.round(measure(Number(process.argv[2]), Number(process.argv[3]))));
