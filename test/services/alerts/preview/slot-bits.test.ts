import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SlotBits } from '../../../../services/alerts/preview/slot-bits.ts';
import { SLOTS_PER_WORD } from '../../../../services/stores/roles/observation-store.ts';

const WORDS = 4;
const SLOTS = WORDS * SLOTS_PER_WORD;

function bitsOf(slots: readonly number[]): SlotBits {
  const bits = new SlotBits(WORDS);
  // Words come as whole numbers without a sign.
  for (const slot of slots) bits.note(Math.floor(slot / SLOTS_PER_WORD), 2 ** (slot % SLOTS_PER_WORD));
  return bits;
}

describe('slots as bits', () => {
  it('are counted and found as in a list', () => {
    const some = fc.uniqueArray(fc.nat(SLOTS - 1), { maxLength: SLOTS });
    fc.assert(
      fc.property(some, fc.nat(SLOTS - 1), fc.nat(SLOTS + 40), (slots, low, high) => {
        const bits = bitsOf(slots);
        const sorted = slots.toSorted((a, b) => a - b);
        assert.equal(bits.count(low, high), slots.filter((slot) => slot >= low && slot <= high).length);
        assert.equal(bits.firstFrom(high), sorted.find((slot) => slot >= high) ?? Number.POSITIVE_INFINITY);
        assert.equal(bits.lastUpTo(low), sorted.findLast((slot) => slot <= low) ?? Number.NEGATIVE_INFINITY);
        assert.equal(bits.has(low), slots.includes(low));
        assert.equal(bits.isEmpty, slots.length === 0);
        assert.ok(bits.equals(bitsOf(sorted)));
        assert.equal(bits.equals(bitsOf([low])), slots.length === 1 && slots[0] === low);
      }),
      { numRuns: 500 },
    );
  });
});
