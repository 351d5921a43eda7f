import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { timeSeriesContract } from './time-series-contract.ts';

/*
 * One implementation stands on a ClickHouse server and on the embedded engine; only the way there differs. A real server
 * cannot be had everywhere: `time-series-of-another-process.long.ts` has the suite over the way that a server is reached by.
 */
describe('time series', () => {
  let folder = '';
  let store: OpenedTimeSeries;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-series-'));
    store = await openTimeSeries({ dataFolder: folder, role: 'system' });
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  timeSeriesContract('as owner of the embedded engine', () => store);
});
