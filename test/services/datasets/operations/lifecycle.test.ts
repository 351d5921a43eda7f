import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { HalcyonError } from '../../../../schemas/errors.ts';
import type { DatasetGraph } from '../../../../schemas/http/datasets/property-graph.ts';
import { NetworkScope } from '../../../../schemas/network-scope.ts';
import type { Caller } from '../../../../services/access/caller.ts';
import { filesOf } from '../../../../services/datasets/catalogue/dataset-files.ts';
import { datasetOf, statesOf } from '../../../../services/datasets/catalogue/dataset-records.ts';
import { ownNode } from '../../../../services/datasets/graphs/own-node.ts';
import { load } from '../../../../services/datasets/operations/load.ts';
import { purge } from '../../../../services/datasets/operations/purge.ts';
import { query } from '../../../../services/datasets/operations/query.ts';
import { register } from '../../../../services/datasets/operations/register.ts';
import { sweep } from '../../../../services/datasets/operations/sweep.ts';
import { arrive } from '../../../../services/datasets/operations/take-upload.ts';
import { update } from '../../../../services/datasets/operations/update.ts';
import type { Bucket } from '../../../../services/datasets/storage/object-store.ts';
import { NOON } from '../../api/some-records.ts';
import { onBothCatalogues } from '../../stores/both-catalogues.ts';
import { callerWith, type DatasetFixture, openDatasetFixture, uploadTo } from '../dataset-fixture.ts';
import { datasetNode, datasetRequest, node, queryRequest } from '../request-graphs.ts';

const NEVER = new AbortController().signal;

onBothCatalogues((catalogue) => {
  describe('the life of a dataset', () => {
    let fixture: DatasetFixture;
    before(async () => {
      fixture = await openDatasetFixture(catalogue());
    });
    after(() => fixture.close());

    const upload = (dataset: string, name: string, content: string, caller: Caller | null = null) =>
      uploadTo(fixture.parts, dataset, name, content, caller);
    const registered = (graph: DatasetGraph, caller: Caller | null = null) => register(fixture.parts, graph, caller);
    const stateOf = async (id: string) => (await datasetOf(catalogue(), id))?.state;
    const objects = async (bucket: Bucket) => {
      const keys: string[] = [];
      for await (const { key } of fixture.parts.storage.list(bucket)) keys.push(key);
      return keys;
    };
    async function loaded(files: Record<string, string> = { 'a.csv': 'x\n1\n' }) {
      const id = randomUUID();
      for (const [name, content] of Object.entries(files)) await upload(id, name, content);
      await registered(datasetRequest('register', { id }));
      await load(fixture.parts, datasetRequest('load', { id }), null);
      return id;
    }

    it('is Staged, Loaded and Ready, one after the other, and remembers when', async () => {
      const id = randomUUID();
      await upload(id, 'a.csv', 'x\n1\n');
      await registered(datasetRequest('register', { id }));
      assert.equal(await stateOf(id), 'Staged');
      await load(fixture.parts, datasetRequest('load', { id }), null);
      assert.equal(await stateOf(id), 'Loaded');
      await update(fixture.parts, datasetRequest('update', { id }), null);
      assert.equal(await stateOf(id), 'Ready');
      await update(fixture.parts, datasetRequest('update', { id }), null);
      const states = await statesOf(catalogue(), id);
      assert.deepEqual(
        states.map(({ state }) => state),
        ['Staged', 'Loaded', 'Ready'],
      );
      assert.ok(states[0].since <= states[1].since && states[1].since <= states[2].since);
    });

    it('is Ready at once where it is archived elsewhere', async () => {
      for (const archivedAt of ['https://example.org/x', 's3://other-bucket/x', 'postgres://host/x']) {
        const id = randomUUID();
        await registered(datasetRequest('register', { id, properties: { archivedAt } }));
        assert.equal(await stateOf(id), 'Ready', archivedAt);
      }
    });

    it('goes where its status says, in any case, provided that it is forward or to Deleted', async () => {
      const steps = [
        { status: 'READY', expected: 'Ready' },
        { status: 'deleted', expected: 'Deleted' },
        { status: 'staged', expected: 'Staged' },
      ];
      for (const { status, expected } of steps) {
        const id = randomUUID();
        await registered(datasetRequest('register', { id, properties: { status } }));
        assert.equal(await stateOf(id), expected, String(status));
      }
      const id = await loaded();
      await update(fixture.parts, datasetRequest('update', { id, properties: { status: 'Staged' } }), null);
      assert.equal(await stateOf(id), 'Ready', 'back is no step: the usual one is taken');
    });

    // `withdrawn` was answered as if it had been taken, and the dataset was published.
    it('stays as it is where an update gives a status that is none', async () => {
      const [id, other] = [await loaded(), await loaded()];
      for (const status of ['withdrawn', 'banana', 7]) {
        await assert.rejects(update(fixture.parts, datasetRequest('update', { id, properties: { status } }), null), {
          code: 'malformed_pattern',
          message: new RegExp(
            `status of the dataset ${id} should be 'Staged', 'Loaded', 'Ready' or 'Deleted', it is '${status}'`,
          ),
        });
      }
      assert.equal(await stateOf(id), 'Loaded');
      await update(fixture.parts, datasetRequest('update', { id: other, properties: { status: null } }), null);
      assert.equal(await stateOf(other), 'Ready', 'null says nothing');
    });

    // A dataset that was to be `withdrawn` or a `draft` was registered as Ready.
    it('is not registered or loaded with a status that is none', async () => {
      const [id, staged] = [randomUUID(), randomUUID()];
      const refused = { code: 'malformed_pattern', message: /status of the dataset .* should be 'Staged'/ };
      const properties = { status: 'draft', archivedAt: 'https://example.org/x' };
      await assert.rejects(registered(datasetRequest('register', { id, properties }), null), refused);
      assert.equal(await datasetOf(catalogue(), id), null);
      await upload(staged, 'a.csv', 'x', null);
      await registered(datasetRequest('register', { id: staged }), null);
      const loading = load(
        fixture.parts,
        datasetRequest('load', { id: staged, properties: { status: 'draft' } }),
        null,
      );
      await assert.rejects(loading, refused);
      assert.equal(await stateOf(staged), 'Staged');
    });

    // It was `Ready`: what was to be a draft could be read.
    it('is not made by a query with a status that is none, or as one without files', async () => {
      const id = await loaded();
      for (const [output, message] of [
        [{ status: 'none' }, /status of the dataset output should be 'Staged'/],
        [{ filesRemoved: '2026-01-01T00:00:00Z' }, /filesRemoved of the dataset output/],
      ] as const) {
        const request = queryRequest('SELECT 1 AS x FROM {{arg1}}', [{ id, file: 'a.csv' }], { output });
        const made = query(fixture.parts, request, null, new AbortController().signal);
        await assert.rejects(made, { code: 'malformed_pattern', message });
      }
    });

    // Whoever registered a dataset could say when its files were removed, and the service repeated it.
    it('is not said to have lost its files by who registers, loads or changes it', async () => {
      const properties = { filesRemoved: '2026-01-01T00:00:00Z' };
      const message = /filesRemoved of the dataset .* is what the service alone says: leave it out/;
      const id = await loaded();
      for (const refused of [
        registered(datasetRequest('register', { id: randomUUID(), properties }), null),
        update(fixture.parts, datasetRequest('update', { id, properties }), null),
        load(fixture.parts, datasetRequest('load', { id, properties }), null),
      ]) {
        await assert.rejects(refused, { code: 'malformed_pattern', message });
      }
    });

    it('is changed no more once it is deleted', async () => {
      const id = await loaded();
      await update(fixture.parts, datasetRequest('update', { id, properties: { status: 'Deleted' } }), null);
      const conflict = { code: 'conflict' };
      await assert.rejects(update(fixture.parts, datasetRequest('update', { id }), null), conflict);
      await assert.rejects(load(fixture.parts, datasetRequest('load', { id }), null), conflict);
      await assert.rejects(registered(datasetRequest('register', { id })), conflict);
      await assert.rejects(upload(id, 'b.csv', 'x'), conflict);
    });

    it('is not registered, loaded, updated or uploaded to under the id of a network', async () => {
      const id = randomUUID();
      const kept = new HalcyonError('conflict', 'the system keeps it');
      const assertNone = async (asked: string) => {
        if (asked === id) throw kept;
      };
      const parts = { ...fixture.parts, networks: { ...fixture.parts.networks, assertNone } };
      await assert.rejects(register(parts, datasetRequest('register', { id: id.toUpperCase() }), null), kept);
      await assert.rejects(load(parts, datasetRequest('load', { id }), null), kept);
      await assert.rejects(update(parts, datasetRequest('update', { id }), null), kept);
      await assert.rejects(uploadTo(parts, id, 'a.csv', 'x'), kept);
    });

    it('is registered once, also by two at the same time', async () => {
      const id = randomUUID();
      const tries = await Promise.allSettled([1, 2, 3].map(() => registered(datasetRequest('register', { id }))));
      const refused = tries.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
      assert.equal(refused.length, 2);
      for (const { reason } of refused) assert.equal(reason.code, 'conflict');
      await assert.rejects(registered(datasetRequest('register', { id: id.toUpperCase() })), { code: 'conflict' });
    });

    it('gets a UUID where its id is none, in its graph and for its files', async () => {
      const given = `oasa ${randomUUID().slice(0, 8)} data`;
      await upload(given, 'a.csv', 'x\n1\n');
      const properties = { name: given, isPartOf: { '@id': given } };
      const answer = await registered(datasetRequest('register', { id: given, files: ['a.csv'], properties }));
      const dataset = datasetNode(answer);
      const id = String(dataset['@id']);
      assert.match(id, /^[\da-f-]{36}$/);
      assert.equal(dataset.properties['archivedAt'], `s3://scratchpad/${id}`);
      assert.equal(dataset.properties['name'], given, 'a name is no id');
      assert.deepEqual(dataset.properties['isPartOf'], { '@id': id });
      const file = answer.nodes.find(({ labels }) => labels.includes('CSV'));
      assert.equal(file?.properties['contentUrl'], `s3://scratchpad/${id}/a.csv`);
      assert.ok(!answer.edges.some(({ from, to }) => from === given || to === given));
      assert.deepEqual(
        (await filesOf(catalogue(), id)).map(({ name }) => name),
        ['a.csv'],
      );
      await load(fixture.parts, datasetRequest('load', { id }), null);
      assert.equal(await stateOf(id), 'Loaded');
    });

    // PostgreSQL takes no text with U+0000: it was answered 500.
    it('gets a UUID for an id with the character U+0000, and is not found under it', async () => {
      const id = 'a\u0000b';
      const own = datasetNode(await registered(datasetRequest('register', { id })))['@id'];
      assert.match(String(own), /^[\da-f-]{36}$/);
      const archivedAt = 's3://scratchpad/\u0000';
      await registered(datasetRequest('register', { id: randomUUID(), properties: { archivedAt } }));
      const unknown = { code: 'not_found' };
      await assert.rejects(update(fixture.parts, datasetRequest('update', { id }), null), unknown);
      await assert.rejects(load(fixture.parts, datasetRequest('load', { id }), null), unknown);
      await assert.rejects(purge(fixture.parts, id, NOON), unknown);
    });

    it('gets a UUID for a number too, and leaves texts that look like it alone', async () => {
      const answer = await registered(datasetRequest('register', { id: 7, properties: { version: '7' } }));
      const dataset = datasetNode(answer);
      assert.match(String(dataset['@id']), /^[\da-f-]{36}$/);
      assert.equal(dataset.properties['version'], '7');
      assert.equal(dataset.properties['archivedAt'], `s3://scratchpad/${dataset['@id']}`);
    });

    it('has its files in permanent storage when it is loaded, and nowhere else', async () => {
      const before = (await objects('scratchpad')).length;
      const id = await loaded({ 'a.csv': 'x\n1\n', 'b ü.csv': 'y\n' });
      const files = await filesOf(catalogue(), id);
      assert.deepEqual(
        files.map(({ bucket, key }) => [bucket, key]),
        [
          ['dataset', `${id}/a.csv`],
          ['dataset', `${id}/b ü.csv`],
        ],
      );
      assert.equal(await text(await fixture.parts.storage.read('dataset', `${id}/a.csv`)), 'x\n1\n');
      assert.equal((await objects('scratchpad')).length, before);
    });

    it('is loaded once; its graph and the answer have the new addresses', async () => {
      const id = randomUUID();
      await upload(id, 'a.csv', 'x\n1\n');
      await registered(datasetRequest('register', { id, files: ['a.csv'] }));
      const answer = await load(fixture.parts, datasetRequest('load', { id, files: ['a.csv'] }), null);
      assert.equal(datasetNode(answer).properties['archivedAt'], `s3://dataset/${id}`);
      const urls = answer.nodes.map(({ properties }) => properties['contentUrl']).filter(Boolean);
      assert.deepEqual(urls, [`s3://dataset/${id}/a.csv`]);
      const stored = (await datasetOf(catalogue(), id))?.graph.nodes ?? [];
      assert.ok(!JSON.stringify(stored).includes('scratchpad'), JSON.stringify(stored));
      await assert.rejects(load(fixture.parts, datasetRequest('load', { id }), null), { code: 'conflict' });
    });

    it('is loaded by one of two that load it at the same time, and whole', async () => {
      const id = randomUUID();
      for (let at = 0; at < 5; at++) await upload(id, `${at}.csv`, `x\n${at}\n`);
      await registered(datasetRequest('register', { id }));
      const tries = await Promise.allSettled(
        [1, 2].map(() => load(fixture.parts, datasetRequest('load', { id }), null)),
      );
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
      for (const { bucket, key, sha256 } of await filesOf(catalogue(), id)) {
        const there = await text(await fixture.parts.storage.read(bucket, key));
        assert.equal(createHash('sha256').update(there).digest('hex'), sha256);
      }
    });

    it('is not loaded without its files, and the message names them', async () => {
      const id = randomUUID();
      await registered(datasetRequest('register', { id, files: ['missing.csv'] }));
      const request = datasetRequest('load', { id });
      await assert.rejects(load(fixture.parts, request, null), { code: 'not_found', message: /'missing\.csv'/ });
      await upload(id, 'other.csv', 'x');
      await assert.rejects(load(fixture.parts, request, null), { code: 'not_found', message: /'missing\.csv'/ });
      await upload(id, 'missing.csv', 'x');
      await load(fixture.parts, request, null);
      await assert.rejects(load(fixture.parts, datasetRequest('load'), null), { code: 'not_found' });
    });

    it('keeps what an update does not speak of, and takes what it does', async () => {
      const id = await loaded();
      const first = datasetRequest('update', { id, properties: { country: 'FR', name: 'one' } });
      await update(fixture.parts, first, null);
      const set = node('records', 'cr:RecordSet', { name: 'rows', odd: null });
      const second = datasetRequest('update', { id, properties: { name: 'two' } });
      await update(
        fixture.parts,
        {
          nodes: [...second.nodes, set],
          edges: [...second.edges, { from: id, to: 'records', labels: ['recordSet'] }],
        },
        null,
      );
      const graph = (await datasetOf(catalogue(), id))?.graph;
      assert.ok(graph !== undefined);
      const { properties } = datasetNode(graph);
      assert.deepEqual([properties['country'], properties['name']], ['FR', 'two']);
      assert.deepEqual(graph.nodes.find((each) => each['@id'] === 'records')?.properties, { name: 'rows', odd: null });
      assert.ok(!graph.nodes.some(({ labels }) => labels.includes('User') || labels.includes('Analytical_Pattern')));
    });

    it('is not moved by an update that says it lies elsewhere', async () => {
      const id = await loaded();
      const archivedAt = `s3://scratchpad/${id}`;
      const request = datasetRequest('update', { id, properties: { archivedAt } });
      await assert.rejects(update(fixture.parts, request, null), { code: 'conflict', message: /s3:\/\/dataset/ });
    });

    it('is updated with others all or none', async () => {
      const id = await loaded();
      const request = datasetRequest('update', { id, properties: { name: 'changed' } });
      const unknown = node(randomUUID(), 'sc:Dataset', {});
      const both = {
        nodes: [...request.nodes, unknown],
        edges: [...request.edges, { from: 'operator', to: unknown['@id'], labels: ['input'] }],
      };
      await assert.rejects(update(fixture.parts, both, null), {
        code: 'not_found',
        message: new RegExp(String(unknown['@id'])),
      });
      assert.equal(await stateOf(id), 'Loaded');
    });

    // It took the name that the other request had for it, and was published: Ready in place of Loaded.
    it('is not changed by an update of another one that refers to it', async () => {
      const [id, other] = [await loaded(), await loaded()];
      const request = datasetRequest('update', { id });
      const elsewhere = randomUUID();
      const referring = {
        nodes: [...request.nodes, ...[other, elsewhere].map((each) => node(each, 'sc:Dataset', { name: 'another' }))],
        edges: [...request.edges, ...[other, elsewhere].map((to) => ({ from: id, to, labels: ['isBasedOn'] }))],
      };
      await update(fixture.parts, referring, null);
      assert.deepEqual([await stateOf(id), await stateOf(other)], ['Ready', 'Loaded']);
      const known = await datasetOf(catalogue(), other);
      assert.equal(known?.graph.nodes.find((each) => each['@id'] === other)?.properties['name'], 'a dataset');
      const kept = (await datasetOf(catalogue(), id))?.graph;
      assert.ok(kept?.edges.some(({ to }) => to === elsewhere));
    });

    it('is changed by who registered it, a curator or an administrator', async () => {
      const [anna, bert] = [callerWith('anna', 'uploader'), callerWith('bert', 'uploader')];
      const id = randomUUID();
      await upload(id, 'a.csv', 'x', anna);
      const forbidden = { code: 'forbidden' };
      await assert.rejects(upload(id, 'b.csv', 'x', bert), forbidden);
      await assert.rejects(registered(datasetRequest('register', { id }), bert), forbidden);
      await registered(datasetRequest('register', { id }), anna);
      await assert.rejects(upload(id, 'b.csv', 'x', bert), forbidden);
      await assert.rejects(load(fixture.parts, datasetRequest('load', { id }), bert), forbidden);
      await load(fixture.parts, datasetRequest('load', { id }), callerWith('carl', 'curator'));
      await assert.rejects(update(fixture.parts, datasetRequest('update', { id }), bert), forbidden);
      await update(fixture.parts, datasetRequest('update', { id }), callerWith('dora', 'admin'));
      assert.equal((await datasetOf(catalogue(), id))?.owner, 'anna');
    });

    // The file was the curator's from then on, and who had uploaded the others could not register them.
    it('stays of who uploaded its files first, or registered it, where a curator adds one or replaces one', async () => {
      const [anna, bert] = [callerWith('anna', 'uploader'), callerWith('bert', 'uploader')];
      const carl = callerWith('carl', 'curator');
      const id = randomUUID();
      await upload(id, 'a.csv', 'x', anna);
      await upload(id, 'a.csv', 'y', carl);
      await upload(id, 'b.csv', 'x', carl);
      await assert.rejects(upload(id, 'c.csv', 'x', bert), { code: 'forbidden' });
      await registered(datasetRequest('register', { id }), anna);
      await upload(id, 'b.csv', 'y', carl);
      await upload(id, 'b.csv', 'z', anna);
      const empty = randomUUID();
      await registered(datasetRequest('register', { id: empty }), anna);
      await upload(empty, 'a.csv', 'x', carl);
      await upload(empty, 'b.csv', 'x', anna);
      assert.equal((await datasetOf(catalogue(), empty))?.owner, 'anna');
    });

    it('keeps its id for who registered it first, also once it is deleted', async () => {
      const [anna, bert] = [callerWith('anna', 'uploader'), callerWith('bert', 'uploader')];
      const forbidden = { code: 'forbidden' };
      for (const withFile of [true, false]) {
        const id = randomUUID();
        if (withFile) await upload(id, 'a.csv', 'x', anna);
        await registered(datasetRequest('register', { id }), anna);
        for (const state of ['Staged', 'Deleted']) {
          for (const spelt of [id, id.toUpperCase()]) {
            await assert.rejects(registered(datasetRequest('register', { id: spelt }), bert), forbidden, state);
            await assert.rejects(upload(spelt, 'a.csv', 'y', bert), forbidden, state);
            await assert.rejects(upload(spelt, 'b.csv', 'y', bert), forbidden, state);
          }
          for (const caller of [anna, callerWith('carl', 'curator'), callerWith('dora', 'admin')]) {
            await assert.rejects(registered(datasetRequest('register', { id }), caller), { code: 'conflict' });
          }
          if (state === 'Staged') {
            await update(fixture.parts, datasetRequest('update', { id, properties: { status: 'Deleted' } }), anna);
          }
        }
        await assert.rejects(upload(id, 'a.csv', 'y', anna), { code: 'conflict' });
        assert.equal((await datasetOf(catalogue(), id))?.owner, 'anna');
      }
    });

    it('is of the first whose file is there where two upload for one id at once', async () => {
      const callers = [callerWith('anna', 'uploader'), callerWith('bert', 'uploader')];
      const id = randomUUID();
      const ends = await Promise.allSettled(callers.map((caller) => upload(id, `${caller.id}.csv`, 'x', caller)));
      assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      const first = callers[ends.findIndex(({ status }) => status === 'fulfilled')];
      const files = await filesOf(catalogue(), id);
      assert.deepEqual(
        files.map(({ uploader }) => uploader),
        [first?.id],
      );
    });

    // It was said that nothing was left to remove, and the names of its files were in no record.
    it('keeps its files until the storage has removed all of them', async () => {
      const id = await loaded({ 'a.csv': 'x\n', 'b.csv': 'y\n' });
      await update(fixture.parts, datasetRequest('update', { id, properties: { status: 'Deleted' } }), null);
      const { storage } = fixture.parts;
      const failing = Object.assign(Object.create(storage) as typeof storage, {
        remove: async (...place: Parameters<typeof storage.remove>) => {
          if (place[1].endsWith('b.csv')) throw new HalcyonError('storage_unavailable', 'it does not answer');
          await storage.remove(...place);
        },
      });
      const stopped = purge({ ...fixture.parts, storage: failing }, id, NOON);
      await assert.rejects(stopped, { code: 'storage_unavailable' });
      const { files } = await purge(fixture.parts, id, NOON);
      assert.deepEqual(files.map(({ name }) => name).sort(), ['a.csv', 'b.csv']);
      assert.ok(!(await objects('dataset')).some((key) => key.startsWith(id)));
    });

    it('is purged by administrators of all its networks alone', async () => {
      const id = await loaded({ 'a.csv': 'x\n' });
      await update(fixture.parts, datasetRequest('update', { id, properties: { status: 'Deleted' } }), null);
      const ofOne = { ...fixture.parts, scope: new NetworkScope(['north']) };
      for (const networks of [null, ['north', 'south']]) {
        await catalogue().query('UPDATE datasets SET networks = $2 WHERE id = $1', [id, networks]);
        await assert.rejects(purge(ofOne, id, NOON), { code: 'not_found' });
        assert.ok((await objects('dataset')).some((key) => key.startsWith(id)));
      }
      await catalogue().query('UPDATE datasets SET networks = $2 WHERE id = $1', [id, ['north']]);
      assert.equal((await purge(ofOne, id, NOON)).files.length, 1);
    });

    // `Deleted` is a mark: the bytes stayed for ever.
    it('loses its files for good where it is purged, which a deleted one is alone, and keeps its record', async () => {
      const [id, other] = [await loaded({ 'a.csv': 'x\n1\n', 'b.csv': 'y\n' }), await loaded()];
      await assert.rejects(purge(fixture.parts, id, NOON), {
        code: 'conflict',
        message: /is Loaded; mark it as deleted/,
      });
      await assert.rejects(purge(fixture.parts, randomUUID(), NOON), { code: 'not_found' });
      await update(fixture.parts, datasetRequest('update', { id, properties: { status: 'Deleted' } }), null);
      const { files, since } = await purge(fixture.parts, id.toUpperCase(), NOON);
      assert.deepEqual(files.map(({ name }) => name).sort(), ['a.csv', 'b.csv']);
      const left = await objects('dataset');
      assert.ok(!left.some((key) => key.startsWith(id)) && left.includes(`${other}/a.csv`));
      assert.deepEqual(await filesOf(catalogue(), id), []);
      const record = await datasetOf(catalogue(), id);
      assert.deepEqual(
        [record?.state, ownNode(record?.graph ?? { nodes: [], edges: [] }, id).properties['filesRemoved']],
        ['Deleted', since],
      );
      assert.deepEqual(await purge(fixture.parts, id, NOON + 1_000), { id, files: [], since });
      const states = (await statesOf(catalogue(), id)).map(({ state }) => state);
      assert.deepEqual(states, ['Staged', 'Loaded', 'Deleted']);
    });

    it('has one file of a name: the same again changes nothing, another one replaces it', async () => {
      const id = randomUUID();
      const before = new Set(await objects('scratchpad'));
      const mine = async () => (await objects('scratchpad')).filter((key) => !before.has(key));
      await upload(id, 'a.csv', 'one');
      const [first] = await filesOf(catalogue(), id);
      await upload(id, 'a.csv', 'one');
      assert.deepEqual(await filesOf(catalogue(), id), [first]);
      assert.equal((await mine()).length, 1);
      await upload(id, 'a.csv', 'two');
      const [second, ...others] = await filesOf(catalogue(), id);
      assert.equal(others.length, 0);
      assert.notEqual(second.key, first.key);
      assert.deepEqual(await mine(), [second.key]);
    });

    it('is whole after many uploads of one name side by side', async () => {
      const id = randomUUID();
      const before = new Set(await objects('scratchpad'));
      await Promise.all([...'abcdefghij'].map((letter) => upload(id, 'a.csv', letter.repeat(1000))));
      const [file] = await filesOf(catalogue(), id);
      const there = await text(await fixture.parts.storage.read(file.bucket, file.key));
      assert.match(there, /^(.)\1{999}$/);
      assert.deepEqual(
        (await objects('scratchpad')).filter((key) => !before.has(key)),
        [file.key],
      );
    });

    describe('the sweep', () => {
      const later = () => ({ now: Date.now() + 3_600_000, graceMs: 60_000, keepMs: 7 * 86_400_000 });

      it('removes what no dataset has, and nothing else', async () => {
        const id = await loaded();
        const orphan = await arrive(fixture.parts, Readable.from([Buffer.from('x')]), NEVER);
        await fixture.parts.storage.put('results', `${randomUUID()}/output.csv`, Readable.from([Buffer.from('x')]));
        await fixture.parts.storage.put('dataset', `${id}/other.csv`, Readable.from([Buffer.from('x')]));
        const young = await sweep(fixture.parts, { ...later(), now: Date.now() });
        assert.equal(young.orphans, 0, 'what is new may belong to work under way');
        const { orphans } = await sweep(fixture.parts, later());
        assert.equal(orphans, 3);
        assert.equal(await fixture.parts.storage.stat('scratchpad', orphan.key), null);
        assert.notEqual(await fixture.parts.storage.stat('dataset', `${id}/a.csv`), null);
        assert.equal((await sweep(fixture.parts, later())).orphans, 0);
      });

      it('keeps uploads for a dataset that may still be registered, for as long as is said', async () => {
        const [waiting, id] = [randomUUID(), randomUUID()];
        await upload(waiting, 'a.csv', 'x');
        await upload(id, 'a.csv', 'x');
        await registered(datasetRequest('register', { id }));
        await sweep(fixture.parts, later());
        assert.equal((await filesOf(catalogue(), waiting)).length, 1);
        const { unregistered, orphans } = await sweep(fixture.parts, { ...later(), keepMs: 60_000 });
        assert.ok(unregistered >= 1 && orphans >= 1);
        assert.equal((await filesOf(catalogue(), waiting)).length, 0);
        assert.equal((await filesOf(catalogue(), id)).length, 1);
      });
    });
  });
});
