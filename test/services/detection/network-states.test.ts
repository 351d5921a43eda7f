import assert from 'node:assert/strict';
import { CLASSIFICATIONS } from '../../../schemas/anomaly.ts';
import { SLOT_MS } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { NetworkStates } from '../../../services/detection/network-states.ts';
import { SensorFaults } from '../../../services/detection/sensor-faults.ts';
import { stateOf } from '../../../services/detection/station-states.ts';
import { NO_OVERLAY } from '../../../services/experts/overlay.ts';
import type { LatestValue, StationMoment, VerdictMark } from '../../../services/stores/time-series-store.ts';
import { seeded } from '../../detectors/stages/small-network.ts';
import { someFault } from '../answers/some-fault.ts';
import { NOON, someStation } from '../api/some-records.ts';
import { momentsOf } from '../stores/some-moments.ts';

const STATIONS = 2_000;

/** A network in which about everything occurs that a station can be. */
function oddNetwork(seed: number) {
  const random = seeded(seed);
  const one = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)];
  const ago = () => NOON - Math.floor(random() * 12) * SLOT_MS;
  const stations = Array.from({ length: STATIONS }, (_, k) => someStation({ id: `s${k}`, retired: random() < 0.1 }));
  const latestOf = (): StationMoment['latest'] => {
    const some: Partial<Record<Variable, LatestValue>> = {};
    for (const variable of VARIABLES) {
      if (random() < 0.6) some[variable] = { value: random() * 40 - 5, time: ago(), judged: random() < 0.5 };
    }
    return some;
  };
  const moments = stations
    .filter(() => random() < 0.9)
    .map(({ id }): StationMoment => {
      const seen = ago();
      return { station: id, seen, heard: seen, cadence: one([1, 1, 3, 6]), latest: latestOf() };
    });
  const marks = stations
    .filter(() => random() < 0.2)
    .map(({ id, network }): VerdictMark => {
      const state = one(['provisional', 'settled'] as const);
      return {
        id,
        network,
        station: id,
        variable: one(VARIABLES),
        time: ago(),
        classification: one(CLASSIFICATIONS),
        state,
      };
    });
  const faults = stations
    .filter(() => random() < 0.2)
    .map(({ id }) => {
      const certainty = one(['failure', 'suspected'] as const);
      return someFault({
        id: `f${id}`,
        station: id,
        variable: one(VARIABLES),
        start: ago(),
        end: one([null, ago()]),
        certainty,
      });
    });
  const silentSensors = stations
    .filter(({ id }) => random() < 0.2 && moments.some(({ station }) => station === id))
    .map((station) => ({ station, variable: one(VARIABLES), heard: ago() }));
  return { stations, moments, marks, faults, silentSensors };
}

describe('the states of a network', () => {
  it('are in brief and in full what each station is by itself', () => {
    for (const seed of [1, 2, 3]) {
      const { stations, moments, marks, faults, silentSensors } = oddNetwork(seed);
      const sensors = new SensorFaults(faults, NO_OVERLAY);
      const marksOf = new Map(marks.map((mark) => [mark.station, [mark]]));
      const known = { sensors, network: 'north', time: NOON, words: '', wordsFrom: NOON };
      const expected = stations
        .map((station) => {
          const moment = moments.find((one) => one.station === station.id) ?? null;
          const silent = silentSensors.filter((one) => one.station === station);
          return stateOf(station, moment, { ...known, marks: marksOf.get(station.id) ?? [], silent });
        })
        .filter(({ station, state }) => !station.retired || state !== 'silent');
      const ids = stations.map(({ id }) => id);
      const states = new NetworkStates(stations, momentsOf(ids, moments), {
        ...{ ...known, marksOf, silentSensors },
      });
      assert.deepEqual(states.detailed(states.stations), expected);
      assert.deepEqual(
        states.stations.map(({ row: _, ...brief }) => brief),
        expected.map(({ variables: _, silentSensors: __, ...brief }) => brief),
      );
      assert.equal(new Set(expected.map(({ state }) => state)).size, 7, 'every state occurs');
    }
  });
});
