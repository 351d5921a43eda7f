import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import { FAULTS_OF_DAYS, type Fault } from '../../../schemas/fault.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from '../stages/live-judgement.ts';
import { MemorySource, seeded, smallStations } from '../stages/small-network.ts';

const DAYS = 14;
const FIRST = 20_600 * SLOTS_PER_DAY;
const EVERY = 3;
const HOUR_MS = 3_600_000;
const STATIONS = smallStations(7);

/** What the weather is at a station and a slot: days and nights, fog in most of the nights, and what passes in days. */
function weather(station: number, slot: number, random: () => number): Values {
  const day = Math.sin((2 * Math.PI * (slot - 36)) / SLOTS_PER_DAY);
  const slow = Math.sin((2 * Math.PI * slot) / (5.3 * SLOTS_PER_DAY));
  // Each place has nights of its own.
  const own = (station % 3) - 1;
  return {
    temp_out: Math.round((12 + (6 + 1.5 * own) * day + 4 * slow + 0.3 * random()) * 10) / 10,
    out_hum: Math.round(Math.min(100, 76 - (22 + 4 * own) * day - 3 * slow + 2 * random())),
    wind_speed: Math.round((14 + 4 * slow + 3 * random()) * 10) / 10,
    bar: Math.round((1012 + 3 * own + 8 * slow + day + 0.1 * random()) * 100) / 100,
    rain: 0,
  };
}

type Change = (values: Values, slot: number, at: (station: number) => Values) => Values;

/** Reports every half hour of a network of which some stations are changed from a day on until another. */
function history(changes: Readonly<Record<string, Change>>, from: number, until: number): Observation[] {
  const observations: Observation[] = [];
  const random = seeded(11);
  for (let k = 0; k < DAYS * SLOTS_PER_DAY; k += EVERY) {
    const all = STATIONS.map((_, station) => weather(station, FIRST + k, random));
    for (const [station, { id }] of STATIONS.entries()) {
      const isChanged = k >= from * SLOTS_PER_DAY && k < until * SLOTS_PER_DAY;
      const values = all[station];
      observations.push({
        ...{ network: 'small', station: id, time: timeOfSlot(FIRST + k), extras: {}, original: {} },
        values: isChanged ? (changes[id]?.(values, FIRST + k, (other) => all[other]) ?? values) : values,
        ...{ source: 'test', received: 0 },
      });
    }
  }
  return observations;
}

async function found(observations: readonly Observation[], stations = STATIONS): Promise<readonly Fault[]> {
  const start = timeOfSlot(FIRST);
  const end = timeOfSlot(FIRST + DAYS * SLOTS_PER_DAY - 1);
  const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
  return (await replay(new MemorySource(stations, observations), request)).faults;
}

const ofDays = (faults: readonly Fault[]) => faults.filter(({ kind }) => FAULTS_OF_DAYS.some((one) => one === kind));
const dayOf = (time: number | null) => (time === null ? Number.NaN : (slotOf(time) - FIRST) / SLOTS_PER_DAY);
const about = (value: number, expected: number, by: number) =>
  assert.ok(Math.abs(value - expected) <= by, `${value} instead of ${expected}`);

/** One fault from day 6 to 11, known within two days. */
function isOneFault(faults: readonly Fault[], variable: Fault['variable'], kind: Fault['kind']): Fault {
  const [fault, ...others] = ofDays(faults);
  assert.deepEqual(others, []);
  assert.deepEqual([fault.station, fault.variable, fault.kind, fault.state], ['s03', variable, kind, 'settled']);
  about(dayOf(fault.start), 6, 0.3);
  about(dayOf(fault.end), 11, 0.5);
  assert.ok(fault.known - fault.start <= 48 * HOUR_MS, fault.reason);
  return fault;
}

describe('faults of days that have a name', () => {
  it('are none in a sound network', async () => {
    assert.deepEqual(ofDays(await found(history({}, 0, 0))), []);
  });

  for (const [variable, unit, change] of [
    ['temp_out', 'degF', (value: number) => 1.8 * value + 32],
    ['temp_out', 'K', (value: number) => value + 273.15],
    ['wind_speed', 'm/s', (value: number) => value / 3.6],
    ['wind_speed', 'mph', (value: number) => value / 1.609344],
    ['bar', 'inHg', (value: number) => value / 33.86389],
    ['bar', 'Pa', (value: number) => value * 100],
    ['bar', 'mmHg', (value: number) => value / 1.333224],
  ] as const) {
    it(`are ${variable} in ${unit}, from its beginning to its end, and nothing else that takes days`, async () => {
      const s03: Change = (values) => ({ ...values, [variable]: change(values[variable] ?? Number.NaN) });
      const faults = await found(history({ s03 }, 6, 11));
      const fault = isOneFault(faults, variable, 'unit');
      assert.equal(fault.unit, unit);
      assert.match(fault.reason, new RegExp(`^reported ${unit} where its neighbours indicate `));
      about(fault.values, (5 * SLOTS_PER_DAY) / EVERY, 24);
    });
  }

  // A calm of two days was told twice: as a share, and half a day later as m/s.
  it('are no unit that is only likely beside a share that is only likely', async () => {
    // The others stand around it, too far for anything to be certain.
    const apart = STATIONS.map((station, k) => {
      const [north, east] = station.id === 's03' ? [0, 0] : [0.63 * Math.sin(k), Math.cos(k)];
      return { ...station, latitude: 50 + north, longitude: 4 + east };
    });
    const later = FIRST + 7.5 * SLOTS_PER_DAY;
    const s03: Change = (values, slot) => ({
      ...values,
      wind_speed: (values.wind_speed ?? Number.NaN) * (slot < later ? 0.42 : 0.24),
    });
    const faults = ofDays(await found(history({ s03 }, 6, 11), apart));
    assert.deepEqual(
      faults.map(({ kind, certainty, variable }) => [kind, certainty, variable]),
      [['gain', 'suspected', 'wind_speed']],
    );
  });

  // After two days without wind a share seemed to have begun before them: it was told a second time, as m/s.
  it('are no unit beside a share that was known before anything was of that unit', async () => {
    const dayOfSlot = (slot: number) => (slot - FIRST) / SLOTS_PER_DAY;
    const isAway = (slot: number) => dayOfSlot(slot) >= 6 && dayOfSlot(slot) < 8;
    const without: Change = (values, slot) => (isAway(slot) ? { ...values, wind_speed: null } : values);
    const changes = Object.fromEntries(STATIONS.map(({ id }) => [id, without]));
    const s03: Change = (values, slot) => ({
      ...without(values, slot, () => values),
      ...(isAway(slot) ? {} : { wind_speed: (values.wind_speed ?? Number.NaN) * (dayOfSlot(slot) < 9.5 ? 0.4 : 0.22) }),
    });
    const kinds = ofDays(await found(history({ ...changes, s03 }, 6, 14))).map(({ kind, variable }) => [
      kind,
      variable,
    ]);
    assert.deepEqual(kinds, [['gain', 'wind_speed']]);
  });

  it('are a share, which is certain, where a unit is no more than likely', async () => {
    const s03: Change = (values) => ({ ...values, wind_speed: 0.48 * (values.wind_speed ?? Number.NaN) });
    const fault = isOneFault(await found(history({ s03 }, 6, 11)), 'wind_speed', 'gain');
    assert.equal(fault.certainty, 'failure');
    about(fault.ratio ?? 0, 0.48, 0.03);
  });

  it('are a unit that was wrong from the first day on', async () => {
    const s03: Change = (values) => ({ ...values, temp_out: 1.8 * (values.temp_out ?? 0) + 32 });
    const [fault, ...others] = ofDays(await found(history({ s03 }, 0, DAYS)));
    assert.deepEqual(others, []);
    assert.deepEqual([fault.kind, fault.unit, fault.end], ['unit', 'degF', null]);
    about(dayOf(fault.start), 0, 0.15);
  });

  it('are two stations whose records are exchanged, of every variable', async () => {
    const faults = ofDays(await found(history({ s03: (_v, _s, at) => at(2), s02: (_v, _s, at) => at(3) }, 6, 11)));
    assert.ok(faults.every(({ kind }) => kind === 'swapped'));
    const partners = new Set(faults.map(({ station, swappedWith }) => `${station} ${swappedWith}`));
    assert.deepEqual([...partners].sort(), ['s02 s03', 's03 s02']);
    for (const fault of faults) {
      about(dayOf(fault.start), 6, 0.5);
      about(dayOf(fault.end), 11, 0.5);
      assert.ok(fault.known - fault.start <= 48 * HOUR_MS, fault.reason);
    }
  });

  // Each then has the hours of the other as well, and both clocks were called wrong.
  it('are no wrong clocks of two stations whose records are exchanged', async () => {
    const random = seeded(12);
    const later: Change = (_, slot) => weather(3, slot - SLOTS_PER_DAY / 24, random);
    const isExchanged = (slot: number) => slot >= FIRST + 6 * SLOTS_PER_DAY && slot < FIRST + 11 * SLOTS_PER_DAY;
    const s03: Change = (values, slot, at) => (isExchanged(slot) ? at(2) : later(values, slot, at));
    const s02: Change = (values, slot, at) => (isExchanged(slot) ? later(values, slot, at) : values);
    const faults = ofDays(await found(history({ s03, s02 }, 0, DAYS)));
    assert.deepEqual(
      new Set(faults.map(({ station, kind }) => `${station} ${kind}`)),
      new Set(['s02 swapped', 's03 swapped']),
    );
  });

  // The warmer days of the other place were told beside the swap, as heating by the sun.
  it('are no heating by day of two stations whose records are exchanged', async () => {
    const sunny = (values: Values, slot: number): Values => {
      const sun = Math.max(0, Math.sin((2 * Math.PI * (slot - 36)) / SLOTS_PER_DAY));
      return { ...values, temp_out: (values.temp_out ?? 0) + 2.5 * sun, out_hum: (values.out_hum ?? 0) - 9 * sun };
    };
    const isExchanged = (slot: number) => slot >= FIRST + 6 * SLOTS_PER_DAY && slot < FIRST + 11 * SLOTS_PER_DAY;
    const s02: Change = (values, slot, at) => (isExchanged(slot) ? at(5) : sunny(values, slot));
    const s05: Change = (values, slot, at) => (isExchanged(slot) ? sunny(at(2), slot) : values);
    const faults = ofDays(await found(history({ s02, s05 }, 0, DAYS)));
    assert.deepEqual(
      new Set(faults.map(({ station, kind }) => `${station} ${kind}`)),
      new Set(['s02 swapped', 's05 swapped']),
    );
  });

  it('are no two stations of which one is off while the other has ceased to be', async () => {
    const off: Change = (values) => ({
      ...values,
      temp_out: (values.temp_out ?? 0) - 3,
      out_hum: (values.out_hum ?? 0) - 14,
    });
    const between = (from: number, until: number, change: Change): Change => {
      return (values, slot, at) =>
        slot >= FIRST + from * SLOTS_PER_DAY && slot < FIRST + until * SLOTS_PER_DAY
          ? change(values, slot, at)
          : values;
    };
    const changes = { s03: between(1, 9, off), s00: between(6, 13, off) };
    const kinds = ofDays(await found(history(changes, 0, DAYS))).map(({ kind }) => kind);
    assert.deepEqual(
      kinds.filter((kind) => kind === 'swapped'),
      [],
    );
    assert.ok(kinds.length > 0);
  });

  it('are a thermometer that the sun heats', async () => {
    const s03: Change = (values, slot) => {
      const sun = Math.max(0, Math.sin((2 * Math.PI * (slot - 36)) / SLOTS_PER_DAY));
      return { ...values, temp_out: (values.temp_out ?? 0) + 4 * sun };
    };
    const fault = isOneFault(await found(history({ s03 }, 6, 11)), 'temp_out', 'radiation');
    about(fault.offset ?? 0, 3.5, 0.6);
    assert.ok(dayOf(fault.known) < 7.6, `known at noon of the second day: ${dayOf(fault.known)}`);
  });

  it('are no heating by day where a thermometer comes to read too much by night as well', async () => {
    const s03: Change = (values, slot) => {
      const sun = Math.max(0, Math.sin((2 * Math.PI * (slot - 36)) / SLOTS_PER_DAY));
      const isHeated = slot < FIRST + 8 * SLOTS_PER_DAY;
      return { ...values, temp_out: (values.temp_out ?? 0) + (isHeated ? 4 * sun : 4) };
    };
    const faults = ofDays(await found(history({ s03 }, 6, 12)));
    assert.deepEqual(
      faults.map(({ station, variable, kind }) => ({ station, variable, kind })),
      [{ station: 's03', variable: 'temp_out', kind: 'bias' }],
    );
  });

  it('are no heating by day of a thermometer that reads too much in the night between, though not before', async () => {
    const s03: Change = (values, slot) => {
      const isNight = (slot + SLOTS_PER_DAY / 4) % SLOTS_PER_DAY < SLOTS_PER_DAY / 2;
      return { ...values, temp_out: (values.temp_out ?? 0) + (isNight ? 2.7 : 4) };
    };
    const twoDays = history({ s03 }, 6.375, 11).filter(({ time }) => dayOf(time) < 8);
    assert.deepEqual(
      ofDays(await found(twoDays)).filter(({ kind }) => kind === 'radiation'),
      [],
    );
  });

  it('are humidity that stops below saturation', async () => {
    const s03: Change = (values) => ({ ...values, out_hum: Math.min(85, values.out_hum ?? 0) });
    const fault = isOneFault(await found(history({ s03 }, 6, 11)), 'out_hum', 'ceiling');
    assert.equal(fault.ceiling, 85);
  });

  it('are none where all stations change alike, as with weather', async () => {
    const sunny: Change = (values, slot) => {
      const sun = Math.max(0, Math.sin((2 * Math.PI * (slot - 36)) / SLOTS_PER_DAY));
      return { ...values, temp_out: (values.temp_out ?? 0) + 4 * sun, out_hum: Math.min(85, values.out_hum ?? 0) };
    };
    const all = Object.fromEntries(STATIONS.map(({ id }) => [id, sunny]));
    assert.deepEqual(ofDays(await found(history(all, 6, 11))), []);
  });

  it('are the same by the order in which the reports of a slot come', async () => {
    const s03: Change = (values) => ({
      ...values,
      bar: (values.bar ?? 0) * 100,
      out_hum: Math.min(85, values.out_hum ?? 0),
    });
    const observations = history({ s03 }, 6, 11);
    const turned = [...observations].sort((a, b) => a.time - b.time || (a.station < b.station ? 1 : -1));
    assert.deepEqual(await found(turned), await found(observations));
  });
});
