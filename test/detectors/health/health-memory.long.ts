import assert from 'node:assert/strict';
import { checkHealth } from '../../../detectors/health/health-check.ts';
import { DAY, END, MINUTE, report, source, station } from './made-source.ts';

describe('the memory of a health check', () => {
  it('keeps nothing of the observations that have passed by', async () => {
    function* months() {
      for (let slot = 0; slot < 366 * 144; slot++) {
        const time = END - 366 * DAY + (slot + 1) * 10 * MINUTE;
        yield Array.from({ length: 10 }, (_, k) => report(`s${k}`, time));
      }
    }
    const stations = Array.from({ length: 10 }, (_, k) => station(`s${k}`));
    const before = process.memoryUsage().heapUsed;
    let most = 0;
    const { observations } = await checkHealth(source(months, stations).made, {
      network: 'n',
      end: END,
      station: null,
      variables: ['temp_out'],
      days: 366,
      onProgress: () => {
        most = Math.max(most, process.memoryUsage().heapUsed);
      },
    });
    assert.equal(observations, 366 * 1440);
    // Half a million observations would be some 200 MB.
    assert.ok(most - before < 150e6, `${Math.round((most - before) / 1e6)} MB`);
  });
});
