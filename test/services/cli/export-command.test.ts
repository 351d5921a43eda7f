import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { freshDataFolder } from '../../integration/data-folders.ts';
import { SmallDisk } from '../../resilience/scenarios/small-disk.ts';
import { observation, START } from '../stores/records.ts';
import { recordedIo } from './recorded-io.ts';

describe('halcyon export', () => {
  // It said "unexpected: ENOSPC: no space left on device, write".
  it('says which file cannot be written where no space is left', async function () {
    if (process.getuid?.() !== 0) this.skip();
    const data = await freshDataFolder();
    const store = await openTimeSeries({ dataFolder: data, role: 'system' });
    await store.insertObservations([observation('north', 'a', START)]);
    await store.close();
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-export-'));
    const disk = new SmallDisk(folder, 1);
    try {
      disk.fill();
      for (const format of ['csv', 'parquet']) {
        const file = join(disk.folder, `all.${format}`);
        const io = recordedIo({ environment: { HALCYON_DATA: data } });
        const code = await runInFrame(halcyonCommand, ['export', file, '--format', format], io);
        assert.deepEqual([code, io.err()], [1, `error: cannot write ${file}: no space is left\n`]);
      }
    } finally {
      disk.end();
      rmSync(folder, { recursive: true });
    }
  });
});
