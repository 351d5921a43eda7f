import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { stationStates } from '../../../services/detection/network-states.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { MemoryRules } from '../experts/memory-rules.ts';
import { folderWithTimeSeries } from '../stores/made-folders.ts';
import {
  anomaly,
  CALM,
  fault,
  faultVersion,
  HOUR,
  judgement,
  MINUTE,
  observation,
  station,
} from '../stores/records.ts';

const ONSET = Date.UTC(2026, 10, 22, 9, 40);
const BACK = Date.UTC(2026, 10, 22, 18, 20);

describe('the states of stored stations', () => {
  let folder = '';
  let store: TimeSeriesStore;
  before(async () => {
    folder = await folderWithTimeSeries();
    store = await openTimeSeries({ dataFolder: folder, role: 'system' });
    const times = Array.from({ length: 80 }, (_, k) => ONSET - HOUR + k * 10 * MINUTE);
    await store.insertStations([station('north', 'a')]);
    await store.insertObservations(
      times.map((time) => {
        const wind_speed = time >= ONSET && time < BACK ? 57 : 8;
        return observation('north', 'a', time, { values: { ...CALM, wind_speed } });
      }),
    );
    await store.insertJudgements(times.map((time) => judgement('north', 'a', time, time)));
    await store.insertAnomalies(
      [ONSET, BACK].map((time, k) =>
        anomaly('north', `a${k}`, { station: 'a', variable: 'wind_speed', time, classification: 'device_failure' }),
      ),
    );
    const open = fault('north', 'f', {
      station: 'a',
      variable: 'wind_speed',
      start: ONSET,
      named: ONSET,
      known: ONSET,
      anomalyIds: ['a0'],
      judged: ONSET,
    });
    const ended = { end: BACK - 10 * MINUTE, recovered: BACK + 20 * MINUTE, version: 'e', judged: BACK };
    await store.insertFaults([faultVersion(open), faultVersion({ ...open, ...ended })]);
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are failures for the nine hours of a fault, and good from the first right value on', async () => {
    const stateAt = async (time: number) =>
      (await stationStates(store, new MemoryRules(), { network: 'north', time }))[0];
    assert.equal((await stateAt(ONSET - 10 * MINUTE)).state, 'good');
    for (let time = ONSET; time < BACK; time += HOUR) {
      const { state, variables } = await stateAt(time);
      assert.deepEqual([state, variables.wind_speed?.fault?.id], ['device_failure', 'f'], new Date(time).toISOString());
    }
    assert.equal((await stateAt(BACK - 1)).state, 'device_failure');
    assert.equal((await stateAt(BACK)).state, 'good');
    assert.equal((await stateAt(BACK + 10 * MINUTE)).state, 'good');
  });
});
