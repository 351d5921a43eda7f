import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Reading, readObservation, withStationInterval } from '../../../ingest/validation/observation-fields.ts';
import { Refusal } from '../../../ingest/validation/refusal.ts';
import { VARIABLES } from '../../../schemas/variables.ts';

const LATEST = Date.parse('2026-03-01T13:00:00Z');
const GOOD = { station_id: 'A1', time: '2026-03-01T12:00:00Z', temp_out: 12.5 };

function read(fields: Record<string, unknown>): Reading {
  const reading = readObservation(fields, 'net', LATEST);
  if (reading instanceof Refusal) throw new Error(`refused: ${reading.reason} ${reading.detail}`);
  return reading;
}

function refused(fields: Record<string, unknown>): Refusal {
  const reading = readObservation(fields, 'net', LATEST);
  assert.ok(reading instanceof Refusal, `accepted ${JSON.stringify(fields)}`);
  return reading;
}

describe('validation of an observation', () => {
  it('reads numbers and numeric text alike, and what is missing as null', () => {
    const { values } = read({ ...GOOD, temp_out: ' -1.5e1 ', out_hum: '', wind_speed: null, bar: '1013.', rain: 0 });
    assert.deepEqual(values, { temp_out: -15, out_hum: null, wind_speed: null, bar: 1013, rain: 0 });
  });

  it('leaves impossible numbers to the check gross_range', () => {
    assert.equal(read({ ...GOOD, temp_out: 1e308 }).values.temp_out, 1e308);
    assert.equal(read({ ...GOOD, out_hum: '-999' }).values.out_hum, -999);
  });

  for (const value of [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    'abc',
    'NaN',
    'Infinity',
    '1e999',
    '0x10',
    '1 2',
    true,
    {},
    [1],
  ]) {
    it(`refuses ${JSON.stringify(value) ?? value} (${typeof value}) as a value and names the field`, () => {
      const refusal = refused({ ...GOOD, bar: value });
      assert.equal(refusal.reason, 'invalid_value');
      assert.match(refusal.detail, /^bar is .*should be a finite number/);
    });
  }

  it('names decimal commas, and every wrong field at once', () => {
    const refusal = refused({ ...GOOD, temp_out: '12,5', rain: 'x' });
    assert.match(refusal.detail, /temp_out is '12,5', should be a number with a decimal point.*"decimal": ","/);
    assert.match(refusal.detail, /rain is 'x'/);
  });

  it('converts units and keeps the numbers as they came', () => {
    const fields = { temp_out: 68, wind_speed: 3.3, bar: 29.92, rain: '0.1', out_hum: 0.57 };
    const units = { temp_out: 'degF', wind_speed: 'm/s', bar: 'inHg', rain: 'in', out_hum: '1' };
    const reading = read({ ...GOOD, ...fields, units });
    assert.deepEqual(reading.values, { temp_out: 20, out_hum: 57, wind_speed: 11.88, bar: 1013.207589, rain: 2.54 });
    assert.deepEqual(reading.original['wind_speed'], { value: 3.3, unit: 'm/s' });
    assert.deepEqual(reading.original['rain'], { value: 0.1, unit: 'in' });
    assert.equal(Object.keys(reading.original).length, 5);
  });

  it('keeps no original where nothing was converted', () => {
    assert.deepEqual(read({ ...GOOD, units: { temp_out: 'degC', bar: 'Pa' } }).original, {});
  });

  it('keeps a number too large for the new unit a number', () => {
    const reading = read({ ...GOOD, wind_speed: -1e308, units: { wind_speed: 'm/s' } });
    assert.equal(reading.values.wind_speed, -Number.MAX_VALUE);
    assert.equal(reading.original['wind_speed']?.value, -1e308);
  });

  it('refuses unknown units with those that are known', () => {
    assert.match(
      refused({ ...GOOD, units: { temp_out: 'C' } }).detail,
      /units.temp_out is 'C', should be one of degC, degF, K/,
    );
    assert.equal(refused({ ...GOOD, units: 'SI' }).reason, 'invalid_value');
    const prototype = refused({ ...GOOD, units: JSON.parse('{"__proto__": "x", "toString": "y"}') });
    assert.match(prototype.detail, /^units has '__proto__', known are temp_out,/);
  });

  // They were left out, so that 10 m/s counted as 10 km/h.
  it('refuses units, kinds and intervals of a name that nothing has', () => {
    for (const [declared, detail] of [
      [{ units: { wind: 'm/s' } }, `units has 'wind', known are ${VARIABLES.join(', ')}`],
      [{ units: { wind_speed: 'm/s', Bar: 'Pa' } }, `units has 'Bar', known are ${VARIABLES.join(', ')}`],
      [{ kinds: { rain_total: 'since_midnight' } }, "kinds has 'rain_total', known are rain"],
      [{ intervals: { Rain: 60 } }, "intervals has 'Rain', known are rain"],
    ] as const) {
      const refusal = refused({ ...GOOD, wind_speed: 10, rain: 1, ...declared });
      assert.deepEqual([refusal.reason, refusal.detail], ['invalid_value', detail]);
    }
  });

  // A kind of pressure, and one of an element that is not kept, were left out without a word.
  it('refuses the kind of an element that has none, and takes that of other fields', () => {
    for (const name of ['bar', 'hi_speed']) {
      const refusal = refused({ ...GOOD, rain: 1, kinds: { rain: 'amount', [name]: 'since_reset' } });
      assert.deepEqual([refusal.reason, refusal.detail], ['invalid_value', `kinds has '${name}', known are rain`]);
    }
    const own = { battery: 3.1, kinds: { battery: 'mean', bar: null }, intervals: { battery: 60, bar: 10 } };
    assert.deepEqual(read({ ...GOOD, ...own }).extras, { battery: 3.1 });
  });

  it('takes units of other fields of the observation, and of elements that are not kept', () => {
    const { values, extras } = read({ ...GOOD, battery: 3.1, units: { battery: 'V', hi_speed: 'm/s', solar: null } });
    assert.deepEqual([values.temp_out, extras], [12.5, { battery: 3.1 }]);
  });

  it('turns rain of a declared interval into rain in ten minutes, and keeps it as it came', () => {
    const of = (fields: Record<string, unknown>) => {
      const { values, original } = read({ ...GOOD, ...fields });
      return [values.rain, original['rain']];
    };
    assert.deepEqual(of({ rain: 0.3, intervals: { rain: 5 } }), [0.6, { value: 0.3, unit: 'mm', interval: 5 }]);
    assert.deepEqual(of({ rain: '0.1', intervals: { rain: '1' } }), [1, { value: 0.1, unit: 'mm', interval: 1 }]);
    assert.deepEqual(of({ rain: 0.4, intervals: { rain: 60 } }), [0.066667, { value: 0.4, unit: 'mm', interval: 60 }]);
    const exact = 0.1 + 0.2;
    assert.deepEqual(of({ rain: exact, intervals: { rain: 10 } }), [exact, { value: exact, unit: 'mm', interval: 10 }]);
    const inches = { rain: 0.1, units: { rain: 'in' }, kinds: { rain: 'amount' }, intervals: { rain: 15 } };
    assert.deepEqual(of(inches), [1.693333, { value: 0.1, unit: 'in', interval: 15 }]);
    assert.deepEqual(of({ rain: '', intervals: { rain: 5 } }), [null, undefined]);
    assert.deepEqual(of({ rain: 1e308, intervals: { rain: 1 } })[0], Number.MAX_VALUE);
    for (const nothing of [{}, { rain: null }, { rain: '' }, null, '', { temp_out: 5 }]) {
      assert.deepEqual(of({ rain: 0.3, intervals: nothing }), [0.3, undefined], JSON.stringify(nothing));
    }
  });

  it('takes the interval that comes along for the station, unless the observation has its own or a count', () => {
    const five = { ...GOOD, rain: 0.3, rain_interval: '5' };
    assert.deepEqual(read(five).original['rain'], { value: 0.3, unit: 'mm', interval: 5 });
    assert.deepEqual(read({ ...five, intervals: { rain: 1 } }).original['rain']?.interval, 1);
    const count = read({ ...five, kinds: { rain: 'since_reset' } });
    assert.deepEqual(
      [count.values.rain, count.original],
      [null, { rain: { value: 0.3, unit: 'mm', kind: 'since_reset' } }],
    );
    assert.deepEqual(read(five).extras, {});
  });

  it('takes the interval that is registered for the station where nothing else is said', () => {
    const plain = read({ ...GOOD, rain: 0.1, units: { rain: 'in' } });
    const registered = withStationInterval(plain, 5);
    assert.deepEqual(registered.values, { ...plain.values, rain: 5.08 });
    assert.deepEqual(registered.original, { rain: { value: 0.1, unit: 'in', interval: 5 } });
    assert.deepEqual([plain.values.rain, plain.original['rain']?.interval], [2.54, undefined]);
    assert.equal(withStationInterval(plain, null), plain);
    for (const fields of [{ intervals: { rain: 60 } }, { kinds: { rain: 'since_midnight' } }, { rain: null }]) {
      const said = read({ ...GOOD, rain: 1, ...fields });
      assert.equal(withStationInterval(said, 5), said, JSON.stringify(fields));
    }
  });

  for (const [given, shown] of [
    [0, '0'],
    [7, '7'],
    ['7', '7'],
    [-5, '-5'],
    [1440, '1440'],
    [5.5, '5.5'],
    ['5 min', "'5 min'"],
    [Number.NaN, 'NaN'],
    [true, 'true'],
    [[5], 'a list'],
  ] as const) {
    it(`refuses rain over ${JSON.stringify(given)} minutes`, () => {
      const right = `is ${shown}, should be one of 1, 5, 10, 15, 30, 60 (minutes)`;
      for (const rain of [0.2, null]) {
        const { reason, detail } = refused({ ...GOOD, rain, intervals: { rain: given } });
        assert.deepEqual([reason, detail], ['invalid_value', `intervals.rain ${right}`]);
      }
      assert.equal(refused({ ...GOOD, rain: 0.2, rain_interval: given }).detail, `rain_interval ${right}`);
    });
  }

  it('refuses intervals that are no object, and one beside a count', () => {
    const example = `should be an object such as {"rain": 5}`;
    assert.equal(refused({ ...GOOD, intervals: '5' }).detail, `intervals is '5', ${example}`);
    const both = refused({ ...GOOD, rain: 1, kinds: { rain: 'since_midnight' }, intervals: { rain: 5 } });
    assert.equal(both.reason, 'invalid_value');
    assert.match(
      both.detail,
      /^intervals.rain is 5 beside kinds.rain since_midnight: .* one of them should be left out$/,
    );
  });

  const times: [unknown, string][] = [
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01 12:00:00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01 12:00:00+00:00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.250+02:00', '2026-03-01T10:00:00.250Z'],
    ['2026-03-01T12:00:00-0330', '2026-03-01T15:30:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    [1_772_366_400, '2026-03-01T12:00:00.000Z'],
    [1_772_366_400.5, '2026-03-01T12:00:00.500Z'],
    ['1772366400.25', '2026-03-01T12:00:00.250Z'],
  ];
  for (const [given, expected] of times) {
    it(`reads the time ${given}`, () => {
      const reading = readObservation({ ...GOOD, time: given }, 'net', Date.parse('2027-01-01T00:00:00Z'));
      assert.ok(!(reading instanceof Refusal));
      assert.equal(new Date(reading.time).toISOString(), expected);
    });
  }

  const wrongTimes = [
    undefined,
    null,
    '',
    'yesterday',
    '2026-03-01',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T12:60:00Z',
    '2026-03-01T12:00:00+99:00',
    '1969-12-31T23:59:59Z',
    '2026',
    '20260301',
    1_772_366_400_000,
    -5,
    Number.NaN,
    true,
    { $date: 1 },
  ];
  for (const time of wrongTimes) {
    it(`refuses the time ${JSON.stringify(time)}`, () =>
      assert.equal(refused({ ...GOOD, time }).reason, 'invalid_time'));
  }

  it('says of milliseconds that they are', () => {
    assert.match(refused({ ...GOOD, time: 1_772_366_400_000 }).detail, /in milliseconds\?/);
  });

  it('refuses a time ahead of the clock, but not one at the edge', () => {
    const refusal = refused({ ...GOOD, time: '2026-03-01T13:00:00.001Z' });
    assert.equal(refusal.reason, 'time_ahead');
    assert.match(refusal.detail, /2026-03-01T13:00:00Z/);
    assert.equal(read({ ...GOOD, time: '2026-03-01T13:00:00Z' }).time, LATEST);
  });

  it('keeps ids as they are, ends trimmed, numbers as digits', () => {
    for (const id of ['Πάρνηθα', '__proto__', 'constructor', 'a/b', 'with space', '気象'.repeat(64), '🌧'.repeat(128)]) {
      assert.equal(read({ ...GOOD, station_id: id }).station, id);
    }
    assert.equal(read({ ...GOOD, station_id: 12 }).station, '12');
    assert.equal(read({ ...GOOD, station_id: undefined, station: ' A1 ' }).station, 'A1');
  });

  it('refuses ids that are none', () => {
    for (const id of [undefined, '', '  ', 'a\nb', 'a\u0000', '\ud800', 'x'.repeat(129), 1.5, {}, true]) {
      assert.equal(refused({ ...GOOD, station_id: id }).reason, 'invalid_id');
    }
    assert.equal(refused({ ...GOOD, network: 'a/b' }).reason, 'invalid_id');
    assert.equal(refused({ ...GOOD, network: 7.5 }).reason, 'invalid_id');
    assert.equal(read({ ...GOOD, network: 'other' }).network, 'other');
    assert.equal(read({ ...GOOD, network: '' }).network, 'net');
  });

  it('keeps extras: known ones as numbers, others as they came, lists and objects not', () => {
    const extra = { wind_dir: '225', wind_dir_str: 'SW', hi_temp: 14, battery: '3.1', on: true, list: [1], none: null };
    assert.deepEqual(read({ ...GOOD, ...extra }).extras, {
      wind_dir: 225,
      wind_dir_str: 'SW',
      hi_temp: 14,
      battery: '3.1',
      on: 'true',
    });
  });

  it('bounds extras', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, 'y'.repeat(1000)]));
    const { extras } = read({ ...GOOD, ...many, ['n'.repeat(65)]: 1 });
    assert.equal(Object.keys(extras).length, 32);
    assert.equal(String(extras['x0']).length, 256);
  });

  it('is not led astray by names of an object’s prototype', () => {
    const fields = JSON.parse('{"station_id":"A1","time":1772366400,"__proto__":{"temp_out":5},"toString":"x"}');
    const reading = read(fields);
    assert.equal(reading.values.temp_out, null);
    assert.deepEqual(Object.keys(reading.extras), ['toString']);
    assert.equal(Object.getPrototypeOf(reading.extras), Object.prototype);
  });

  it('never throws, whatever comes, and gives finite numbers only', () => {
    const name = fc.constantFrom('network', 'station_id', 'station', 'time', 'units', 'latitude', ...VARIABLES);
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(name, fc.string()), fc.anything()), (fields) => {
        const reading = readObservation(fields, 'net', LATEST);
        if (reading instanceof Refusal) return reading.detail.length > 0;
        return VARIABLES.every(
          (variable) => reading.values[variable] === null || Number.isFinite(reading.values[variable]),
        );
      }),
    );
  });

  it('reads back the number of any numeric text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        assert.equal(read({ ...GOOD, rain: String(value) }).values.rain, value + 0);
      }),
    );
  });
});
