import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { store as check } from '../../../services/doctor/checks/store.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { observation, START } from '../stores/records.ts';
import { foundBy } from './installation-of.ts';

/** Folders of a name below another. */
function foldersNamed(name: string, below: string): string[] {
  const all = readdirSync(below, { recursive: true, withFileTypes: true });
  return all.filter((one) => one.isDirectory() && one.name === name).map((one) => join(one.parentPath, one.name));
}

describe('what the doctor finds of an embedded time series', () => {
  it('is parts that its engine found broken, of which nothing is there any more', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'halcyon-broken-'));
    const store = await openTimeSeries({ dataFolder });
    await store.insertObservations([observation('n', 's', START)]);
    await store.close();
    assert.match((await foundBy(check, { HALCYON_DATA: dataFolder }))[0], /^ok time series: .*tables are those/);
    // As an engine leaves it: named for why, and for what it was.
    const ofRows = foldersNamed('detached', dataFolder).filter((one) => readdirSync(dirname(one)).length > 2);
    for (const detached of ofRows) mkdirSync(join(detached, 'broken-on-start_all_1_1_0'));
    assert.ok(ofRows.length > 0);
    const found = await foundBy(check, { HALCYON_DATA: dataFolder });
    assert.match(
      found[1],
      /^wrong time series: parts of the tables are broken and put aside, what was in them is missing: \w+ broken-on-start_all_1_1_0.*; docs\/broken-parts\.md/,
    );
  });
});
