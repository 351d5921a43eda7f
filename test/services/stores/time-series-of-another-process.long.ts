import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { type OtherOwner, otherOwner } from './other-process.ts';
import { timeSeriesContract } from './time-series-contract.ts';

describe('time series of another process', () => {
  let folder = '';
  let owner: OtherOwner;
  let store: OpenedTimeSeries;

  before(async () => {
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
