import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { filesOf, referredKeys } from '../../../../services/datasets/catalogue/dataset-files.ts';
import { datasetOf } from '../../../../services/datasets/catalogue/dataset-records.ts';
import type { DatasetDependencies } from '../../../../services/datasets/dataset-dependencies.ts';
import { load } from '../../../../services/datasets/operations/load.ts';
import { query } from '../../../../services/datasets/operations/query.ts';
import { register } from '../../../../services/datasets/operations/register.ts';
import { sweep } from '../../../../services/datasets/operations/sweep.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../../services/stores/opening/open-catalogue.ts';
import { folderWithCatalogue } from '../../stores/made-folders.ts';
import { type DatasetFixture, ONE_ROW, openDatasetFixture, uploadTo } from '../dataset-fixture.ts';
import { datasetRequest, queryRequest } from '../request-graphs.ts';
import { dyingParts, Killed } from './dying-parts.ts';

const NEVER = new AbortController().signal;
const CONTENT: Readonly<Record<string, string>> = { 'a.csv': 'x\n1\n2\n', 'b.csv': 'x\n3\n', 'c.csv': 'x\n' };

describe('a process that is killed', () => {
  let catalogue: Catalogue;
  let fixture: DatasetFixture;
  before(async () => {
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    fixture = await openDatasetFixture(catalogue);
  });
  after(async () => {
    await fixture.close();
    await catalogue.close();
  });

  /** Runs something that dies at each of its steps in turn, before and after it; `check` follows each death. */
  async function dieAtEachStep<T>(
    begin: () => Promise<T>,
    does: (parts: DatasetDependencies, about: T) => Promise<unknown>,
    check: (about: T) => Promise<void>,
  ): Promise<number> {
    let deaths = 0;
    for (const after of [false, true]) {
      for (let n = 1; ; n++) {
        const about = await begin();
        const { parts, steps } = dyingParts(fixture.parts, n, after);
        const died = await does(parts, about).then(
          () => false,
          (error: unknown) => {
            if (error instanceof Killed || (error instanceof Error && error.cause instanceof Killed)) return true;
            throw error;
          },
        );
        if (!died && steps() < n) break;
        deaths += 1;
        await check(about);
      }
    }
    return deaths;
  }

  /** Every file of a dataset is there as it was uploaded. */
  async function assertWhole(id: string, content: Readonly<Record<string, string>>) {
    const files = await filesOf(catalogue, id);
    assert.deepEqual(
      files.map(({ name }) => name),
      Object.keys(content),
    );
    for (const { name, bucket, key, sha256 } of files) {
      const bytes = await buffer(await fixture.parts.storage.read(bucket, key));
      assert.equal(bytes.toString(), content[name], name);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
    }
  }

  /** A sweep leaves what datasets have, and nothing else. */
  async function assertNoOrphans() {
    await sweep(fixture.parts, { now: Date.now() + 10_000, graceMs: 0, keepMs: 86_400_000 });
    for (const bucket of ['scratchpad', 'dataset', 'results'] as const) {
      for await (const { key } of fixture.parts.storage.list(bucket)) {
        assert.ok((await referredKeys(catalogue, bucket, [key])).has(key), `${bucket}/${key}`);
      }
    }
  }

  it('between any two steps of a load loses no file, and the load goes on', async () => {
    const deaths = await dieAtEachStep(
      async () => {
        const id = randomUUID();
        for (const [name, content] of Object.entries(CONTENT)) await uploadTo(fixture.parts, id, name, content);
        await register(fixture.parts, datasetRequest('register', { id }), null);
        return id;
      },
      (parts, id) => load(parts, datasetRequest('load', { id }), null),
      async (id) => {
        await assertWhole(id, CONTENT);
        await load(fixture.parts, datasetRequest('load', { id }), null).catch((error: { code?: string }) => {
          // Its last step was done, and nobody heard of it.
          assert.equal(error.code, 'conflict');
        });
        assert.equal((await datasetOf(catalogue, id))?.state, 'Loaded');
        await assertWhole(id, CONTENT);
        assert.ok((await filesOf(catalogue, id)).every(({ bucket }) => bucket === 'dataset'));
      },
    );
    assert.ok(deaths > 40, `${deaths} deaths`);
    await assertNoOrphans();
  }).timeout(120_000);

  it('between any two steps of an upload leaves the file that was there or the new one, whole', async () => {
    await dieAtEachStep(
      async () => {
        const id = randomUUID();
        await uploadTo(fixture.parts, id, 'a.csv', 'old');
        return id;
      },
      (parts, id) => uploadTo(parts, id, 'a.csv', 'new'),
      async (id) => {
        const [{ bucket, key }] = await filesOf(catalogue, id);
        const there = (await buffer(await fixture.parts.storage.read(bucket, key))).toString();
        assert.match(there, /^(old|new)$/);
        await uploadTo(fixture.parts, id, 'a.csv', 'new');
        await assertWhole(id, { 'a.csv': 'new' });
      },
    );
    await assertNoOrphans();
  }).timeout(120_000);

  it('between any two steps of a registration leaves it undone or done, with its files', async () => {
    await dieAtEachStep(
      async () => {
        const id = `no uuid ${randomUUID().slice(0, 8)}`;
        await uploadTo(fixture.parts, id, 'a.csv', 'x');
        return { id, given: '' };
      },
      async (parts, about) => {
        const answer = await register(parts, datasetRequest('register', { id: about.id }), null);
        about.given = String(answer.nodes.find(({ labels }) => labels.includes('sc:Dataset'))?.['@id']);
      },
      async ({ id }) => {
        const left = await filesOf(catalogue, id);
        const rows = await catalogue.query('SELECT id FROM datasets WHERE id IN (SELECT dataset FROM dataset_files)');
        if (left.length === 1) await register(fixture.parts, datasetRequest('register', { id }), null);
        else assert.ok(rows.length > 0);
        assert.equal((await filesOf(catalogue, id)).length, 0);
      },
    );
    await assertNoOrphans();
  }).timeout(120_000);

  it('between any two steps of a query leaves no result or a whole one', async () => {
    const id = randomUUID();
    for (const [name, content] of Object.entries(CONTENT)) await uploadTo(fixture.parts, id, name, content);
    await register(fixture.parts, datasetRequest('register', { id }), null);
    await load(fixture.parts, datasetRequest('load', { id }), null);
    await dieAtEachStep(
      async () => randomUUID(),
      (parts, root) => {
        const request = queryRequest('SELECT sum(x) s FROM {{arg1}}', [{ id, file: 'a.csv' }], { root });
        return query({ ...parts, queries: ONE_ROW }, request, null, NEVER);
      },
      async (root) => {
        const pattern = await catalogue.query("SELECT id FROM graphs WHERE kind = 'pattern' AND id = $1", [root]);
        const made = await catalogue.query("SELECT id FROM datasets WHERE provenance::jsonb ->> 'pattern' = $1", [
          root,
        ]);
        assert.equal(made.length, pattern.length);
        for (const row of made) await assertWhole(String(row['id']), { 'output.csv': 's\n3\n' });
      },
    );
    await assertNoOrphans();
  }).timeout(120_000);
});
