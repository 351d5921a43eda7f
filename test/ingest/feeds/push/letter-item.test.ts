import assert from 'node:assert/strict';
import { deadLetterOf } from '../../../../ingest/dead-letters.ts';
import { rawItemOf } from '../../../../ingest/feeds/push/letter-item.ts';
import type { RawItem } from '../../../../ingest/raw-item.ts';

const FATE = { network: 'north', source: 'wis2', reason: 'unreadable', detail: 'why', received: 0 } as const;

describe('the item of a dead letter', () => {
  it('of BUFR is the same letter again, which says what helps', () => {
    const body = Buffer.from('BUFR\0');
    const item: RawItem = { fields: null, body, mediaType: 'application/bufr', context: '', place: 'topic' };
    const letter = deadLetterOf(item, FATE);
    const again = rawItemOf(letter);
    assert.match(
      again.unreadable ?? '',
      /BUFR is decoded as its feed brings it: should be published to the broker again/,
    );
    assert.equal(deadLetterOf(again, FATE).id, letter.id);
  });
});
