import assert from 'node:assert/strict';
import { Attempts } from '../../../../services/identity/passwords/attempts.ts';

const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** Attempts that fail, each from an address. */
function failing(addresses: Iterable<string>, account: (place: number) => string): Attempts {
  const attempts = new Attempts();
  let place = 0;
  for (const address of addresses) attempts.begin(account(place++), address, NOW);
  return attempts;
}

const numbered = (count: number, address: (place: number) => string) =>
  Array.from({ length: count }, (_, k) => address(k));

describe('attempts at logins', () => {
  it('count from their beginning, so that no more are under way at once than may fail', () => {
    const attempts = new Attempts();
    let begun = 0;
    while (attempts.waitMs('halcyon/ada', '192.0.2.1', NOW) === 0) {
      attempts.begin('halcyon/ada', '192.0.2.1', NOW);
      begun++;
    }
    assert.equal(begun, 5);
  });

  it('of one who is let in are no failures, however often', () => {
    const attempts = new Attempts();
    for (let login = 0; login < 1_000; login++) {
      assert.equal(attempts.waitMs('halcyon/ada', '192.0.2.1', NOW), 0);
      attempts.begin('halcyon/ada', '192.0.2.1', NOW).succeeded();
    }
  });

  it('that fail beside one who is let in keep their pause', () => {
    const attempts = failing(
      numbered(60, () => '192.0.2.1'),
      (place) => `halcyon/u${place}`,
    );
    const wait = attempts.waitMs('halcyon/other', '192.0.2.1', NOW);
    assert.ok(wait > 0);
    attempts.begin('halcyon/ada', '192.0.2.1', NOW + 2 * MINUTE).succeeded();
    assert.equal(attempts.waitMs('halcyon/other', '192.0.2.1', NOW), wait);
  });

  // One who has an IPv6 address has 2^64 of them.
  it('from everywhere in a /64 are those of one sender', () => {
    const attempts = failing(
      numbered(60, (k) => `2001:db8:0:1::${k.toString(16)}`),
      (k) => `halcyon/u${k}`,
    );
    assert.ok(attempts.waitMs('halcyon/other', '2001:db8:0:1:ffff::1', NOW) > 0);
    assert.equal(attempts.waitMs('halcyon/other', '2001:db8:0:2::1', NOW), 0);
  });

  it('from one /24 count together beyond what an office needs', () => {
    const few = failing(
      numbered(250, (k) => `192.0.2.${k}`),
      (k) => `halcyon/u${k}`,
    );
    assert.equal(few.waitMs('halcyon/other', '192.0.2.251', NOW), 0);
    const many = failing(
      numbered(600, (k) => `192.0.2.${k % 250}`),
      (k) => `halcyon/u${k}`,
    );
    assert.ok(many.waitMs('halcyon/other', '192.0.2.251', NOW) > 0);
    assert.equal(many.waitMs('halcyon/other', '192.0.3.1', NOW), 0);
  });

  it('are forgotten after a quarter of an hour without another', () => {
    const attempts = failing(
      numbered(100, () => '192.0.2.1'),
      () => 'halcyon/ada',
    );
    assert.equal(attempts.waitMs('halcyon/ada', '192.0.2.1', NOW + 16 * MINUTE), 0);
    attempts.begin('halcyon/ada', '192.0.2.1', NOW + 16 * MINUTE);
    assert.equal(attempts.waitMs('halcyon/ada', '192.0.2.1', NOW + 16 * MINUTE), 0);
  });
});
