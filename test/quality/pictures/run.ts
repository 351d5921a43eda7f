// Draws real cases of a folder of observations as SVG:
//   npm run quality:pictures -- --data DIR [--out docs/pictures] [--start TIME] [--end TIME]
// A front, a spike, a stuck sensor and a freeze of the feed, as far as the folder has them (chosen-cases.ts), from a replay with
// the default settings. HALCYON_QUALITY_DATA names the folder as well: `stations.csv` and `observations.csv.gz`.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { replay } from '../../../detectors/replay/replay.ts';
import { NetworkStations } from '../../../detectors/stages/network-stations.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { isoOf, timeOfSlot } from '../../../schemas/time.ts';
import { runOptions } from '../../run-options.ts';
import { InjectedHistory } from '../injected-history.ts';
import { AFTER_SLOTS, BEFORE_SLOTS, caseChart } from './case-chart.ts';
import { drawnChart } from './chart.ts';
import { chosenCases } from './chosen-cases.ts';

const NETWORK = 'quality';

const { values: options } = runOptions({
  options: {
    data: { type: 'string', default: process.env['HALCYON_QUALITY_DATA'] ?? '' },
    out: { type: 'string', default: 'docs/pictures' },
    start: { type: 'string' },
    end: { type: 'string' },
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
  const { anomalies } = await replay(history, { network: NETWORK, start, end, configuration, verdicts: 'last' });
  const stations = new NetworkStations(NETWORK, configuration.neighborRadiusKm, await history.stations());
  mkdirSync(options.out, { recursive: true });
  for (const chosen of chosenCases(anomalies)) {
    const { station, variable, slot, time, classification, reason } = chosen.anomaly;
    const shown: Observation[] = [];
    for await (const batch of history.read(NETWORK, timeOfSlot(slot - BEFORE_SLOTS), timeOfSlot(slot + AFTER_SLOTS))) {
      shown.push(...batch);
    }
    const nearest = stations.neighbours.of(stations.indexOf(station)).map(({ id }) => id);
    const file = join(options.out, `${chosen.name}.svg`);
    writeFileSync(file, drawnChart(caseChart(chosen, anomalies, shown, nearest)));
    console.log(`${file}: ${station} ${variable} ${isoOf(time)} ${classification}: ${reason}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
}

/** @throws Error where it is no time */
function timeOf(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const time = Date.parse(given);
  if (Number.isNaN(time)) throw new Error(`${option} '${given}' should be a time: 2022-09-03T02:00:00Z`);
  return time;
}
