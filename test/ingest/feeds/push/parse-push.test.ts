import assert from 'node:assert/strict';
import fc from 'fast-check';
import { deadLetterOf } from '../../../../ingest/dead-letters.ts';
import { jsonErrorAt } from '../../../../ingest/feeds/push/json-position.ts';
import { rawItemOf } from '../../../../ingest/feeds/push/letter-item.ts';
import { MOST_ITEMS, parsePush } from '../../../../ingest/feeds/push/parse-push.ts';
import type { RawItem } from '../../../../ingest/raw-item.ts';

const JSON_TYPE = 'application/json';
const LINES = 'application/x-ndjson';
const CSV = 'text/csv; charset=utf-8';

function push(type: string, text: string | Buffer): RawItem[] {
  return parsePush(type, Buffer.from(text));
}

function bodies(items: readonly RawItem[]): string[] {
  return items.map((item) => Buffer.from(item.body).toString());
}

describe('push of JSON', () => {
  it('takes one observation, a list, or a list in an object, with the bytes of each as they came', () => {
    const one = '{ "station_id" : "A", "rain": 1.10 }';
    const other = '{"x":"}],{[\\"", "y":[{"z":[]}], "temp_out":1e2}';
    assert.deepEqual(
      bodies(push(JSON_TYPE, `\ufeff ${one}\n`)),
      [` ${one}\n`.trim()].map((text) => ` ${text}\n`),
    );
    assert.deepEqual(bodies(push(JSON_TYPE, ` [ ${one} ,${other}, 12 ,"a,]" , null ] `)), [
      one,
      other,
      '12',
      '"a,]"',
      'null',
    ]);
    assert.deepEqual(bodies(push(JSON_TYPE, `{"\\u006fbservations" : [${other},${one}]}`)), [other, one]);
    assert.deepEqual(push(JSON_TYPE, '[]'), []);
    assert.deepEqual(push(JSON_TYPE, '{"observations":[]}'), []);
  });

  it('makes items of list elements that are no objects', () => {
    const items = push(JSON_TYPE, '[{"a":1}, 5, [], null]');
    assert.deepEqual(
      items.map((item) => item.fields === null),
      [false, true, true, true],
    );
    assert.match(items[1]?.unreadable ?? '', /is 5, should be a JSON object/);
  });

  it('finds the bytes of every element of any list', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, '\t'), (list, indent) => {
        const items = push(JSON_TYPE, JSON.stringify(list, null, indent));
        assert.deepEqual(
          bodies(items).map((body) => JSON.parse(body)),
          JSON.parse(JSON.stringify(list)),
        );
      }),
    );
  });

  const wrong: [string, RegExp][] = [
    ['', /it is empty/],
    ['{"a":1', /ends too soon, at line 1, column 7/],
    ['[1,\n 2,,]', /unexpected ',' at line 2, column 4/],
    ['{"a":01}', /unexpected '1' at line 1, column 7/],
    ['{a:1}', /unexpected 'a' at line 1, column 2/],
    ['[{"temp_out": NaN}]', /unexpected 'N' at line 1, column 15/],
    ['{"a":"\u0001"}', /unexpected '\\u0001' at line 1, column 7/],
    ['{"a":"\\x"}', /unexpected '\\' at line 1, column 7/],
    ['[1] 2', /unexpected '2' at line 1, column 5/],
    ['"text"', /the body is 'text', should be an observation/],
    ['{"observations": 5}', /observations is 5, should be a list/],
    ['{"observations": [], "network": "x"}', /'network' beside observations/],
    // The last one counted, where other programs take the first.
    ['[{"a":1},\n{"b":1,"c":[],"b":2}]', /^the body has the key "b" twice in one object, again at line 2, column 15/],
    ['{"observations": [], "observations": []}', /has the key "observations" twice/],
  ];
  for (const [text, message] of wrong) {
    it(`refuses ${JSON.stringify(text)} as a whole`, () => {
      assert.throws(() => push(JSON_TYPE, text), { code: 'invalid_parameter', message });
    });
  }

  it('refuses bytes that are no UTF-8', () => {
    assert.throws(() => push(JSON_TYPE, Buffer.from([0x22, 0xff, 0x22])), {
      code: 'invalid_parameter',
      message: /UTF-8/,
    });
  });

  it('is not brought down by depth', () => {
    const deep = `${'['.repeat(100_000)}`;
    assert.throws(() => push(JSON_TYPE, deep), { code: 'invalid_parameter' });
    assert.equal(push(LINES, deep)[0]?.fields, null);
  });

  it('finds an error exactly where JSON.parse does', () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom('[1,2', '{"a":}', '-', '1.', 'tru', '[1 2]', '{"a" 1}'),
    );
    const damage = fc.tuple(text, fc.nat(), fc.constantFrom('', '"', '\\', '}', ']', ',', ':', 'x', '\n', '0'));
    fc.assert(
      fc.property(damage, ([whole, at, piece]) => {
        const place = whole.length === 0 ? 0 : at % whole.length;
        const given = whole.slice(0, place) + piece + whole.slice(place + 1);
        let valid = true;
        let position: number | undefined;
        try {
          JSON.parse(given);
        } catch (error) {
          valid = false;
          const match = /at position (\d+)/.exec(String(error));
          position = match === null ? undefined : Number(match[1]);
        }
        const found = jsonErrorAt(given);
        assert.equal(found === -1, valid, given);
        if (position !== undefined) assert.ok(Math.abs(found - position) <= 5, `${given}: ${found} or ${position}`);
      }),
      { numRuns: 500 },
    );
  });
});

describe('push of JSON lines', () => {
  it('cannot read a line in which one object has a key twice, and reads the others', () => {
    const items = push(LINES, '{"a":1}\n{"a":1, "a":2}\n{"a":3}');
    assert.deepEqual(
      items.map((item) => item.fields?.['a'] ?? item.unreadable),
      [1, 'it has the key "a" twice in one object, again at line 1, column 9: leave one out', 3],
    );
  });

  it('keeps good lines beside bad ones', () => {
    const items = push(
      LINES,
      Buffer.concat([Buffer.from('\ufeff{"a":1}\r\n\n{"a":\n'), Buffer.from([0xff, 10]), Buffer.from('7\n{"a":2}')]),
    );
    assert.deepEqual(
      items.map((item) => item.fields?.['a'] ?? item.unreadable),
      [
        1,
        'it is no JSON: it ends too soon, at line 1, column 6',
        'the bytes are no UTF-8 text',
        'an observation is 7, should be a JSON object',
        2,
      ],
    );
    assert.deepEqual(items[2]?.body, Buffer.from([0xff]));
  });

  it('has nothing in nothing', () => assert.deepEqual(push(LINES, '\n \r\n'), []));
});

describe('push of CSV', () => {
  it('takes rows by the header line and spoils only those that do not fit it', () => {
    const items = push(CSV, '\ufeffstation_id;time;temp_out\r\nA;2026-03-01T12:00:00Z;1.5\nB;2\n"C";x;"2"\n');
    assert.deepEqual(items[0]?.fields, { station_id: 'A', time: '2026-03-01T12:00:00Z', temp_out: '1.5' });
    assert.match(items[1]?.unreadable ?? '', /has 2 columns, the header has 3/);
    assert.equal(items[2]?.fields?.['station_id'], 'C');
    assert.equal(items[1]?.context, 'station_id;time;temp_out');
    assert.deepEqual(bodies(items)[1], 'B;2');
  });

  it('is read with the mapping that its media type names, and refused where that is none', () => {
    const mapped = (text: string) => `text/csv;mapping=${text}`;
    const type = mapped(encodeURIComponent('{"decimal":",","missing":["NA"]}'));
    const [good, pointed] = push(type, 'station_id;time;temp_out\nA;2026-03-01T12:00:00Z;1,5\nA;1;1.5\n');
    assert.equal(good.fields?.['temp_out'], '1.5');
    assert.match(pointed.unreadable ?? '', /no point beside its decimal comma/);
    assert.deepEqual([good.mediaType, pointed.mediaType], [type, type]);
    for (const wrong of ['%', '%7B', encodeURIComponent('{"decimals":","}')]) {
      assert.throws(() => push(mapped(wrong), 'station_id,time,temp_out\n'), { code: 'invalid_parameter' }, wrong);
    }
  });

  it('carries positions, extras and harmless names', () => {
    const [item] = push(CSV, 'station,time,bar,latitude,longitude,__proto__,battery\nA,1772366400,1013,51,4,x,3.1\n');
    const { station_id, latitude, battery } = item?.fields ?? {};
    assert.deepEqual([station_id, latitude, battery], ['A', '51', '3.1']);
    assert.deepEqual(Object.keys(item?.fields ?? {}).sort(), [
      'bar',
      'battery',
      'latitude',
      'longitude',
      'station_id',
      'time',
    ]);
  });

  it('refuses a body without the columns it needs', () => {
    assert.throws(() => push(CSV, ''), { code: 'invalid_parameter', message: /header line/ });
    assert.throws(() => push(CSV, 'a,b\n1,2\n'), {
      code: 'invalid_parameter',
      message: /station_id, time .*found 'a', 'b'/,
    });
  });
});

describe('push', () => {
  it('takes the media types it names and refuses others', () => {
    assert.equal(push('Application/JSON; charset="UTF-8"', '[{}]').length, 1);
    for (const type of ['', 'text/plain', 'toString', 'application/json; charset=latin1']) {
      assert.throws(() => push(type, '[]'), { code: 'unsupported_media_type' });
    }
  });

  it('bounds the observations of one request', () => {
    const many = MOST_ITEMS + 1;
    assert.equal(push(JSON_TYPE, `[${'{},'.repeat(MOST_ITEMS - 1)}{}]`).length, MOST_ITEMS);
    for (const [type, text] of [
      [JSON_TYPE, `[${'{},'.repeat(MOST_ITEMS)}{}]`],
      [LINES, '{}\n'.repeat(many)],
      [CSV, `station_id,time,bar\n${'a,b,c\n'.repeat(many)}`],
    ] as const) {
      assert.throws(() => push(type, text), { code: 'payload_too_large', message: /10000/ });
    }
  });

  it('gives items back from the dead letters made of them', () => {
    const fate = { network: 'net', source: 'push', reason: 'unreadable', detail: 'x', received: 1 } as const;
    const items = [
      ...push(JSON_TYPE, '[{"station_id":"Ä"}, 5]'),
      ...push(LINES, '{"a":'),
      ...push(CSV, Buffer.concat([Buffer.from('station_id,time,rain\nA,b,"c"\n1,2\n'), Buffer.from([0xff, 0x80])])),
    ];
    assert.equal(items.length, 6);
    for (const item of items) {
      const again = rawItemOf(deadLetterOf(item, fate));
      assert.deepEqual({ ...again, body: Buffer.from(again.body) }, { ...item, body: Buffer.from(item.body) });
    }
  });
});
