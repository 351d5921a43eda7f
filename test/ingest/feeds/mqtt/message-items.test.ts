import assert from 'node:assert/strict';
import { messageItems } from '../../../../ingest/feeds/mqtt/message-items.ts';
import { rawItemOf } from '../../../../ingest/feeds/push/letter-item.ts';
import { readSourceForm } from '../../../../ingest/validation/source-form.ts';

const read = readSourceForm('units.wind_speed=m/s&intervals.rain=5');
assert.ok(typeof read !== 'string');
const { form } = read;
const TOPIC = 'stations/alps/a/observations';
const names = { network: 'alps', station: 'a' };
const itemsOf = (text: string | Buffer) => messageItems(Buffer.from(text), TOPIC, names, form);

describe('the items of a message', () => {
  it('are those of a push, completed by topic and form, and can be read without them', () => {
    const time = '2026-03-01T12:00:00Z';
    for (const [body, count] of [
      [{ time, temp_out: 1 }, 1],
      [
        [
          { time, temp_out: 1 },
          { time, station_id: 'a', network: 'alps' },
        ],
        2,
      ],
      [{ observations: [{ time, station: 'a' }] }, 1],
    ] as const) {
      const items = itemsOf(JSON.stringify(body));
      assert.equal(items.length, count);
      for (const item of items) {
        assert.deepEqual(
          [item.fields?.['network'], item.fields?.['station_id'], item.fields?.['units'], item.place],
          ['alps', 'a', { wind_speed: 'm/s' }, TOPIC],
        );
        assert.deepEqual([item.fields?.['intervals'], item.fields?.['rain_interval']], [{ rain: 5 }, 5]);
        const letter = { body: Buffer.from(item.body).toString('base64'), mediaType: item.mediaType, context: '' };
        const again = rawItemOf({ ...letter, source: `mqtt:${TOPIC}` } as Parameters<typeof rawItemOf>[0]);
        assert.deepEqual(again.fields, item.fields);
      }
    }
  });

  it('say why they cannot be read, with the topic as their place and the bytes as they came', () => {
    for (const [text, why] of [
      ['{"time": ', /no JSON: it ends too soon, at line 1, column 10/],
      [Buffer.from([0xff, 0xfe]), /no UTF-8/],
      ['21.5', /the body is 21.5, should be an observation/],
      ['[5]', /an observation is 5, should be a JSON object/],
      ['{"station_id": "b"}', /station_id is 'b', but the topic says 'a'/],
      ['{"station": "b"}', /station_id is 'b', but the topic says 'a'/],
      ['{"network": "coast"}', /network is 'coast', but the topic says 'alps'/],
    ] as const) {
      const [item, ...others] = itemsOf(text);
      assert.deepEqual([others, item.fields, item.place], [[], null, TOPIC]);
      assert.match(item.unreadable ?? '', why);
    }
  });

  it('are none where the message is empty, as a retained one is that was taken back', () => {
    assert.deepEqual(itemsOf(''), []);
  });
});
