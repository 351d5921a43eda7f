import assert from 'node:assert/strict';
import { Quotas } from '../../../services/access/quotas.ts';

const LIMITS = { observations: 600, stations: 10, uploads: 1_000, rows: 0 };

describe('quotas', () => {
  let now = Date.UTC(2026, 10, 26);
  let quotas: Quotas;
  beforeEach(() => {
    quotas = new Quotas(LIMITS, () => now);
  });

  it('let a client go on until the amount is taken, and say when it may again', () => {
    for (let k = 0; k < 6; k++) {
      quotas.assertLeft('a', 'observations');
      quotas.charge('a', 'observations', 100);
    }
    assert.throws(() => quotas.assertLeft('a', 'observations'), {
      code: 'too_many_requests',
      status: 429,
      retryAfter: 1,
      message: 'the quota of this client is used up: 600 observations a minute; go on in 1 s',
    });
    quotas.assertLeft('b', 'observations');
    quotas.assertLeft('a', 'stations');
  });

  it('take what is larger than a quota once, and have it waited for', () => {
    quotas.charge('a', 'observations', 6_600);
    const wait = (): number => {
      try {
        quotas.assertLeft('a', 'observations');
        return 0;
      } catch (error) {
        return (error as { retryAfter: number }).retryAfter;
      }
    };
    const first = wait();
    assert.ok(first > 600 && first <= 601, String(first));
    now += first * 1_000 - 2_000;
    assert.ok(wait() > 0);
    now += 2_000;
    assert.equal(wait(), 0);
  });

  it('fill no further than they were, also where the clock was set back', () => {
    quotas.charge('a', 'stations', 5);
    now += 10 * 3_600_000;
    quotas.charge('a', 'stations', 10);
    assert.throws(() => quotas.assertLeft('a', 'stations'));
    now -= 3_600_000;
    assert.throws(() => quotas.assertLeft('a', 'stations'));
  });

  it('of 0 are none', () => {
    quotas.charge('a', 'rows', 1e12);
    quotas.assertLeft('a', 'rows');
  });

  it('remember a bounded number of clients', () => {
    for (let k = 0; k < 30_000; k++) quotas.charge(`client ${k}`, 'uploads', 2_000);
    assert.throws(() => quotas.assertLeft('client 29999', 'uploads'));
    quotas.assertLeft('client 1', 'uploads');
  });
});
