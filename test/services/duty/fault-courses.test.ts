import assert from 'node:assert/strict';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOT_MS, SLOTS_PER_DAY, timeOfSlot } from '../../../schemas/time.ts';
import { byVariable } from '../../../schemas/variables.ts';
import { COURSE_SLOTS, faultCourses, latestOf } from '../../../services/duty/fault-courses.ts';
import type { LastingCondition } from '../../../services/stores/roles/fault-store.ts';
import type { ObservationBlock, StretchQuery } from '../../../services/stores/time-series-store.ts';
import { lastingOf } from '../../detectors/faults/lasting-of.ts';
import { DAYS, FIRST, history } from '../../detectors/faults/two-weeks.ts';
import { someFault } from '../answers/some-fault.ts';
import { NOON, someObservation } from '../api/some-records.ts';
import { blocksOf } from '../observations/blocks-of-observations.ts';

/** Temperatures of a station, one each slot up to noon; null for none. */
function reports(station: string, numbers: readonly (number | null)[]): Observation[] {
  return numbers.map((temp_out, k) => ({
    ...someObservation().observation,
    station,
    time: NOON - (numbers.length - 1 - k) * SLOT_MS,
    values: { ...byVariable(() => null), temp_out },
  }));
}

/** A store with some reports, the estimates of some and the flags of some, by station and slots before noon. */
function storeOf(
  observations: readonly Observation[],
  estimate: (station: string, back: number) => number = () => Number.NaN,
  flag: (station: string, back: number) => number = () => 1,
) {
  const asked: StretchQuery[] = [];
  return {
    asked,
    lastingCondition: async (): Promise<LastingCondition | null> => null,
    observationBlocks: async function* (query: StretchQuery): AsyncGenerator<ObservationBlock> {
      asked.push(query);
      for await (const block of blocksOf(observations.map((observation) => ({ observation, assessment: null })))) {
        const back = (k: number) => (NOON - block.times[k]) / SLOT_MS;
        block.estimates.temp_out.set(block.stations.map((station, k) => estimate(station, back(k))));
        block.flags.temp_out.set(block.stations.map((station, k) => flag(station, back(k))));
        yield block;
      }
    },
  };
}

const fault = (fields: Partial<Fault> = {}) =>
  someFault({ variable: 'temp_out', neighbors: ['b', 'c', 'd'], start: NOON - 2 * SLOT_MS, offset: 8, ...fields });
const { signal } = new AbortController();
const tail = (numbers: Float64Array, count: number) =>
  [...numbers.slice(-count)].map((one) => Math.round(one * 10) / 10);

describe('the course of a fault', () => {
  it('is the sensor beside the median of its neighbours, each moved by what it usually is from it', async () => {
    const calm = Array.from({ length: 10 }, () => 12);
    const store = storeOf([
      ...reports('a', [...calm, 20, 20, 20]),
      ...reports('b', [...calm.map(() => 10), 10, 11, 12]),
      ...reports('c', [...calm.map(() => 9), 9, 10, 11]),
      ...reports('d', [...calm.map(() => 11), 11, 12, 13]),
    ]);
    const [course] = await faultCourses(store, 'north', [fault()], NOON, signal);
    assert.equal(course.values.length, COURSE_SLOTS + 1);
    // It was 2 above the median before its onset.
    assert.deepEqual(tail(course.neighbours, 4), [12, 12, 13, 14]);
    assert.deepEqual(tail(course.values, 4), [12, 20, 20, 20]);
    assert.deepEqual(latestOf(course), { time: NOON, value: 20, expected: 14 });
  });

  // The valley had reported and the hill had not: the sensor was off by the difference of the two.
  it('does not depend on which neighbours have reported so far', async () => {
    const calm = Array.from({ length: 10 }, () => 12);
    const store = storeOf([
      ...reports('a', [...calm, 20, 20, 20]),
      ...reports('b', [...calm.map(() => 15), 15, 15, 15]),
      ...reports('c', [...calm.map(() => 4), 4, 4, null]),
      ...reports('d', [...calm.map(() => 5), 5, 5, null]),
    ]);
    const [course] = await faultCourses(store, 'north', [fault()], NOON, signal);
    assert.deepEqual(tail(course.neighbours, 3), [12, 12, 12]);
  });

  it('goes by what the judgement implies of the values under the fault, where it said so', async () => {
    const store = storeOf([...reports('a', [20, 20]), ...reports('b', [10, 11])], (station, back) =>
      station === 'a' ? 13 - back : Number.NaN,
    );
    const [course] = await faultCourses(store, 'north', [fault()], NOON, signal);
    assert.deepEqual(tail(course.neighbours, 2), [12, 13]);
    assert.deepEqual(latestOf(course), { time: NOON, value: 20, expected: 13 });
  });

  it('leaves neighbours out whose own value is wrong, and says nothing where none tells', async () => {
    const observations = [...reports('a', [20]), ...reports('b', [90])];
    const store = storeOf(observations, undefined, (station) => (station === 'b' ? 4 : 1));
    const [course] = await faultCourses(store, 'north', [fault()], NOON, signal);
    assert.deepEqual(tail(course.neighbours, 1), [Number.NaN]);
    assert.deepEqual(latestOf(course), { time: NOON, value: 20, expected: null });
  });

  // It was the middle of the slot: 10:50 for the report of 10:45, asked for at 10:48.
  it('is newest at the time of a report, also beside the slots', async () => {
    const quarterTo = reports('a', [20, 20]).map((one) => ({ ...one, time: one.time - 5 * 60_000 }));
    const [course] = await faultCourses(storeOf(quarterTo), 'north', [fault()], NOON - 2 * 60_000, signal);
    assert.equal(latestOf(course)?.time, NOON - 5 * 60_000);
  });

  it('expects no humidity above saturation', async () => {
    const humid = (station: string, numbers: number[]) =>
      reports(station, numbers).map((one) => ({
        ...one,
        values: { ...one.values, temp_out: null, out_hum: one.values.temp_out },
      }));
    const calm = Array.from({ length: 10 }, () => 90);
    const store = storeOf([
      ...humid('a', [...calm.map(() => 95), 91, 91, 91]),
      ...['b', 'c', 'd'].flatMap((id) => humid(id, [...calm, 97, 99, 100])),
    ]);
    const [course] = await faultCourses(store, 'north', [fault({ variable: 'out_hum' })], NOON, signal);
    assert.deepEqual(tail(course.neighbours, 4), [95, 100, 100, 100]);
    assert.equal(latestOf(course)?.expected, 100);
  });

  it('is one read for all faults, of their stations and nearest neighbours alone', async () => {
    const store = storeOf([]);
    const many = Array.from({ length: 12 }, (_, k) => `n${String(k).padStart(2, '0')}`);
    const faults = [fault({ neighbors: many }), fault({ id: '1'.repeat(32), station: 'z', neighbors: ['a'] })];
    const [course] = await faultCourses(store, 'north', faults, NOON, signal);
    assert.equal(latestOf(course), null);
    assert.deepEqual(
      store.asked.map(({ network, station, from, to }) => [network, station, from, to]),
      [['north', ['a', ...many.slice(0, 8), 'z'], NOON - COURSE_SLOTS * SLOT_MS, NOON]],
    );
    assert.deepEqual(await faultCourses(store, 'north', [], NOON, signal), []);
    assert.equal(store.asked.length, 1);
  });

  // Without six values before the onset in the last day every neighbour was left out, though twelve had told the fault.
  it('is held against what was usual before a fault of days', async () => {
    const end = FIRST + DAYS * SLOTS_PER_DAY - 1;
    const [wrongFrom, rightAgain] = [DAYS - 3, DAYS - 0.5];
    const warmed = history(
      (values, slot) => {
        const hours = (slot - FIRST) / 6 - 24 * wrongFrom;
        return { ...values, temp_out: (values.temp_out ?? 0) + Math.min(3, hours / 8) };
      },
      ...([wrongFrom, rightAgain] as const),
    );
    const lasting = lastingOf(warmed);
    lasting.passUpTo(FIRST + rightAgain * SLOTS_PER_DAY - 1, true);
    const [lasts] = lasting.told();
    assert.deepEqual([lasts.station, lasts.variable, lasts.kind, lasts.end], ['s03', 'temp_out', 'bias', null]);
    let read = 0;
    const content = `[${lasting.content()}]`;
    const store = {
      ...storeOf(warmed),
      lastingCondition: async (network: string, slot: number) => {
        read++;
        return { network, slot, content };
      },
    };
    const offAt = async (slot: number) => {
      const [course] = await faultCourses(store, 'small', [lasts], timeOfSlot(slot), signal);
      const { value, expected } = latestOf(course) ?? { value: Number.NaN, expected: null };
      return value - (expected ?? Number.NaN);
    };
    assert.ok(Math.abs((await offAt(FIRST + rightAgain * SLOTS_PER_DAY - 6)) - 3) < 0.6, 'it is off by 3');
    assert.ok(Math.abs(await offAt(end)) < 0.6, 'it is right again');
    assert.equal(read, 2);
    // What is of hours needs no more to be read.
    await faultCourses(store, 'small', [fault()], timeOfSlot(end), signal);
    assert.equal(read, 2);
  });
});
