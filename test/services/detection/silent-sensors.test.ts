import assert from 'node:assert/strict';
import type { Variable } from '../../../schemas/variables.ts';
import { SilentSensors } from '../../../services/detection/silent-sensors.ts';
import type { Reported, StationReports } from '../../../services/stores/roles/observation-store.ts';
import { NOON, someStation } from '../api/some-records.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** One report in ten minutes over days, up to so many minutes before noon. */
const until = (minutes: number, days = 3): Reported => ({
  first: NOON - days * DAY,
  last: NOON - minutes * MINUTE,
  slots: 144 * days - minutes / 10,
});

/** Stations that report up to noon, and whose sensors sent their last value so many minutes before. */
class Network {
  readonly asked: (readonly [from: number, to: number, stations: readonly string[]])[] = [];
  readonly lacks = new Map<string, readonly Variable[]>();
  readonly values = new Map<string, StationReports['values']>();
  time = NOON;

  readonly store = {
    stationReports: async (_network: string, from: number, to: number, stations: readonly string[] = []) => {
      this.asked.push([from, to, stations]);
      return stations.map((station) => ({
        ...{ station, ...until(0), heard: NOON, values: this.values.get(station) ?? {} },
      }));
    },
  };

  get stations() {
    const lacking = Array.from(this.lacks, ([id, variables]) => ({
      station: { ...someStation(), id, name: `Station ${id}` },
      variables,
    }));
    return { network: 'north', time: this.time, lacking };
  }
}

describe('silent sensors', () => {
  let network: Network;
  let sensors: SilentSensors;
  const found = async () =>
    (await sensors.of(network.store, network.stations)).map(({ station, variable, heard }) => [
      station.id,
      variable,
      NOON - heard,
    ]);

  beforeEach(() => {
    network = new Network();
    sensors = new SilentSensors();
  });

  // A barometer that had sent nothing for three days was nowhere to be seen, as its station was good.
  it('are those of which nothing comes though their stations report, the last to stop first', async () => {
    network.lacks.set('a', ['bar']).set('b', ['wind_speed', 'rain']);
    network.values
      .set('a', { bar: until(600), temp_out: until(0) })
      .set('b', { wind_speed: until(50), temp_out: until(0) });
    assert.deepEqual(await found(), [
      ['b', 'wind_speed', 50 * MINUTE],
      ['a', 'bar', 600 * MINUTE],
    ]);
    const [[from, to, stations]] = network.asked;
    assert.deepEqual([to - from >= 7 * DAY, to, stations], [true, NOON, ['a', 'b']]);
  });

  it('are none that never reported, or report less often than their station', async () => {
    network.lacks.set('a', ['bar', 'rain', 'wind_speed']);
    const hourly = { first: NOON - 3 * DAY, last: NOON - 50 * MINUTE, slots: 72 };
    network.values.set('a', { rain: hourly, wind_speed: { first: NOON - DAY, last: NOON - DAY, slots: 1 } });
    assert.deepEqual(await found(), []);
  });

  // Each look read the reports of days of every station that has no anemometer or gauge: half of a large network.
  it('are not sought again for six hours among sensors of which nothing came for days', async () => {
    network.lacks.set('a', ['rain']).set('b', ['rain', 'bar']);
    network.values.set('b', { bar: until(600) });
    for (const hours of [0, 1, 5]) {
      network.time = NOON + hours * 6 * 10 * MINUTE;
      assert.deepEqual(await found(), [['b', 'bar', 600 * MINUTE]]);
    }
    network.lacks.set('a', ['rain', 'wind_speed']);
    network.time = NOON + 5.5 * 60 * MINUTE;
    await found();
    network.time = NOON + 6.5 * 60 * MINUTE;
    await found();
    assert.deepEqual(
      network.asked.map(([, , stations]) => stations),
      [['a', 'b'], ['b'], ['b'], ['a', 'b'], ['a', 'b']],
    );
  });

  it('are sought in the days before whatever is known of later', async () => {
    network.lacks.set('a', ['bar']);
    await found();
    network.time = NOON - DAY;
    network.values.set('a', { bar: until(2 * 24 * 60) });
    assert.deepEqual(await found(), [['a', 'bar', 2 * DAY]]);
  });

  it('ask the store once in a slot, and are none of those that report again meanwhile', async () => {
    assert.deepEqual(await found(), []);
    assert.equal(network.asked.length, 0, 'nothing is lacking');
    network.lacks.set('a', ['bar']);
    network.values.set('a', { bar: until(600) });
    assert.equal((await found()).length, 1);
    network.time += MINUTE;
    assert.equal((await found()).length, 1);
    network.lacks.set('a', ['rain']);
    assert.deepEqual(await found(), []);
    assert.equal(network.asked.length, 1);
    network.time += 10 * MINUTE;
    await found();
    assert.equal(network.asked.length, 2);
  });

  it('ask the store again after it failed', async () => {
    network.lacks.set('a', ['bar']);
    network.values.set('a', { bar: until(600) });
    const { stationReports } = network.store;
    network.store.stationReports = () => Promise.reject(new Error('away'));
    await assert.rejects(found(), /away/);
    network.store.stationReports = stationReports;
    assert.equal((await found()).length, 1);
  });
});
