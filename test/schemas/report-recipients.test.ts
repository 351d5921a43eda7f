import assert from 'node:assert/strict';
import { readConfiguration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';

const read = (text: string) => readConfiguration({ HALCYON_MONTHLY_REPORT: text }).monthlyReport;

describe('the recipients of monthly reports', () => {
  it('are nobody by default, else addresses by network', () => {
    assert.deepEqual(readConfiguration({}).monthlyReport, []);
    assert.deepEqual(read('north=ann@example.org, a=b=bob@example.org,*=all@example.org'), [
      { network: 'north', address: 'ann@example.org' },
      { network: 'a=b', address: 'bob@example.org' },
      { network: '*', address: 'all@example.org' },
    ]);
  });

  for (const wrong of [
    'ann@example.org',
    'north=ann',
    '=ann@example.org',
    'north=ann@example.org,',
    'north=a b@c.org',
  ]) {
    it(`are refused as ${wrong}`, () => {
      assert.throws(
        () => read(wrong),
        (error) =>
          error instanceof HalcyonError && /HALCYON_MONTHLY_REPORT.*NETWORK=ADDRESS, such as/.test(error.message),
      );
    });
  }
});
