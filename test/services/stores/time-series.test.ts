import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { type OtherOwner, otherOwner } from './other-process.ts';
import { timeSeriesContract } from './time-series-contract.ts';

/*
 * One implementation stands on a ClickHouse server and on the embedded engine; only the way there differs. A real server
 * cannot be had everywhere, so the suite runs over both ways to the engine: as its owner, and as another process's client.
 */
describe('time series', () => {
  let folder = '';
  let store: OpenedTimeSeries;

  describe('in this process', () => {
    before(async function () {
      this.timeout(60_000);
      folder = mkdtempSync(join(tmpdir(), 'halcyon-series-'));
      store = await openTimeSeries({ dataFolder: folder, role: 'system' });
    });
    after(async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    timeSeriesContract('as owner of the embedded engine', () => store);
  });

  describe('in another process', () => {
    let owner: OtherOwner;
    before(async function () {
      this.timeout(60_000);
      folder = mkdtempSync(join(tmpdir(), 'halcyon-series-'));
      owner = await otherOwner(folder, 'system');
      store = await openTimeSeries({ dataFolder: folder });
    });
    after(async () => {
      await store.close();
      await owner.close();
      rmSync(folder, { recursive: true, force: true });
    });
    timeSeriesContract("as client of another process's engine, as of a server (none can be had here)", () => store);
  });
});
