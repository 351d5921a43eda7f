import assert from 'node:assert/strict';
import { distance } from 'geokdbush';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../../schemas/variables.ts';
import { CADENCES, MINUTE_MS, minuteOffset, minuteOffsets } from './cadences.ts';
import { ABSURD, faultyNetwork } from './faulty-network.ts';

const FROM = Date.UTC(2025, 5, 1);
const STRETCH = { from: FROM, to: FROM + 56 * 60 * MINUTE_MS };

describe('networks of the cadence trial', () => {
  const networks = CADENCES.map((cadence) => faultyNetwork(cadence, STRETCH, 1));
  const named = (name: string) => networks[CADENCES.findIndex((cadence) => cadence.name === name)];

  it('have a fault of each kind in every minute of a slot in which they report', () => {
    const minutes = (name: string, kind: string) =>
      named(name)
        .faults.filter((fault) => fault.kind === kind)
        .map(({ time }) => minuteOffset(time))
        .sort((a, b) => a - b);
    const expected: Readonly<Record<string, readonly number[]>> = {
      'every-1': [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      'every-2': [0, 2, 4, 6, 8],
      'every-5': [0, 5],
      'every-10': [0],
      'every-15': [0, 5],
      'every-30': [0],
      'every-60': [0],
      irregular: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    };
    for (const [name, offsets] of Object.entries(expected)) {
      assert.deepEqual([minutes(name, 'absurd'), minutes(name, 'shifted')], [offsets, offsets], name);
    }
    const mixed = named('mixed').faults;
    for (const kind of ['absurd', 'shifted'] as const) {
      const stations = mixed.filter((fault) => fault.kind === kind).map(({ station }) => station);
      assert.equal(new Set(stations).size, named('mixed').stations.length, `one ${kind} value of each station`);
    }
  });

  it('have faults that are far from each other, at times at which their stations report', () => {
    for (const { cadence, faults, observations } of networks) {
      const values = new Map(
        observations.map(({ station, time, values: { temp_out } }) => [`${station} ${time}`, temp_out]),
      );
      for (const { station, time, kind } of faults) {
        const value = values.get(`${station} ${time}`) ?? Number.NaN;
        assert.ok(kind === 'absurd' ? value === ABSURD : value > 20 && value < 50, `${cadence.name}: ${value}`);
        const near = faults.filter((other) => Math.abs(other.time - time) < 4 * 60 * MINUTE_MS);
        assert.equal(near.filter((other) => other.station === station).length, 1, `${cadence.name} ${station}`);
      }
    }
  });

  it('are within 40 km, report in order of time, once at a time, and what instruments can show', () => {
    for (const { cadence, stations, observations } of networks) {
      const farthest = stations.flatMap((a) =>
        stations.map((b) => distance(a.longitude, a.latitude, b.longitude, b.latitude)),
      );
      assert.ok(Math.max(...farthest) < 40, `${cadence.name}: ${Math.max(...farthest)} km`);
      assert.equal(new Set(observations.map(({ station, time }) => `${station} ${time}`)).size, observations.length);
      assert.ok(
        observations.every(({ time }, k) => k === 0 || time >= observations[k - 1].time),
        cadence.name,
      );
      for (const { values } of observations) {
        for (const variable of VARIABLES) {
          const { low, high } = VARIABLE_SPECIFICATIONS[variable];
          const value = values[variable] ?? Number.NaN;
          assert.ok((value >= low && value <= high) || value === ABSURD, `${variable} ${value}`);
        }
      }
    }
  });

  it('are the same of the same seed, and others of another', () => {
    const again = faultyNetwork(named('irregular').cadence, STRETCH, 1);
    assert.deepEqual(again, named('irregular'));
    assert.notDeepEqual(faultyNetwork(again.cadence, STRETCH, 2).observations, again.observations);
  });

  it('report in the minutes that their cadence has', () => {
    for (const { cadence, stations, observations } of networks) {
      for (const [index, { id }] of stations.entries()) {
        const seen = new Set(
          observations.filter(({ station }) => station === id).map(({ time }) => minuteOffset(time)),
        );
        assert.deepEqual(
          [...seen].sort((a, b) => a - b),
          minuteOffsets(cadence, index),
          `${cadence.name} ${id}`,
        );
      }
    }
  });

  it('need time for their faults', () => {
    assert.throws(
      () => faultyNetwork(named('every-1').cadence, { from: FROM, to: FROM + 40 * 60 * MINUTE_MS }, 1),
      /^Error: 20 faults need 49 hours at least$/,
    );
  });
});
