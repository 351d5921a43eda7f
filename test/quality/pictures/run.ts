// Draws real cases of a folder of observations as SVG:
//   npm run quality:pictures -- --data DIR [--out docs/pictures] [--start TIME] [--end TIME] [--faults all | NAME,NAME]
// A front, a spike, a stuck sensor and a freeze of the feed, as far as the folder has them (chosen-cases.ts), from a replay with
// the default settings. With --faults it is the faults of days that are drawn, all or those that are named as their pictures are
// (fault-chart.ts). HALCYON_QUALITY_DATA names the folder as well: `stations.csv` and `observations.csv.gz`.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { replay } from '../../../detectors/replay/replay.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { type Fault, isFaultOfDays } from '../../../schemas/fault.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { isoOf, timeOfSlot } from '../../../schemas/time.ts';
import { runOptions } from '../../run-options.ts';
import { InjectedHistory } from '../injected-history.ts';
import { AFTER_SLOTS, BEFORE_SLOTS, caseChart } from './case-chart.ts';
import { type Chart, drawnChart } from './chart.ts';
import { chosenCases } from './chosen-cases.ts';
import { faultChart, faultName } from './fault-chart.ts';
import { faultCourse } from './fault-course.ts';

const NETWORK = 'quality';

const { values: options } = runOptions({
  options: {
    data: { type: 'string', default: process.env['HALCYON_QUALITY_DATA'] ?? '' },
    out: { type: 'string', default: 'docs/pictures' },
    start: { type: 'string' },
    end: { type: 'string' },
    faults: { type: 'string' },
  },
});
try {
  if (options.data === '' || !existsSync(join(options.data, 'observations.csv.gz'))) {
    throw new Error(
      `no observations in '${options.data}': --data or HALCYON_QUALITY_DATA should name a folder with stations.csv and observations.csv.gz`,
    );
  }
  const history = new InjectedHistory(resolve(options.data));
  const extent = await history.extent();
  if (extent === null) throw new Error(`${options.data} holds no observations`);
  const start = timeOf('--start', options.start) ?? extent.first;
  const end = timeOf('--end', options.end) ?? extent.last;
  const configuration = liveJudgement(readConfiguration({}));
  const { anomalies, faults } = await replay(history, {
    network: NETWORK,
    start,
    end,
    configuration,
    verdicts: 'last',
  });
  const stations = new NetworkStations(NETWORK, configuration.neighborRadiusKm, await history.stations());
  mkdirSync(options.out, { recursive: true });
  if (options.faults === undefined) await drawCases(history, anomalies, stations);
  else drawFaults(faults, options.faults, await observationsOf(history, extent.first, end), stations);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
}

async function drawCases(
  history: InjectedHistory,
  anomalies: readonly Anomaly[],
  stations: NetworkStations,
): Promise<void> {
  for (const chosen of chosenCases(anomalies)) {
    const { station, variable, slot, time, classification, reason } = chosen.anomaly;
    const shown = await observationsOf(history, timeOfSlot(slot - BEFORE_SLOTS), timeOfSlot(slot + AFTER_SLOTS));
    const nearest = stations.neighbours.of(stations.indexOf(station)).map(({ id }) => id);
    write(chosen.name, caseChart(chosen, anomalies, shown, nearest));
    console.log(`  ${station} ${variable} ${isoOf(time)} ${classification}: ${reason}`);
  }
}

/** @throws Error where a fault is named that was not found */
function drawFaults(
  found: readonly Fault[],
  names: string,
  observations: readonly Observation[],
  stations: NetworkStations,
): void {
  const ofDays = found.filter(({ kind }) => isFaultOfDays(kind));
  const asked = names === 'all' ? ofDays.map(faultName) : names.split(',');
  for (const name of asked) {
    const fault = ofDays.find((one) => faultName(one) === name);
    if (fault === undefined) {
      throw new Error(`no fault of days '${name}' was found, but ${ofDays.map(faultName).join(', ') || 'none'}`);
    }
    const { station, variable } = fault;
    const others = found.filter((one) => one !== fault && one.station === station && one.variable === variable);
    const course = faultCourse(fault, others, observations, stations);
    if (course === null) console.log(`${name} is not drawn: nothing is known of its neighbours before it`);
    else write(name, faultChart(fault, course));
    console.log(`  ${station} ${variable} ${fault.certainty}: ${fault.reason}`);
  }
}

async function observationsOf(history: InjectedHistory, from: number, to: number): Promise<Observation[]> {
  const observations: Observation[] = [];
  for await (const batch of history.read(NETWORK, from, to)) observations.push(...batch);
  return observations;
}

function write(name: string, chart: Chart): void {
  const file = join(options.out, `${name}.svg`);
  writeFileSync(file, drawnChart(chart));
  console.log(file);
}

/** @throws Error where it is no time */
function timeOf(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const time = Date.parse(given);
  if (Number.isNaN(time)) throw new Error(`${option} '${given}' should be a time: 2022-09-03T02:00:00Z`);
  return time;
}
