import assert from 'node:assert/strict';
import { bufrMessages, dataCategory, MOST_MESSAGES } from '../../../../ingest/feeds/bufr/bufr-messages.ts';

/** Bytes that are framed as a message of an edition and a data category. */
function framed(length: number, category = 0, edition = 4): Buffer {
  const message = Buffer.alloc(length);
  message.write('BUFR');
  message.writeUIntBE(length, 4, 3);
  message[7] = edition;
  message[edition === 4 ? 18 : 16] = category;
  message.write('7777', length - 4);
  return message;
}

describe('the BUFR messages in data', () => {
  it('are found by their length, behind headings and each other', () => {
    const [one, other] = [framed(40), framed(64)];
    // The word that begins a message may stand in the data of one.
    one.write('BUFR', 28);
    const heading = Buffer.from('\r\r\nISMD01 OKPR 211200\r\r\n');
    const found = bufrMessages(Buffer.concat([heading, one, heading, other, Buffer.from('\r\r\n')]));
    assert.deepEqual(
      found.map(({ bytes, at }) => [at, bytes]),
      [
        [heading.length, one],
        [2 * heading.length + 40, other],
      ],
    );
    assert.deepEqual(bufrMessages(Buffer.from('no message')), []);
  });

  it('are cut at the next where one has a wrong length or no end, and lose nothing', () => {
    const broken = framed(40);
    broken.writeUIntBE(4_000, 4, 3);
    const cut = framed(64).subarray(0, 30);
    const found = bufrMessages(Buffer.concat([broken, framed(40), cut]));
    assert.deepEqual(
      found.map(({ bytes, at }) => [at, bytes.length]),
      [
        [0, 40],
        [40, 40],
        [80, 30],
      ],
    );
    assert.deepEqual(bufrMessages(Buffer.from('BUFR')), [{ bytes: Buffer.from('BUFR'), at: 0 }]);
  });

  it('are bounded in number; the last takes the rest with it', () => {
    const data = Buffer.from('BUFR'.repeat(MOST_MESSAGES * 3));
    const found = bufrMessages(data);
    assert.equal(found.length, MOST_MESSAGES);
    assert.deepEqual(Buffer.concat(found.map(({ bytes }) => bytes)), data);
  });

  it('tell their data category by their edition', () => {
    for (const edition of [2, 3, 4]) assert.equal(dataCategory(framed(40, 6, edition)), 6);
    assert.equal(dataCategory(framed(40, 6, 9)), undefined);
    assert.equal(dataCategory(Buffer.from('BUFR')), undefined);
  });
});
