import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoredNetworks } from '../../../../services/datasets/networks/dataset-networks.ts';
import { isNetworkAddress, readNetworkAddress } from '../../../../services/datasets/networks/network-address.ts';
import { inputFiles } from '../../../../services/datasets/operations/query-inputs.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../../services/stores/opening/open-catalogue.ts';
import { folderWithCatalogue } from '../../stores/made-folders.ts';
import { observation, START } from '../../stores/records.ts';
import { type DatasetFixture, ONE_ROW, openDatasetFixture } from '../dataset-fixture.ts';
import { FakeStore } from '../networks/fake-store.ts';
import { parquetRows } from '../networks/parquet-rows.ts';
import { node } from '../request-graphs.ts';

describe('what a query reads of a network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-inputs-'));
  let catalogue: Catalogue;
  let fixture: DatasetFixture;

  before(async () => {
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    fixture = await openDatasetFixture(catalogue, ONE_ROW);
  });
  after(async () => {
    await fixture.close();
    await catalogue.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // It was kept as NOW, so nobody could tell which stretch a result was made from.
  it('is kept with the times that were read, in UTC', async () => {
    const store = new FakeStore();
    store.names = ['north'];
    store.observations = [observation('north', 'a', START)];
    const networks = new StoredNetworks(store.sources(), Date.now);
    const [north] = await networks.list();
    const contentUrl = 'halcyon://north/observations?from=2026-03-01 01:00:00%2B02:00&to=NOW';
    const file = node(randomUUID(), 'cr:FileObject', { contentUrl });
    const dataset = node(north.id, 'sc:Dataset', {});
    const operator = node('operator', 'SQL_Operator', {});
    const graph = {
      nodes: [operator, dataset, file],
      edges: [{ from: north.id, to: file['@id'], labels: ['distribution'] }],
    };
    const step = {
      ...{ operator, statement: 'FROM {{arg1}}', run: 'FROM {{arg1}}' },
      ...{ inputs: [dataset], output: node('output', 'sc:Dataset', {}) },
      arguments: new Map([['arg1', file['@id']]]),
    };
    const before = Date.now();
    const files = await inputFiles(
      { ...fixture.parts, networks },
      graph,
      step,
      new Map([[north.id, north]]),
      new Map(),
      { folder, signal: new AbortController().signal },
    );
    const input = files.get('arg1');
    assert.ok(input !== undefined && isNetworkAddress(input.origin.contentUrl));
    assert.match(input.origin.contentUrl, /\?from=2026-02-28T23:00:00Z&to=20\d\d-\d\d-\d\dT[\d:.]+Z$/);
    const { to } = readNetworkAddress(input.origin.contentUrl, 0);
    assert.ok(before <= to && to <= Date.now(), String(to));
    assert.equal(input.origin.dataset, north.id);
    assert.equal((await parquetRows(input.file.path, 'timestamp')).rows.length, 1);
  });
});
