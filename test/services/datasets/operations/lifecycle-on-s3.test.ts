import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { filesOf } from '../../../../services/datasets/catalogue/dataset-files.ts';
import { datasetOf } from '../../../../services/datasets/catalogue/dataset-records.ts';
import type { DatasetDependencies } from '../../../../services/datasets/dataset-dependencies.ts';
import { load } from '../../../../services/datasets/operations/load.ts';
import { query } from '../../../../services/datasets/operations/query.ts';
import { register } from '../../../../services/datasets/operations/register.ts';
import { sweep } from '../../../../services/datasets/operations/sweep.ts';
import { openObjectStore } from '../../../../services/datasets/storage/open-object-store.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../../services/stores/opening/open-catalogue.ts';
import { s3Missing, s3Server } from '../../../servers/s3.ts';
import { folderWithCatalogue } from '../../stores/made-folders.ts';
import { outputOf } from '../dataset-client.ts';
import { type DatasetFixture, openDatasetFixture, uploadTo } from '../dataset-fixture.ts';
import { datasetRequest, queryRequest } from '../request-graphs.ts';

const missing = s3Missing();

describe(`datasets in an S3-compatible store${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let catalogue: Catalogue;
  let fixture: DatasetFixture;
  let parts: DatasetDependencies;
  before(async function () {
    if (missing !== null) return this.skip();
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    fixture = await openDatasetFixture(catalogue);
    const settings = (await s3Server()).settings();
    parts = { ...fixture.parts, storage: await openObjectStore({ data: '/nowhere', ...settings }) };
  });
  after(async () => {
    await parts?.storage.close();
    await fixture?.close();
    await catalogue?.close();
  });

  it('go through the whole chain, with their files where their addresses say', async () => {
    const id = randomUUID();
    const name = 'ένα αρχείο.csv';
    await uploadTo(parts, id, name, 'x\n1\n2\n');
    await register(parts, datasetRequest('register', { id }), null);
    await load(parts, datasetRequest('load', { id }), null);
    assert.equal(await text(await parts.storage.read('dataset', `${id}/${name}`)), 'x\n1\n2\n');
    const request = queryRequest('SELECT sum(x) AS s FROM {{arg1}}', [{ id, file: name }]);
    const answer = await query(parts, request, null, new AbortController().signal);
    const made = String(outputOf(answer)['@id']);
    assert.equal(await text(await parts.storage.read('results', `${made}/output.csv`)), 's\n3\n');
    assert.equal((await datasetOf(catalogue, made))?.provenance?.inputs[0].contentUrl, `s3://dataset/${id}/${name}`);
  });

  it('leave nothing on the scratchpad once they are loaded, and nothing of nobody after a sweep', async () => {
    const id = randomUUID();
    await uploadTo(parts, id, 'a.csv', 'one');
    await uploadTo(parts, id, 'a.csv', 'two');
    await register(parts, datasetRequest('register', { id }), null);
    await load(parts, datasetRequest('load', { id }), null);
    await parts.storage.put('results', `${randomUUID()}/output.csv`, Readable.from([Buffer.from('x')]));
    const { orphans } = await sweep(parts, { now: Date.now() + 10_000, graceMs: 0, keepMs: 86_400_000 });
    assert.equal(orphans, 1);
    for await (const { key } of parts.storage.list('scratchpad')) assert.fail(`${key} is on the scratchpad`);
    const [{ bucket, key }] = await filesOf(catalogue, id);
    assert.equal(await text(await parts.storage.read(bucket, key)), 'two');
  });
});
