import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { planJudgement } from '../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../detectors/network/network-states.ts';
import { TemporalJudge } from '../../detectors/temporal/temporal-judge.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import { slotOf } from '../../schemas/time.ts';
import type { Figure } from '../figure.ts';
import { usedBytes } from '../station-memory.ts';
import { MINUTE_MS, NETWORK, ReportingNetwork } from './reporting-network.ts';

const STATIONS = 3_000;
const FROM = Date.UTC(2025, 5, 1);
/** Longer than windows are. */
const HOURS = 14;

/** Memory that the windows of a station take in networks of three cadences, once they are full. */
export async function windowMemory(): Promise<Figure[]> {
  return [10, 5, 1].map((minutes) => {
    // A process of its own, so that nothing else is counted.
    const command = ['--expose-gc', '--import', 'tsx', fileURLToPath(import.meta.url), String(minutes)];
    const value = Number(execFileSync(process.execPath, command, { encoding: 'utf8' }).trim());
    return { name: `windows of a station that reports every ${minutes} min`, value, unit: 'bytes', goal: '' };
  });
}

/** Bytes a station. */
function measure(minutes: number): number {
  // What is compiled and made once is no station's.
  bytesOf(1, minutes);
  return bytesOf(STATIONS, minutes) / STATIONS;
}

function bytesOf(count: number, minutes: number): number {
  const network = new ReportingNetwork(count, minutes);
  const before = usedBytes();
  const plan = planJudgement(liveJudgement(readConfiguration({})));
  const { stations, windows, baselines } = new NetworkStates(plan).of(NETWORK);
  const judge = new TemporalJudge(plan, stations, windows, baselines, () => 0, false);
  for (const station of network.stations) stations.put(station);
  const first = FROM / network.stepMs;
  const steps = (HOURS * 60 * MINUTE_MS) / network.stepMs;
  for (let step = first; step < first + steps; step++) {
    judge.advance(slotOf(step * network.stepMs));
    for (let index = 0; index < count; index++) judge.warm(network.report(index, step));
  }
  const bytes = usedBytes() - before;
  // What is used once more was not collected before it was counted.
  if (windows.newest(stations.indexOf(network.stations[0].id)) < slotOf(FROM)) throw new Error('nothing was kept');
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(Math.round(measure(Number(process.argv[2]))));
