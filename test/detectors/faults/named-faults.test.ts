import assert from 'node:assert/strict';
import type { Fault } from '../../../schemas/fault.ts';
import { SLOTS_PER_DAY } from '../../../schemas/time.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { type Change, found, history, sunAt } from './foggy-weeks.ts';
import { about, DAYS, dayOf, EVERY, FIRST, ofDays, STATIONS } from './two-weeks.ts';

const HOUR_MS = 3_600_000;

/** One fault from day 6 to 11, known within two days. */
function isOneFault(faults: readonly Fault[], variable: Fault['variable'], kind: Fault['kind']): Fault {
  const [fault, ...others] = ofDays(faults);
  assert.deepEqual(others, []);
  assert.deepEqual([fault.station, fault.variable, fault.kind, fault.state], ['s03', variable, kind, 'settled']);
  isOfThoseDays(fault);
  return fault;
}

function isOfThoseDays({ start, end, known, reason }: Fault): void {
  about(dayOf(start), 6, 0.3);
  about(dayOf(end), 11, 0.5);
  assert.ok(known - start <= 48 * HOUR_MS, reason);
}

/** A sensor that reports in another unit: its variable, the unit, and its value by that of the documented one. */
type Reported = readonly [variable: Variable, unit: string, of: (value: number) => number];

describe('faults of days that have a name', () => {
  it('are none in a sound network', async () => {
    assert.deepEqual(ofDays(await found(history({}, 0, 0))), []);
  });

  // Sensors of three stations at once, each variable of one: they do not speak about each other.
  for (const reported of [
    {
      s01: ['wind_speed', 'm/s', (value) => value / 3.6],
      s03: ['temp_out', 'degF', (value) => 1.8 * value + 32],
      s04: ['bar', 'inHg', (value) => value / 33.86389],
    },
    {
      s01: ['wind_speed', 'mph', (value) => value / 1.609344],
      s03: ['temp_out', 'K', (value) => value + 273.15],
      s04: ['bar', 'Pa', (value) => value * 100],
    },
    { s03: ['bar', 'mmHg', (value) => value / 1.333224] },
  ] satisfies readonly Readonly<Record<string, Reported>>[]) {
    const sensors = Object.entries<Reported>(reported);
    const named = sensors.map(([, [variable, unit]]) => `${variable} in ${unit}`).join(', ');
    it(`are ${named}, from its beginning to its end, and nothing else that takes days`, async () => {
      const changes = sensors.map(([id, [variable, , of]]): readonly [string, Change] => [
        id,
        (values) => ({ ...values, [variable]: of(values[variable] ?? Number.NaN) }),
      ]);
      const faults = ofDays(await found(history(Object.fromEntries(changes), 6, 11)));
      assert.deepEqual(
        faults.map(({ station, variable, kind, unit, state }) => [station, variable, kind, unit, state]).sort(),
        sensors.map(([id, [variable, unit]]) => [id, variable, 'unit', unit, 'settled']),
      );
      for (const fault of faults) {
        isOfThoseDays(fault);
        // The wind has tenths of km/h: converted, it has the hundredths in which their steps show.
        const by = fault.variable === 'wind_speed' ? ', not km/h \\(steps ' : ' where its neighbours indicate ';
        assert.match(fault.reason, new RegExp(`^reported ${fault.unit}${by}`));
        about(fault.values, (5 * SLOTS_PER_DAY) / EVERY, 24);
      }
    });
  }

  // A network whose feed changed its unit had no fault at all, as its stations agree; kn and mph were no more than likely.
  it('are wind in kn of all stations at once, known within a day by the steps of their values', async () => {
    const change: Change = (values, slot) => {
      const whole = Math.round(values.wind_speed ?? Number.NaN);
      const day = (slot - FIRST) / SLOTS_PER_DAY;
      return { ...values, wind_speed: day < 6 || day >= 11 ? whole : Number((whole / 1.852).toFixed(1)) };
    };
    const faults = ofDays(await found(history(Object.fromEntries(STATIONS.map(({ id }) => [id, change])), 0, DAYS)));
    assert.deepEqual(
      faults.map(({ station, variable, kind }) => [station, variable, kind]).sort(),
      STATIONS.map(({ id }) => [id, 'wind_speed', 'unit']).sort(),
    );
    for (const { unit, certainty, start, end, known, reason } of faults) {
      assert.deepEqual([unit, certainty], ['kn', 'failure']);
      about(dayOf(start), 6, 0.15);
      about(dayOf(end), 11, 0.3);
      assert.ok(known - start <= 24 * HOUR_MS, reason);
      assert.match(reason, /^reported kn, not km\/h \(steps 0\.54, before 1\) from /);
    }
  });

  // Stations that agree told nothing: a feed that came to send degF was a storm of +36 degC, and good afterwards.
  for (const [variable, unit, change] of [
    ['temp_out', 'degF', (value: number) => 1.8 * value + 32],
    ['bar', 'Pa', (value: number) => value * 100],
  ] as const) {
    it(`are ${variable} in ${unit} of all stations at once`, async () => {
      const all: Change = (values) => ({ ...values, [variable]: change(values[variable] ?? Number.NaN) });
      const faults = ofDays(await found(history(Object.fromEntries(STATIONS.map(({ id }) => [id, all])), 6, 11)));
      assert.deepEqual(
        faults.map((fault) => [fault.station, fault.variable, fault.kind, fault.unit, fault.certainty]).sort(),
        STATIONS.map(({ id }) => [id, variable, 'unit', unit, 'failure']).sort(),
      );
      for (const { start, end, known, reason } of faults) {
        about(dayOf(start), 6, 0.15);
        about(dayOf(end), 11, 0.3);
        assert.ok(known - start <= 30 * HOUR_MS, reason);
        assert.match(reason, new RegExp(`^reported ${unit}, not \\w+, as its neighbours did, from `));
      }
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

  // Of an anemometer that had stood still for a day and turned again it was said that it had reported m/s meanwhile.
  for (const hours of [24, 36]) {
    it(`are no unit of an anemometer that has stood still for ${hours} h`, async () => {
      const s03: Change = (values) => ({ ...values, wind_speed: 0 });
      const faults = await found(history({ s03 }, 7, 7 + hours / 24, 10));
      assert.deepEqual(
        faults.map(({ kind, variable }) => [kind, variable]),
        [['stuck', 'wind_speed']],
      );
    });
  }

  // What is usual is the worn share by then: without the unit, what it should read was divided by that share alone.
  it('are a unit as well where an anemometer that has long read a share comes to report another one', async () => {
    const later = FIRST + 20 * SLOTS_PER_DAY;
    const s03: Change = (values, slot) => ({
      ...values,
      wind_speed: ((values.wind_speed ?? Number.NaN) * 0.4) / (slot < later ? 1 : 3.6),
    });
    const faults = ofDays(await found(history({ s03 }, 7, 24, 24)));
    assert.deepEqual(
      faults.map(({ kind, unit, certainty }) => [kind, unit, certainty]),
      [
        ['gain', null, 'failure'],
        ['unit', 'm/s', 'failure'],
      ],
    );
  });

  it('are a share, which is certain, where a unit is no more than likely', async () => {
    const s03: Change = (values) => ({ ...values, wind_speed: 0.48 * (values.wind_speed ?? Number.NaN) });
    const fault = isOneFault(await found(history({ s03 }, 6, 11)), 'wind_speed', 'gain');
    assert.equal(fault.certainty, 'failure');
    about(fault.ratio ?? 0, 0.48, 0.03);
  });

  // 35 % of the wind was said to be surely in m/s, which are 28 %.
  it('are a share, which is certain, where it is nearer to 40 % than to that of a unit', async () => {
    const s03: Change = (values) => ({ ...values, wind_speed: 0.35 * (values.wind_speed ?? Number.NaN) });
    const fault = isOneFault(await found(history({ s03 }, 6, 11)), 'wind_speed', 'gain');
    assert.equal(fault.certainty, 'failure');
  });

  it('are a unit that was wrong from the first day on', async () => {
    const s03: Change = (values) => ({ ...values, temp_out: 1.8 * (values.temp_out ?? 0) + 32 });
    const [fault, ...others] = ofDays(await found(history({ s03 }, 0, 8, 8)));
    assert.deepEqual(others, []);
    assert.deepEqual([fault.kind, fault.unit, fault.end], ['unit', 'degF', null]);
    about(dayOf(fault.start), 0, 0.15);
  });

  it('are a thermometer that the sun heats', async () => {
    const s03: Change = (values, slot) => {
      const sun = sunAt(slot);
      return { ...values, temp_out: (values.temp_out ?? 0) + 4 * sun };
    };
    const fault = isOneFault(await found(history({ s03 }, 6, 11)), 'temp_out', 'radiation');
    about(fault.offset ?? 0, 3.5, 0.6);
    assert.ok(dayOf(fault.known) < 7.6, `known at noon of the second day: ${dayOf(fault.known)}`);
  });

  // What was no more than likely when it was found stayed so, however clear it became.
  it('are a heated thermometer that is suspected at first, and certain as soon as it is clear', async () => {
    const heatedBy =
      (then: number): Change =>
      (values, slot) => {
        const sun = sunAt(slot);
        return { ...values, temp_out: (values.temp_out ?? 0) + (slot < FIRST + 8 * SLOTS_PER_DAY ? 1.5 : then) * sun };
      };
    const toldBy = async (day: number, then: number) => {
      const observations = history({ s03: heatedBy(then) }, 6, 11).filter(({ time }) => dayOf(time) < day);
      const [fault, ...others] = ofDays(await found(observations));
      assert.deepEqual([fault.kind, others], ['radiation', []]);
      return fault;
    };
    assert.equal((await toldBy(8, 5)).certainty, 'suspected');
    assert.equal((await toldBy(10, 1.5)).certainty, 'suspected');
    const { certainty, offset } = await toldBy(10, 5);
    assert.equal(certainty, 'failure');
    // The mean of the two days by which it was.
    about(offset ?? 0, 2.6, 0.3);
  });

  // One that had been indoors since its first day was said to be heated for sure once it was outdoors, for months.
  it('are suspected of a thermometer that reads as its neighbours do since it is warmer by day', async () => {
    const s03: Change = (values, slot) => {
      const sun = sunAt(slot);
      const isIndoors = slot < FIRST + 6 * SLOTS_PER_DAY;
      return { ...values, temp_out: (values.temp_out ?? 0) - (isIndoors ? 5 * sun : 0) };
    };
    const faults = ofDays(await found(history({ s03 }, 0, DAYS)));
    assert.deepEqual(
      faults.map(({ kind, certainty }) => [kind, certainty]),
      [['radiation', 'suspected']],
    );
  });

  // Told at noon, it had ended the day before: nine reports were called wrong for a warm morning.
  it('are no heating by day where only the morning of the second day is warm, as mornings there are cold', async () => {
    const s03: Change = (values, slot) => {
      const [day, hour] = [Math.floor((slot - FIRST) / SLOTS_PER_DAY), ((slot - FIRST) % SLOTS_PER_DAY) / 6];
      const usual = hour < 12 ? -2 : 2;
      const more = day === 6 ? 3 : day === 7 ? (hour < 12 ? 2 : -1) : 0;
      const isDay = hour >= 6 && hour < 18;
      return { ...values, temp_out: (values.temp_out ?? 0) + usual + (isDay ? more : 0) };
    };
    assert.deepEqual(ofDays(await found(history({ s03 }, 0, 10, 10))), []);
  });

  it('are no heating by day where a thermometer comes to read too much by night as well', async () => {
    const s03: Change = (values, slot) => {
      const sun = sunAt(slot);
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

  // Most neighbours read less than it anyway: that half of them read more than the ceiling was asked, and never so.
  it('are humidity that stops below saturation where few of the neighbours read more than that', async () => {
    const drier: Change = (values) => ({ ...values, out_hum: (values.out_hum ?? 0) - 20 });
    const ofDriest = { s00: drier, s01: drier, s02: drier };
    const observations = history({ ...ofDriest }, 0, DAYS);
    const changed = observations.map((one) => {
      const isStopped = one.station === 's03' && dayOf(one.time) >= 6 && dayOf(one.time) < 11;
      return isStopped ? { ...one, values: { ...one.values, out_hum: Math.min(85, one.values.out_hum ?? 0) } } : one;
    });
    assert.equal(isOneFault(await found(changed), 'out_hum', 'ceiling').ceiling, 85);
  });

  it('are none where all stations change alike, as with weather', async () => {
    const sunny: Change = (values, slot) => {
      const sun = sunAt(slot);
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
    const observations = history({ s03 }, 6, 11, 12);
    const turned = [...observations].sort((a, b) => a.time - b.time || (a.station < b.station ? 1 : -1));
    assert.deepEqual(await found(turned), await found(observations));
  });
});
