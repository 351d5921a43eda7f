import assert from 'node:assert/strict';
import { readObservation } from '../../../bench/stream/observation-json.ts';

const message = (text: string) => ({
  key: Buffer.from('S0000001'),
  value: Buffer.from(text),
  timestamp: '1767225600000',
  attributes: 0,
  offset: '42',
  headers: {},
});

describe('observations of the stream comparison', () => {
  it('are read from JSON, and what is none is said', () => {
    const values = { temp_out: 1.5, out_hum: 70, wind_speed: 3, bar: 1013.2, rain: 0 };
    const read = readObservation(
      message(JSON.stringify({ station_id: 'S0000001', time: 1_767_225_600_000, ...values })),
    );
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
});
