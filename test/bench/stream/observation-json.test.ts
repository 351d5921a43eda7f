import assert from 'node:assert/strict';
import { readObservation } from '../../../bench/stream/observation-json.ts';

const message = (text: string) => ({
  key: Buffer.from('S0000001'),
  value: Buffer.from(text),
  timestamp: 1_767_225_600_000,
  offset: 42,
  headers: {},
  bytes: 8 + text.length,
});

const values = { temp_out: 1.5, out_hum: 70, wind_speed: 3, bar: 1013.2, rain: 0 };
const LINE = { station_id: 'S0000001', time: 1_767_225_600_000, ...values };

describe('observations of the stream comparison', () => {
  it('are read from JSON, and what is none is said', () => {
    const read = readObservation(message(JSON.stringify(LINE)));
    assert.ok('value' in read);
    assert.deepEqual([read.key, read.offset, read.value.time], ['S0000001', 42, 1_767_225_600_000]);
    assert.equal(read.value.station, 'S0000001');
    for (const [variable, value] of Object.entries(values)) {
      assert.equal(read.value.values[variable as keyof typeof values], value);
    }
    const not = readObservation(message('{"station_id":'));
    assert.ok('detail' in not);
    assert.equal(not.offset, 42);
    assert.match(not.detail, /JSON/);
  });

  it('are the same however the line is written', () => {
    const { station_id, time, ...rest } = LINE;
    const written = [JSON.stringify(LINE, null, 1), JSON.stringify({ ...rest, time, station_id })];
    written.push(JSON.stringify(LINE).replace('1.5', '15e-1').replace('S', '\\u0053'));
    for (const line of written) {
      const read = readObservation(message(line));
      assert.ok('value' in read, line);
      assert.deepEqual({ ...read.value.values }, LINE, line);
    }
  });

  it('have the very numbers of JSON', () => {
    for (let n = 0; n < 20_000; n++) {
      const bar = Number((Math.sin(n) * 10 ** (n % 5)).toFixed(n % 4));
      const read = readObservation(message(JSON.stringify({ ...LINE, bar })));
      assert.ok('value' in read);
      assert.ok(Object.is(read.value.values.bar, JSON.parse(JSON.stringify(bar))), String(bar));
    }
  });
});
