import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { planJudgement } from '../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../detectors/network/network-states.ts';
import { TemporalJudge } from '../../detectors/temporal/temporal-judge.ts';
import { SpatialJudge } from '../../detectors/verification/spatial-judge.ts';
import { demoNetwork } from '../../ingest/feeds/demo/demo-network.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import { newStation } from '../../schemas/station.ts';
import { timeOfSlot } from '../../schemas/time.ts';
import type { Figure } from '../figure.ts';
import { usedBytes } from '../station-memory.ts';
import { FORMS, type Form } from './form-process.ts';

const STATIONS = 100_000;
const FIRST_SLOT = 2_900_000;
/** More than a day, so that baselines are learnt. */
const SLOTS = 160;
/** Slots that a spatial worker's windows are longer by, since it reads ahead of the candidates. */
const AHEAD_SLOTS = 6;

/**
 * Memory that a reporting station takes in the stages of one process: where both share windows, as they do, and where each
 * has its own, as in several processes. Of either a process of its own, so that nothing else is counted.
 */
export async function twoStatesMemory(): Promise<Figure[]> {
  const script = fileURLToPath(import.meta.url);
  const [present, candidate] = FORMS.map((form) => {
    const command = ['--expose-gc', '--import', 'tsx', script, form];
    return Number(execFileSync(process.execPath, command, { encoding: 'utf8' }).trim());
  });
  const of = (form: string) => `both stages, ${STATIONS} stations: memory a station, ${form}`;
  return [
    { name: of('present'), value: present, unit: 'bytes', goal: '' },
    { name: of('candidate'), value: candidate, unit: 'bytes', goal: '' },
    { name: of('ratio'), value: candidate / present, unit: 'times', goal: '<= 1.05' },
  ];
}

function bytesOf(form: Form, count: number): number {
  const network = demoNetwork({ stations: count, seed: 1 });
  const before = usedBytes();
  const plan = planJudgement(liveJudgement(readConfiguration({})));
  const ofTemporal = new NetworkStates(plan).of('demo');
  const ahead = { capacity: plan.capacity + AHEAD_SLOTS, recentSlots: plan.recentSlots + AHEAD_SLOTS };
  const ofSpatial = form === 'present' ? ofTemporal : new NetworkStates({ ...plan, ...ahead }).of('demo');
  const now = () => 0;
  const temporal = new TemporalJudge(plan, ofTemporal.stations, ofTemporal.windows, ofTemporal.baselines, now, true);
  const { stations, windows, baselines } = ofSpatial;
  const spatial = new SpatialJudge(plan, stations, windows, baselines.levels, now);
  for (let index = 0; index < count; index++) {
    stations.put(newStation({ ...network.station(index), id: `m-${index}`, updated: 0 }));
  }
  stations.neighbours.prepare();
  for (let slot = FIRST_SLOT; slot < FIRST_SLOT + SLOTS; slot++) {
    temporal.advance(slot);
    spatial.advance(slot);
    for (let index = 0; index < count; index++) {
      const values = { temp_out: 10.1 + (index % 7) + (slot % 5), out_hum: 60, wind_speed: 5, bar: 1010, rain: 0 };
      for (const state of new Set([ofTemporal, ofSpatial])) {
        state.windows.put(state.stations.indexOf(`m-${index}`), slot, timeOfSlot(slot), values);
      }
    }
  }
  const bytes = usedBytes() - before;
  // What is used once more was not collected before it was counted.
  temporal.advance(FIRST_SLOT + SLOTS);
  spatial.advance(FIRST_SLOT + SLOTS);
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const form = FORMS.find((one) => one === process.argv[2]) ?? 'present';
  // What is compiled and made once is no station's.
  bytesOf(form, 1);
  console.log(Math.round(bytesOf(form, STATIONS) / STATIONS));
}
