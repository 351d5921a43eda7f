import assert from 'node:assert/strict';
import { momentOf } from '../../../detectors/words/quantities.ts';

const NIGHT = Date.UTC(2026, 10, 29, 23, 40);

describe('a time within a sentence', () => {
  // An alert of 30 November said "from 05:00 to 12:15" of the day before, without a zone.
  it('has its day, on whichever day it is read, unless the sentence has told that', () => {
    assert.equal(momentOf(NIGHT), '11-29 23:40Z');
    assert.equal(momentOf(NIGHT, NIGHT - 3_600_000), '23:40Z');
    assert.equal(momentOf(NIGHT + 3_600_000, NIGHT), '11-30 00:40Z');
  });
});
