import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { Fault } from '../../../schemas/fault.ts';
import { lastingValue } from '../../../schemas/lasting-value.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from '../stages/live-judgement.ts';
import { MemorySource } from '../stages/small-network.ts';
import {
  about,
  creeping,
  crept,
  DAYS,
  dayOf,
  EVERY,
  FIRST,
  history,
  ofDays,
  SEVEN,
  STATIONS,
  weather,
} from './two-weeks.ts';

const HOUR_MS = 3_600_000;

async function faultsOf(observations: readonly Observation[], days = DAYS): Promise<readonly Fault[]> {
  const start = timeOfSlot(FIRST + SLOTS_PER_DAY);
  const end = timeOfSlot(FIRST + days * SLOTS_PER_DAY - 1);
  const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
  return (await replay(new MemorySource(STATIONS, observations), request)).faults;
}

async function lasting(observations: readonly Observation[], days = DAYS): Promise<Fault[]> {
  return ofDays(await faultsOf(observations, days));
}

describe('faults of days', () => {
  it('are none in a sound network', async () => {
    assert.deepEqual(await lasting(history((values) => values, 0, 0)), []);
  });

  it('are an offset that stays, from its beginning to its end', async () => {
    const biased = history((values, slot) => creeping(values, slot, 6, 1.5), 6, 11);
    const [fault, ...others] = await lasting(biased);
    assert.deepEqual(others, []);
    assert.deepEqual([fault.station, fault.variable, fault.kind], ['s03', 'bar', 'bias']);
    assert.deepEqual([fault.state, fault.certainty], ['settled', 'failure']);
    about(fault.offset ?? 0, 1.5, 0.2);
    about(dayOf(fault.start), 6, 0.15);
    about(dayOf(fault.end), 11, 0.15);
    about(dayOf(fault.known), 7, 0.6);
    about(fault.values, (5 * SLOTS_PER_DAY) / EVERY, 12);
    assert.match(fault.reason, /^read 1\.\d hPa above its neighbours from \d\d-\d\d /);
  });

  // Of two neighbours each was held against the station that is off as well, so that both seemed unsettled: nothing was said.
  it('are an offset beside two neighbours alone', async () => {
    const biased = history((values, slot) => creeping(values, slot, 6, 3), 6, DAYS);
    const found = await lasting(
      biased.filter(({ station }) => ['s02', 's03', 's04'].includes(station)),
      9,
    );
    assert.deepEqual(
      found.map(({ station, variable, kind, certainty }) => [station, variable, kind, certainty]),
      [['s03', 'bar', 'bias', 'failure']],
    );
  });

  it('are none of one of two stations, as nobody knows which', async () => {
    const biased = history((values) => ({ ...values, bar: (values.bar ?? 0) + 1.5 }), 6, DAYS);
    assert.deepEqual(
      await lasting(
        biased.filter(({ station }) => ['s03', 's04'].includes(station)),
        9,
      ),
      [],
    );
  });

  // It was told to be suspected for as long as it lasted, by how far it was off when it was first told.
  it('are certain beside two neighbours once they are off clearly', async () => {
    const drifting = history(
      (values, slot) => ({ ...values, bar: (values.bar ?? 0) + 0.4 * ((slot - FIRST) / SLOTS_PER_DAY - 6) }),
      ...([6, DAYS, SEVEN] as const),
    ).filter(({ station }) => ['s02', 's03', 's04'].includes(station));
    const told = async (days: number) => {
      return (await lasting(drifting, days)).map(({ kind, certainty, known }) => ({ kind, certainty, known }));
    };
    const [early, late] = [await told(9), await told(DAYS)];
    assert.deepEqual(
      early.map(({ kind, certainty }) => [kind, certainty]),
      [['drift', 'suspected']],
    );
    assert.deepEqual(late, [{ ...early[0], certainty: 'failure' }]);
  });

  // A barometer that is set to sea level, or right again, was told to need a calibration.
  it('are an adjustment where the sensor comes to its neighbours', async () => {
    const far = (values: Values) => ({ ...values, bar: (values.bar ?? 0) - 12 });
    const found = await lasting(history(far, 0, 6), 10);
    assert.deepEqual(
      found.map(({ variable, kind, certainty, adjusted }) => [variable, kind, certainty, adjusted]),
      [['bar', 'bias', 'suspected', true]],
    );
    about(found[0].offset ?? 0, 12, 0.5);
    assert.match(found[0].reason, /^reads 1\d\.\d hPa more since .*, nearer to neighbours; if somebody adjusted it/);
    // What it reads may well be right: taking the offset off would be the old error.
    const value = lastingValue(found[0], { time: found[0].start, value: 1012 });
    assert.deepEqual([value.flag, value.estimate, value.uncertainty], [3, null, null]);
  });

  // A mountain station above an inversion was told to have failed in temperature one week, in humidity the next.
  it('are only suspected where temperature and humidity differ together, as in other air', async () => {
    const warm = (values: Values, slot: number) => ({
      ...values,
      temp_out: (values.temp_out ?? 0) + 4 * crept(slot, 6),
      out_hum: (values.out_hum ?? 0) - 15 * crept(slot, 6),
    });
    const found = await lasting(history(warm, 6, 11), 9);
    // Those of one time are in the order of their ids, which follow from the versions of the methods.
    assert.deepEqual(found.map(({ variable, kind, certainty }) => [variable, kind, certainty]).toSorted(), [
      ['out_hum', 'bias', 'suspected'],
      ['temp_out', 'bias', 'suspected'],
    ]);
    for (const { reason } of found) assert.match(reason, /differ together as in other air, so this may be weather$/);
  });

  it('are an offset that grows', async () => {
    const drifting = history(
      (values, slot) => ({ ...values, temp_out: (values.temp_out ?? 0) - (slot - FIRST) / SLOTS_PER_DAY + 5 }),
      ...([5, DAYS] as const),
    );
    const [fault, ...others] = await lasting(drifting);
    assert.deepEqual(others, []);
    assert.deepEqual([fault.variable, fault.kind, fault.end], ['temp_out', 'drift', null]);
    assert.ok((fault.offset ?? 0) < -5, `${fault.offset}`);
    about(dayOf(fault.start), 5, 1);
    assert.match(fault.reason, /^has drifted to \d.* degC below its neighbours since .*; check its calibration$/);
  });

  it('are a share that an anemometer or a gauge reads', async () => {
    const worn = history(
      (values) => ({ ...values, wind_speed: 0.4 * (values.wind_speed ?? 0), rain: 0 }),
      ...([8, DAYS] as const),
    );
    const found = await lasting(worn);
    assert.deepEqual(found.map(({ variable, kind }) => [variable, kind]).sort(), [
      ['rain', 'gain'],
      ['wind_speed', 'gain'],
    ]);
    const wind = found.find(({ variable }) => variable === 'wind_speed');
    about(wind?.ratio ?? 0, 0.4, 0.05);
    about(dayOf(wind?.start ?? null), 8, 0.3);
    assert.equal(wind?.offset, null);
  });

  it('are a clock that is wrong, of every variable of the station', async () => {
    const late = (values: Values, slot: number): Values => ({ ...values, ...weather(slot - 6, () => 0.5) });
    const found = await lasting(history(late, 6, 10.3));
    const ofClock = found.filter(({ kind }) => kind === 'clock');
    assert.deepEqual(ofClock.map(({ variable }) => variable).sort(), [
      'bar',
      'out_hum',
      'rain',
      'temp_out',
      'wind_speed',
    ]);
    for (const fault of ofClock) {
      about(fault.minutes ?? 0, 60, 15);
      about(dayOf(fault.start), 6, 0.3);
      about(dayOf(fault.end), 10.3, 0.3);
      assert.ok(fault.known - fault.start <= 48 * HOUR_MS);
      // One each half hour from its start to its end, whenever that was known.
      about(fault.values, (((fault.end ?? 0) - fault.start) / HOUR_MS) * 2, 1);
    }
    assert.match(ofClock[0].reason, /^followed its neighbours (1 h( \d+ min)?|\d\d min) late from /);
  });

  // The same hours were told a second time, as an offset of a day that began before them.
  it('are none of what a fault of hours that is over explains', async () => {
    const jumped = history((values) => ({ ...values, temp_out: (values.temp_out ?? 0) + 9 }), 6.7, 7.43);
    const faults = await faultsOf(jumped, 10);
    assert.deepEqual(
      faults.map(({ variable, kind, state }) => [variable, kind, state]),
      [['temp_out', 'level', 'settled']],
    );
  });

  it('end with a station that falls silent', async () => {
    const biased = history((values, slot) => creeping(values, slot, 6, 3), 6, DAYS);
    const silent = biased.filter(({ station, time }) => station !== 's03' || dayOf(time) < 9);
    const [fault] = (await lasting(silent, 11)).filter(({ variable }) => variable === 'bar');
    about(dayOf(fault.end), 9, 0.15);
    assert.equal(fault.certainty, 'failure');
  });

  it('are the same whatever comes after they ended, and by the order in which the reports of a slot come', async () => {
    const biased = history((values, slot) => creeping(values, slot, 4, 1.5), 4, 8);
    const whole = await lasting(biased, 12);
    assert.equal(whole.length, 1);
    const until = biased.filter(({ time }) => dayOf(time) < 10.5);
    assert.deepEqual(untimed(await lasting(until, 10.5)), untimed(whole));
    const turned = [...biased].sort((a, b) => a.time - b.time || (a.station < b.station ? 1 : -1));
    assert.deepEqual(await lasting(turned, 12), whole);
  });

  // The nearest, alike to a tenth, had most of the weight: what it did was taken for what is right.
  it('are not carried along by one neighbour that jumps while the others stay', async () => {
    const biased = history((values, slot) => creeping(values, slot, 6, 1.5), 6, DAYS);
    // Others are less alike: of a mountain's barometer, in weather that passes, nobody expects to stand as usual.
    const restless = biased.map((one, k) => {
      const isAlike = one.station === 's03' || one.station === 's04';
      if (isAlike) {
        const jumps = one.station === 's04' && dayOf(one.time) >= 11;
        return jumps ? { ...one, values: { ...one.values, bar: (one.values.bar ?? 0) - 40 } } : one;
      }
      return { ...one, values: { ...one.values, bar: (one.values.bar ?? 0) + 0.9 * Math.sin(k / 97) } };
    });
    const [fault] = (await lasting(restless)).filter(({ station }) => station === 's03');
    about(fault.offset ?? 0, 1.5, 0.6);
  });

  // It was told as a drift to what it is now, since the small one began.
  it('end where the sensor jumps on to many times as much, which is told by itself', async () => {
    const worse = history(
      (values, slot) => creeping(values, slot, 5, slot - FIRST < 10 * SLOTS_PER_DAY ? 1.5 : 30),
      ...([5, DAYS] as const),
    );
    const found = await faultsOf(worse);
    const [small, ...others] = ofDays(found);
    assert.deepEqual([small.kind, small.variable, others], ['bias', 'bar', []]);
    about(small.offset ?? 0, 1.5, 0.3);
    about(dayOf(small.end), 10, 0.15);
    const later = found.filter(({ start }) => dayOf(start) > 9);
    assert.deepEqual(
      later.map(({ kind, variable, end }) => [kind, variable, end]),
      [['level', 'bar', null]],
    );
    about(later[0].offset ?? 0, 30, 2);
  });

  // The day of which nothing is known was taken for a slope.
  it('are a jump where the sensor fell silent after it', async () => {
    const biased = history(
      (values, slot) => creeping(values, slot, 6, dayOf(timeOfSlot(slot)) < 6.3 ? 2.2 : 3),
      ...([6, DAYS] as const),
    );
    const silent = biased.filter(({ station, time }) => station !== 's03' || dayOf(time) < 6.3 || dayOf(time) >= 7.3);
    const [fault] = (await lasting(silent, 9)).filter(({ variable }) => variable === 'bar');
    assert.equal(fault.kind, 'bias');
    about(dayOf(fault.start), 6, 0.15);
  });

  // What is usual by day and by night was held against values that stood still.
  it('are none where the feed repeats what stations reported last', async () => {
    const live = history((values) => values, 0, 0);
    const last = new Map<string, Values>();
    const frozen = live.map((one) => {
      const stands = dayOf(one.time) >= 8.3 && dayOf(one.time) < 10.6 && one.station !== 's01';
      if (!stands) last.set(one.station, one.values);
      return { ...one, values: last.get(one.station) ?? one.values };
    });
    assert.deepEqual(await lasting(frozen, 12), []);
  });

  it('are not looked for where neighbours are not asked', async () => {
    const biased = history((values) => ({ ...values, bar: (values.bar ?? 0) + 1.5 }), 6, 11);
    const request = {
      ...{ network: 'small', start: timeOfSlot(FIRST), end: timeOfSlot(FIRST + DAYS * SLOTS_PER_DAY) },
      ...{ configuration: { ...configuration, spatialVerify: false }, verdicts: 'last' as const },
    };
    const { faults } = await replay(new MemorySource(STATIONS, biased), request);
    assert.deepEqual(faults, []);
  });
});

/** Without the time at which they are told. */
function untimed(faults: readonly Fault[]): object[] {
  return faults.map(({ judged, ...rest }) => rest);
}
