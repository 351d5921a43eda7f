import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { madeValues } from '../../trials/cadences/made-weather.ts';
import { configuration } from '../stages/live-judgement.ts';
import { MemorySource, smallStations } from '../stages/small-network.ts';

const FROM = Date.UTC(2025, 5, 1);
const MINUTE_MS = 60_000;
const END = FROM + 3 * 24 * 60 * MINUTE_MS;
const WARM = END - 12 * 60 * MINUTE_MS;
const STATIONS = smallStations(5);

/** Reports every so many minutes of a network, of which one is 15 degC too warm. */
function reportsEvery(minutes: number, isMissing: (station: number, time: number) => boolean = () => false) {
  const reports: Observation[] = [];
  for (let time = FROM; time < END; time += minutes * MINUTE_MS) {
    for (const [index, { network, id: station }] of STATIONS.entries()) {
      if (isMissing(index, time)) continue;
      const values = madeValues(5, index, { east: 4 * index, north: 5 * index }, time);
      if (index === 2 && time === WARM) values.temp_out = (values.temp_out ?? 0) + 15;
      reports.push({ network, station, time, values, extras: {}, original: {}, source: 'test', received: time });
    }
  }
  return reports;
}

async function judged(reports: readonly Observation[]) {
  const request = { network: 'small', start: FROM, end: END, configuration, verdicts: 'last' } as const;
  return replay(new MemorySource(STATIONS, reports), request);
}

// None of an hourly station's values was judged for six hours after a report that was missing.
describe('stations that report seldom', () => {
  for (const minutes of [60, 90]) {
    it(`are judged from their fifth report on where they report every ${minutes} minutes`, async () => {
      const { valuesNotJudged, anomalies } = await judged(reportsEvery(minutes));
      assert.equal(valuesNotJudged, 4 * STATIONS.length * VARIABLES.length);
      const found = anomalies.find((one) => one.station === STATIONS[2].id && one.time === WARM);
      assert.equal(found?.classification, 'device_failure', found?.reason ?? 'nothing was found');
    });
  }

  // None of their values was ever judged.
  for (const hours of [2, 3]) {
    it(`are judged from their second day on where they report every ${hours} hours`, async () => {
      const { valuesNotJudged, anomalies } = await judged(reportsEvery(60 * hours));
      assert.equal(valuesNotJudged, (24 / hours) * STATIONS.length * VARIABLES.length);
      const found = anomalies.find((one) => one.station === STATIONS[2].id && one.time === WARM);
      assert.equal(found?.classification, 'device_failure', found?.reason ?? 'nothing was found');
      assert.equal(found.check, 'step');
      assert.equal(anomalies.filter(({ classification }) => classification === 'device_failure').length, 1);
    });

    // On the grid of one cadence there was no report before most of them.
    it(`are judged every ${hours} hours where each report comes up to ten minutes early or late`, async () => {
      const late = (time: number) => ((time / (60 * hours * MINUTE_MS)) % 3) * 10 - 10;
      const moved = reportsEvery(60 * hours).map((one) => ({ ...one, time: one.time + late(one.time) * MINUTE_MS }));
      const { valuesNotJudged } = await judged(moved.filter(({ time }) => time >= FROM && time < END));
      assert.ok(valuesNotJudged <= (24 / hours + 1) * STATIONS.length * VARIABLES.length, `${valuesNotJudged}`);
    });

    it(`are not judged after a silence of ${2 * hours} hours, nor said to be good`, async () => {
      const away = FROM + 48 * 60 * MINUTE_MS;
      const reports = reportsEvery(60 * hours, (station, time) => station === 1 && time === away);
      const { valuesNotJudged } = await judged(reports);
      assert.equal(valuesNotJudged, ((24 / hours) * STATIONS.length + 1) * VARIABLES.length);
    });
  }

  it('are judged after reports that are missing', async () => {
    const away = FROM + 40 * 60 * MINUTE_MS;
    const all = await judged(reportsEvery(60));
    const fewer = await judged(
      reportsEvery(60, (station, time) => station > 0 && time >= away && time < away + 2 * 60 * MINUTE_MS),
    );
    assert.equal(fewer.valuesNotJudged, all.valuesNotJudged);
  });
});
