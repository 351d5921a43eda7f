import assert from 'node:assert/strict';
import type { BufrDecoder, BufrSubset } from '../../../../ingest/feeds/bufr/bufr-decoder.ts';
import { bufrItems } from '../../../../ingest/feeds/wis2/bufr-items.ts';
import { PLAIN_FORM } from '../../../../ingest/validation/source-form.ts';

const GOING_ON = new AbortController().signal;
const NOTIFIED = '0-20000-0-06700';
const position = { latitude: 46.22, longitude: 6.15 };

/** Bytes that are framed as a message of a data category; what it holds says `number`. */
function message(number: number, category = 0): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('BUFR');
  bytes.writeUIntBE(40, 4, 3);
  bytes[7] = 4;
  bytes[18] = category;
  bytes[30] = number;
  bytes.write('7777', 36);
  return bytes;
}

/** A report of a station of block 6; of none where it is 0. */
function report(station: number, temperature: number | null, ...more: BufrSubset): BufrSubset {
  const numbers = [
    ['001001', station === 0 ? null : 6],
    ['001002', station === 0 ? null : station],
    ['004001', 2026],
    ['004002', 3],
    ['004003', 1],
    ['004004', 11],
    ['004005', 50],
    ['012101', temperature],
  ] as const;
  return [...numbers.map(([code, value]) => ({ code, value })), ...more];
}

/** Items of messages, which are decoded as given, by their number. */
async function itemsOf(messages: readonly Buffer[], decoded: readonly (readonly BufrSubset[] | string | null)[]) {
  const decoder: BufrDecoder = { title: 'a decoder', decode: (bytes) => Promise.resolve(decoded[bytes[30]]) };
  const otherwise = { station: NOTIFIED, position, form: PLAIN_FORM };
  const items = await bufrItems(Buffer.concat(messages), 'topic data', otherwise, decoder, GOING_ON);
  return items?.map(({ fields, unreadable, place, mediaType, body }) => ({
    ...(fields === null
      ? { why: unreadable, mediaType, number: body[30] }
      : { station: fields['station_id'], temp: fields['temp_out'], latitude: fields['latitude'] }),
    place,
  }));
}

function whyOf(item: object): string {
  return 'why' in item ? String(item.why) : '';
}

describe('the items of BUFR data', () => {
  it('are one a subset; a message that is not decoded spoils no other, and its bytes stay', async () => {
    const decoded = [[report(700, 281), report(610, 282)], 'its length is wrong', [report(720, 283)]];
    assert.deepEqual(await itemsOf([message(0), message(1), message(2)], decoded), [
      { station: '0-20000-0-06700', temp: 281, latitude: undefined, place: 'topic data byte 0 subset 1' },
      { station: '0-20000-0-06610', temp: 282, latitude: undefined, place: 'topic data byte 0 subset 2' },
      { station: '0-20000-0-06720', temp: 283, latitude: undefined, place: 'topic data byte 80' },
      {
        why: 'the BUFR message is not decoded: its length is wrong',
        mediaType: 'application/bufr',
        number: 1,
        place: 'topic data byte 40',
      },
    ]);
  });

  it('are of the station of the notification where they are one report that names none', async () => {
    const place = 'topic data';
    assert.deepEqual(await itemsOf([message(0)], [[report(0, 281)]]), [
      { station: NOTIFIED, temp: 281, latitude: 46.22, place },
    ]);
    const several = await itemsOf([message(0)], [[report(0, 281), report(0, 282)]]);
    assert.deepEqual(several, [
      { station: null, temp: 281, latitude: undefined, place: `${place} subset 1` },
      { station: null, temp: 282, latitude: undefined, place: `${place} subset 2` },
    ]);
  });

  it('are one of what several messages say of one station and time', async () => {
    const both = [[report(700, 281)], [report(700, null, { code: '013003', value: 71 })]];
    const decoder: BufrDecoder = { title: 'a decoder', decode: (bytes) => Promise.resolve(both[bytes[30]]) };
    const otherwise = { station: null, position: null, form: PLAIN_FORM };
    const [item, ...others] =
      (await bufrItems(Buffer.concat([message(0), message(1)]), 'p', otherwise, decoder, GOING_ON)) ?? [];
    assert.deepEqual(others, []);
    const { temp_out, out_hum, units } = item.fields ?? {};
    assert.deepEqual([temp_out, out_hum, units], [281, 71, { temp_out: 'K', out_hum: '%' }]);
  });

  it('are none of a report of which every value is missing', async () => {
    assert.deepEqual(await itemsOf([message(0)], [[report(700, null)]]), []);
  });

  it('say what a message is that is of no station on land', async () => {
    const [sounding] = (await itemsOf([message(0, 2)], [[report(700, 281)]])) ?? [];
    assert.match(whyOf(sounding), /the data category of the BUFR message is 2, should be 0: surface data/);
    const [other] = (await itemsOf([message(0)], [[[{ code: '025001', value: 1 }]]])) ?? [];
    assert.match(whyOf(other), /has no element of a surface observation, should be of a surface template/);
  });

  it('are dead letters with the reason where there is no decoder, and wait where the signal aborts', async () => {
    const otherwise = { station: null, position: null, form: PLAIN_FORM };
    const items = await bufrItems(message(0), 'p', otherwise, 'no decoder is installed', GOING_ON);
    assert.deepEqual(items, [
      {
        fields: null,
        unreadable: 'the BUFR message is not decoded: no decoder is installed',
        body: message(0),
        mediaType: 'application/bufr',
        context: '',
        place: 'p',
      },
    ]);
    assert.equal(await itemsOf([message(0)], [null]), undefined);
  });
});
