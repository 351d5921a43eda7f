import assert from 'node:assert/strict';
import { deadLetterOf } from '../../../../ingest/dead-letters.ts';
import type { BufrDecoder } from '../../../../ingest/feeds/bufr/bufr-decoder.ts';
import { bufrItems } from '../../../../ingest/feeds/wis2/bufr-items.ts';
import { bufrLetterItems, isBufrLetter } from '../../../../ingest/feeds/wis2/bufr-letter.ts';
import type { Otherwise } from '../../../../ingest/feeds/wis2/observed-properties.ts';
import type { DeadLetter } from '../../../../schemas/dead-letter.ts';

const GOING_ON = new AbortController().signal;
const FATE = { network: 'north', source: 'wis2', reason: 'unreadable', detail: 'why', received: 0 } as const;
const SAID: Otherwise = {
  station: '0-20000-0-06700',
  position: { latitude: 46.22, longitude: 6.15 },
  form: { units: {}, kinds: {}, intervals: {}, pressureLevel: 'sea_level' },
};
/** A report that names no station. */
const NAMELESS = [
  ...[['004001', 2026] as const, ['004002', 3] as const, ['004003', 1] as const, ['004004', 11] as const],
  ...[['004005', 50] as const, ['010051', 101_325] as const, ['010004', 95_000] as const],
].map(([code, value]) => ({ code, value }));
const DECODER: BufrDecoder = { title: 'a decoder', decode: async () => [NAMELESS] };

function message(): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('BUFR');
  bytes.writeUIntBE(40, 4, 3);
  bytes[7] = 4;
  bytes.write('7777', 36);
  return bytes;
}

/** The letters that a feed without a decoder makes of messages. */
async function lettersOf(messages: readonly Buffer[]): Promise<DeadLetter[]> {
  const items = await bufrItems(Buffer.concat(messages), 'topic data', SAID, 'no decoder', GOING_ON);
  return (items ?? []).map((item) => deadLetterOf(item, FATE));
}

describe('a dead letter of BUFR', () => {
  it('makes the items that its feed would have made, by what the notification said', async () => {
    const [letter] = await lettersOf([message()]);
    assert.ok(isBufrLetter(letter));
    const expected = await bufrItems(message(), 'topic data', SAID, DECODER, GOING_ON);
    assert.deepEqual(await bufrLetterItems(letter, DECODER, GOING_ON), expected);
    const [{ fields }] = expected ?? [];
    assert.deepEqual(
      [fields?.['station_id'], fields?.['latitude'], fields?.['bar'], fields?.['pressure_level']],
      ['0-20000-0-06700', 46.22, 101_325, 'sea_level'],
    );
  });

  it('of several messages is not of the station of the notification', async () => {
    const [letter] = await lettersOf([message(), message()]);
    const items = await bufrLetterItems(letter, DECODER, GOING_ON);
    assert.ok(typeof items !== 'string');
    assert.equal(items[0].fields?.['station_id'], null);
  });

  it('of an earlier version, which has no more than its bytes, is read all the same', async () => {
    const [letter] = await lettersOf([message()]);
    const items = await bufrLetterItems({ ...letter, mediaType: 'application/bufr' }, DECODER, GOING_ON);
    assert.ok(typeof items !== 'string');
    assert.equal(items[0].fields?.['bar'], 95_000);
  });

  it('says why it makes none', async () => {
    const [letter] = await lettersOf([message()]);
    const cases: readonly (readonly [decoder: BufrDecoder | string, why: RegExp])[] = [
      ['no decoder is installed', /^the BUFR message is not decoded: no decoder is installed$/],
      [{ title: '', decode: async () => [NAMELESS.slice(0, 5)] }, /has no element of a surface observation/],
      [
        { title: '', decode: async () => [[...NAMELESS.slice(0, 5), { code: '012101', value: null }]] },
        /^the BUFR message has no observation: every value is missing$/,
      ],
      [{ title: '', decode: async () => null }, /^interrupted$/],
    ];
    for (const [decoder, why] of cases) {
      const items = await bufrLetterItems(letter, decoder, GOING_ON);
      assert.match(typeof items === 'string' ? items : 'items', why);
    }
  });
});
