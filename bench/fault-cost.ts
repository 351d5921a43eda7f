import { UsualLevels } from '../detectors/baselines/usual-levels.ts';
import { planJudgement } from '../detectors/network/judgement-plan.ts';
import { SpatialJudge } from '../detectors/verification/spatial-judge.ts';
import type { WindowStore } from '../detectors/windows/window-store.ts';
import type { Candidate } from '../schemas/anomaly.ts';
import { liveJudgement, readConfiguration } from '../schemas/configuration.ts';
import type { Fault } from '../schemas/fault.ts';
import type { Values } from '../schemas/observation.ts';
import { timeOfSlot } from '../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLES } from '../schemas/variables.ts';
import { seeded } from '../test/detectors/stages/small-network.ts';
import { heapAfterCollection } from './collect-garbage.ts';
import type { Figure } from './figure.ts';
import { hundredths, madeCandidate, microseconds, NETWORK, networkOf, windowsOf } from './made-network.ts';

const STATIONS = 100_000;
/** One station of so many has a fault: 10,000 at once. */
const FAULTY_OF = 10;
/** Slots in which the onsets are found and settled, and those after in which every fault is looked at once more. */
const SETTLING_SLOTS = 24;
const LOOKED_SLOTS = 12;
/** Slot in which all of them jump. */
const ONSET = 2_900_000;
const JUMP = 40;
const VARIABLE = VARIABLE_INDEX.wind_speed;
/** Aimed at, microseconds a report of a sensor under a fault. */
const GOAL_US = '<= 15';

const isFaulty = (station: number) => station % FAULTY_OF === 0;

/** Next values of all stations: those with a fault stay as far off as they jumped. */
function report(windows: WindowStore, slot: number, jump: number, random: () => number): void {
  for (let station = 0; station < STATIONS; station++) {
    const values: Values = { temp_out: null, out_hum: null, wind_speed: null, bar: null, rain: null };
    for (const [v, variable] of VARIABLES.entries()) {
      const before = windows.value(station, v, slot - 1);
      values[variable] = hundredths(before + (variable === 'rain' ? 0 : (random() - 0.5) * 0.1));
    }
    if (isFaulty(station)) values.wind_speed = (values.wind_speed ?? 0) + jump;
    windows.put(station, slot, timeOfSlot(slot), values);
  }
}

function jumpOf(station: number, windows: WindowStore): Candidate {
  const actual = windows.value(station, VARIABLE, ONSET);
  const place = { network: NETWORK, station: `s${station}`, variable: 'wind_speed', slot: ONSET } as const;
  return madeCandidate({ ...place, actual, expected: actual - JUMP });
}

/**
 * What 10,000 faults that are open at once cost among 100,000 stations: the onset, its verdicts and the reports of three hours;
 * a later report, looked at as it comes and as it is settled, with what is told of it; what a fault holds on the heap; what it
 * costs to ask for news when no sensor has a fault.
 */
export async function faultCost(): Promise<Figure[]> {
  const random = seeded(STATIONS);
  const plan = planJudgement({ ...liveJudgement(readConfiguration({})), spatialVerify: true });
  const stations = networkOf(STATIONS, random);
  const windows = windowsOf(STATIONS, plan.capacity, ONSET - 1, random);
  const faulty = Array.from({ length: STATIONS / FAULTY_OF }, (_, k) => k * FAULTY_OF);
  for (const station of faulty) stations.neighbours.of(station);
  const judge = new SpatialJudge(plan, stations, windows, new UsualLevels(windows, 6), () => 0);
  let told: Fault[] = [];
  const pass = (slot: number) => {
    judge.revise();
    judge.advance(slot);
    told = [...told, ...judge.faults.news().flatMap((record) => (record.kind === 'fault' ? [record.fault] : []))];
  };
  judge.advance(ONSET);
  const quiet = microseconds(1, () => judge.faults.news());
  report(windows, ONSET, JUMP, random);
  const heap = heapAfterCollection();
  let onsets = microseconds(faulty.length, () => {
    for (const station of faulty) judge.accept(jumpOf(station, windows));
  });
  for (let slot = ONSET + 1; slot <= ONSET + SETTLING_SLOTS; slot++) {
    onsets += microseconds(faulty.length, () => pass(slot));
    report(windows, slot, 0, random);
  }
  told = [];
  const held = (heapAfterCollection() - heap) / faulty.length;
  let spent = 0;
  for (let slot = ONSET + SETTLING_SLOTS + 1; slot <= ONSET + SETTLING_SLOTS + LOOKED_SLOTS; slot++) {
    told = [];
    spent += microseconds(faulty.length, () => pass(slot));
    report(windows, slot, 0, random);
  }
  const open = new Set(told.filter(({ end }) => end === null).map(({ id }) => id)).size;
  return [
    { name: 'faults that are open at once', value: open, unit: 'faults', goal: '' },
    { name: 'an onset, with its verdicts and the reports of three hours', value: onsets, unit: 'us', goal: '' },
    { name: 'a report of a sensor under a fault', value: spent / LOOKED_SLOTS, unit: 'us', goal: GOAL_US },
    { name: 'heap of a sensor under a fault', value: held, unit: 'bytes', goal: '' },
    { name: 'news of faults asked for, when no sensor has one', value: quiet, unit: 'us', goal: '' },
  ];
}
