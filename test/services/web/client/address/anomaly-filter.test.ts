import assert from 'node:assert/strict';
import { changed, filterOf, queryOf } from '../../../../../services/web/client/address/anomaly-filter.ts';

describe('the filters of the list of anomalies', () => {
  it('come back from the address as they went there, in one order', () => {
    const filter = { class: 'device_failure', network: 'demo', from: '2026-03-01T00:00:00Z' };
    const query = queryOf(filter);
    assert.equal(query, 'network=demo&class=device_failure&from=2026-03-01T00%3A00%3A00Z');
    assert.deepEqual(filterOf(new URLSearchParams(query)), filter);
  });

  it('leave out what is empty and what is no filter', () => {
    assert.deepEqual(filterOf(new URLSearchParams('network=&colour=red&variable=bar')), { variable: 'bar' });
    assert.equal(queryOf({ network: '' }), '');
  });

  it('begin at the first page where one has changed', () => {
    assert.deepEqual(changed({ network: 'a', cursor: 'x' }, { class: 'suspected' }), {
      network: 'a',
      class: 'suspected',
    });
    assert.deepEqual(changed({ network: 'a', class: 'suspected' }, { class: '' }), { network: 'a' });
  });
});
