import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Claim, stickyShares } from '../../../../ingest/log/kafka/sticky-shares.ts';

const partitions = (count: number) => Array.from({ length: count }, (_, n) => n);
const sizes = (shares: Map<string, number[]>) => [...shares.values()].map(({ length }) => length);

describe('sticky shares', () => {
  it('gives every partition to one member, shares that differ by one at most, whatever is claimed', () => {
    const claims = fc.uniqueArray(
      fc.record({ member: fc.string({ minLength: 1 }), held: fc.uniqueArray(fc.nat(30)) }),
      { selector: ({ member }) => member, minLength: 1, maxLength: 9 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), claims, (count, given: Claim[]) => {
        const shares = stickyShares(partitions(count), given);
        assert.deepEqual(
          [...shares.values()].flat().sort((a, b) => a - b),
          partitions(count),
        );
        assert.ok(Math.max(...sizes(shares)) - Math.min(...sizes(shares)) <= 1);
        assert.deepEqual(stickyShares(partitions(count), [...given].reverse()), new Map(shares));
      }),
    );
  });

  it('moves as few partitions as equal shares allow when members come and go', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
        (count, steps) => {
          let next = 1;
          let shares = stickyShares(partitions(count), [{ member: 'm0', held: [] }]);
          for (const comes of steps) {
            const before = shares;
            const members = [...before.keys()];
            const after = comes ? [...members, `m${next++}`] : members.slice(1);
            if (after.length === 0) return;
            const claims = after.map((member) => ({ member, held: before.get(member) ?? [] }));
            shares = stickyShares(partitions(count), claims);
            let moved = 0;
            for (const member of after) {
              const had = new Set(before.get(member) ?? []);
              moved += (shares.get(member) ?? []).filter((partition) => !had.has(partition)).length;
            }
            // Who comes is given a fair share; what a leaving member had is given to others.
            const most = comes ? Math.ceil(count / after.length) : (before.get(members[0]) ?? []).length;
            assert.ok(moved <= most, `${moved} moved, ${most} had to`);
          }
        },
      ),
    );
  });

  it('gives partitions side by side to one member, and what is free to those beside it', () => {
    const nobody = ['a', 'b', 'c'].map((member) => ({ member, held: [] }));
    assert.deepEqual(
      [...stickyShares(partitions(9), nobody)],
      [
        ['a', [0, 1, 2]],
        ['b', [3, 4, 5]],
        ['c', [6, 7, 8]],
      ],
    );
    // One that held 4 to 7 is gone.
    const left = [
      { member: 'a', held: [8, 9, 10, 11] },
      { member: 'c', held: [0, 1, 2, 3] },
    ];
    assert.deepEqual(
      [...stickyShares(partitions(12), left)],
      [
        ['a', [6, 7, 8, 9, 10, 11]],
        ['c', [0, 1, 2, 3, 4, 5]],
      ],
    );
  });
});
