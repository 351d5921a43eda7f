import assert from 'node:assert/strict';
import { daysOf, reportFile, reportPath } from '../../../../../services/web/client/report/report-period.ts';

describe('the period of a report', () => {
  it('is read from an address, and left to the service where it names no day', () => {
    assert.deepEqual(daysOf(new URLSearchParams('from=2026-03-01&to=2026-03-31')), {
      from: '2026-03-01',
      to: '2026-03-31',
    });
    assert.deepEqual(daysOf(new URLSearchParams()), { from: '', to: '' });
    for (const day of ['march', '2026-02-31x', '2026-13-01']) {
      const said = { message: `The day “${day}” in the address cannot be read. It should be like 2026-03-01.` };
      assert.throws(() => daysOf(new URLSearchParams({ to: day })), said);
    }
  });

  it('is of whole days of UTC', () => {
    assert.equal(
      reportPath('north', { from: '2026-03-01', to: '2026-03-01' }, 'csv'),
      '/api/v1/report?network=north&from=2026-03-01T00%3A00%3A00Z&to=2026-03-01T23%3A59%3A59Z&format=csv',
    );
    assert.equal(reportPath('north', { from: '', to: '' }), '/api/v1/report?network=north');
    assert.equal(
      reportFile('north sea', { from: '2026-03-01', to: '2026-03-31' }),
      'north-sea_2026-03-01_2026-03-31.csv',
    );
  });
});
