import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { databasesAnswer, datasetError } from '../../../../schemas/http/datasets/envelopes.ts';
import { packageFile } from '../../../../schemas/package-root.ts';
import { listAnswer, patternAnswer, uploadAnswer } from '../../../../services/cli/commands/datasets/dataset-answers.ts';
import { askEndpoint } from '../../../../services/cli/commands/records/ask-endpoint.ts';
import { downloadFile } from '../../../../services/datasets/endpoints/download-file.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../../services/stores/opening/open-catalogue.ts';
import { type Received, RunningApplication } from '../../api/running-application.ts';
import { folderWithCatalogue } from '../../stores/made-folders.ts';
import { DatasetClient } from '../dataset-client.ts';
import { type DatasetFixture, NO_NETWORKS, ONE_ROW, openDatasetFixture } from '../dataset-fixture.ts';
import { datasetNode, datasetRequest, queryRequest } from '../request-graphs.ts';

describe('the dataset API', () => {
  const running = new RunningApplication();
  const client = new DatasetClient(running);
  let catalogue: Catalogue;
  let fixture: DatasetFixture;
  before(async () => {
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    fixture = await openDatasetFixture(catalogue, ONE_ROW);
    running.parts.datasets = fixture.parts;
    await running.start();
  });
  after(async () => {
    await running.stop();
    await fixture.close();
    await catalogue.close();
  });
  const asWritten = (graph: object) => JSON.parse(JSON.stringify(graph));

  it('answers errors in the form of the platform', async () => {
    const id = randomUUID();
    await client.register(datasetRequest('register', { id }));
    const cases: [number, Promise<Received>][] = [
      [400, client.register(datasetRequest('load'))],
      [404, client.load(datasetRequest('load'))],
      [404, client.get(`dataset/${randomUUID()}`)],
      [404, client.get('nothing/here')],
      [405, running.request('/dmm/api/v1/dataset', { method: 'DELETE' })],
      [409, client.register(datasetRequest('register', { id }))],
      [415, running.request('/dmm/api/v1/dataset/register', { method: 'POST', body: '{}' })],
    ];
    for (const [status, asked] of cases) {
      const answer = await asked;
      assert.equal(answer.status, status);
      const { detail, ...rest } = answer.as(datasetError);
      assert.equal(detail.code, status);
      assert.match(detail.error, /\w{3}/);
      assert.deepEqual(rest, {});
    }
  });

  it('answers 422 in the form of the document', async () => {
    const { status, problems } = await client.register({ nodes: [{ labels: 'x' }], edges: [{ from: 'a' }] });
    assert.equal(status, 422);
    const places = problems.map(({ loc }) => loc.join('.'));
    assert.deepEqual(places.sort(), ['body.edges.0.to', 'body.nodes.0.labels']);
  });

  it('takes id for @id, edges without labels, numbers as ids, and gives back every field that it does not know', async () => {
    const id = randomUUID();
    const given = asWritten(datasetRequest('register', { id }));
    given.comment = { by: 'me' };
    given.nodes[0] = { ...given.nodes[0], id: given.nodes[0]['@id'], colour: 'red' };
    delete given.nodes[0]['@id'];
    given.nodes.push({ '@id': 7, labels: [], properties: { empty: {}, nothing: null } });
    given.edges.push({ from: 7, to: id, weight: 1.5 });
    const answer = await client.register(given);
    assert.equal(answer.status, 200, answer.text);
    const expected = asWritten(given);
    const { id: root, ...first } = expected.nodes[0];
    expected.nodes[0] = { '@id': root, ...first };
    expected.edges.at(-1).labels = [];
    assert.deepEqual(answer.as(patternAnswer).ap, { directed: true, multigraph: true, ...expected });
  });

  it('keeps properties with the names of what every object has', async () => {
    const id = randomUUID();
    const text = JSON.stringify(datasetRequest('register', { id, properties: { marker: 1 } })).replace(
      '"marker":1',
      '"__proto__":{"polluted":true},"constructor":"c","toString":"t"',
    );
    const { status } = await client.register(text);
    assert.equal(status, 200);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    const { nodes } = await client.dataset(id);
    assert.match(JSON.stringify(nodes), /"__proto__":\{"polluted":true\}/);
    assert.match(JSON.stringify(nodes), /"constructor":"c"/);
  });

  it('finds a dataset by its id in any case', async () => {
    const id = randomUUID().toUpperCase();
    const answer = await client.register(datasetRequest('register', { id }));
    assert.equal(datasetNode(answer.as(patternAnswer).ap)['@id'], id);
    for (const one of [id, id.toLowerCase()]) {
      assert.equal((await client.dataset(one))['@id'], id);
    }
  });

  // The dialog of the pages said that nobody finds it any more.
  it('shows a deleted dataset where it is asked for, with its files, and lets nobody query it', async () => {
    const id = randomUUID();
    await client.upload(id, 'a.csv', 'a\n1\n');
    await client.register(datasetRequest('register', { id }));
    await client.load(datasetRequest('load', { id }));
    assert.equal(
      (await client.update(datasetRequest('update', { id, properties: { status: 'Deleted' } }))).status,
      200,
    );
    const listed = await Promise.all(['', '?state=loaded', '?state=deleted'].map((search) => client.listed(search)));
    assert.deepEqual(
      listed.map((ids) => ids.includes(id)),
      [false, false, true],
    );
    assert.equal((await client.dataset(id)).status, 'Deleted');
    assert.equal((await client.get(`dataset/${id}/file/a.csv`)).text, 'a\n1\n');
    const asked = queryRequest('SELECT 1 FROM {{arg1}}', [{ id, file: 'a.csv' }]);
    assert.equal((await client.query(asked)).status, 409);
    for (const language of ['en', 'de', 'fr', 'el']) {
      const catalogue = readFileSync(packageFile('services', 'web', 'client', 'messages', `${language}.json`), 'utf8');
      const { datasets } = JSON.parse(catalogue) as { datasets: { delete_text: string } };
      assert.match(datasets.delete_text, /files|Dateien|fichiers|αρχεία/);
    }
  });

  it('lists by pages that hold every dataset once, and all at once without a limit', async () => {
    const ids = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const answer = await client.register(datasetRequest('register'));
        return datasetNode(answer.as(patternAnswer).ap)['@id'];
      }),
    );
    const listed: (string | number)[] = [];
    let cursor = '';
    do {
      const answer = await client.get(`dataset?state=Staged&limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const { datasets, next } = answer.as(listAnswer);
      assert.ok(datasets.length <= 7);
      listed.push(...datasets.map((one) => one['@id']));
      cursor = next ?? '';
    } while (cursor !== '');
    assert.equal(new Set(listed).size, listed.length);
    for (const id of ids) assert.ok(listed.includes(String(id)));
    assert.deepEqual(await client.listed('?state=Staged'), listed);
    for (const wrong of ['limit=0', 'limit=x', 'cursor=x', 'state=', 'type=', 'state=Staged&state=Ready']) {
      assert.equal((await client.get(`dataset?${wrong}`)).status, 422, wrong);
    }
  });

  it('says of every endpoint what it is, by its own routes', async () => {
    const entry = z.object({ methods: z.array(z.string()), url: z.string() });
    const shape = z.object({ endpoints: z.record(z.string(), entry) });
    const { endpoints } = (await running.request('/dmm/api/v1')).as(shape);
    assert.deepEqual(endpoints['load-dataset'].methods, ['PUT']);
    assert.equal(endpoints['get-dataset'].url, '/dmm/api/v1/dataset/{dataset_id}');
    assert.equal(Object.keys(endpoints).length, 15);
  });

  // The whole file was sent, whatever the client had of it.
  it('gives the part of a file that is asked for, and nothing to who has it', async () => {
    const id = randomUUID();
    await client.upload(id, 'a.csv', 'a,b\n1,2\n');
    await client.register(datasetRequest('register', { id }));
    const path = `/dmm/api/v1/dataset/${id}/file/a.csv`;
    const whole = await running.request(path);
    const etag = whole.headers.get('etag') ?? '';
    const part = await running.request(path, { headers: { Range: 'bytes=4-', 'If-Range': etag } });
    assert.deepEqual([part.status, part.text, part.headers.get('content-range')], [206, '1,2\n', 'bytes 4-7/8']);
    const again = await running.request(path, { headers: { 'If-None-Match': etag } });
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
    const beyond = await running.request(path, { headers: { Range: 'bytes=8-' } });
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */8']);
    assert.equal(beyond.as(datasetError).detail.code, 416);
  });

  // It said that there is no file of this name, and the record of the network lists it.
  it('says where the data of a network are, which has no stored files', async () => {
    const graph = { nodes: [], edges: [] };
    const networks = { ...NO_NETWORKS, find: async (id: string) => ({ id, network: 'north sea', graph }) };
    const path = { dataset_id: randomUUID(), name: 'observations' };
    const parts = { ...running.parts.parts(), datasets: { ...fixture.parts, networks } };
    await assert.rejects(askEndpoint(downloadFile, { path, query: {} }, parts, new AbortController().signal), {
      code: 'not_found',
      message: /no stored files; GET \/api\/v1\/observations\?network=north%20sea&limit=all&format=parquet and GET/,
    });
  });

  it('gives a file byte for byte with its digest, under its own name', async () => {
    const id = randomUUID();
    const name = "it's (1) ü*.csv";
    const upload = await client.upload(id, name, 'a,b\n1,2\n');
    await client.register(datasetRequest('register', { id }));
    const answer = await client.get(`dataset/${id}/file/${encodeURIComponent(name)}`);
    assert.equal(answer.text, 'a,b\n1,2\n');
    assert.equal(answer.headers.get('etag'), `"${upload.as(uploadAnswer).dataset.sha256}"`);
    assert.equal(
      answer.headers.get('content-disposition'),
      "attachment; filename*=UTF-8''it%27s%20%281%29%20%C3%BC%2A.csv",
    );
    for (const path of [
      `${id}/file/other.csv`,
      `${id}/file/..%2F..%2Fetc%2Fpasswd`,
      `${randomUUID()}/file/a`,
      `${id}/file/%00`,
    ]) {
      assert.equal((await client.get(`dataset/${path}`)).status, 404, path);
    }
  });

  it('does not run a query over what is not loaded, is not there, or is of another dataset', async () => {
    const [staged, other] = [randomUUID(), randomUUID()];
    for (const id of [staged, other]) await fixture.stage(id, { 'a.csv': 'x\n1\n' });
    await client.load(datasetRequest('load', { id: other }));
    const ask = (inputs: { id: string; file: string }[]) =>
      client.query(queryRequest('SELECT 1 FROM {{arg1}}', inputs));
    assert.equal((await ask([{ id: staged, file: 'a.csv' }])).status, 409);
    assert.equal((await ask([{ id: randomUUID(), file: 'a.csv' }])).status, 404);
    const gone = await ask([{ id: other, file: 'b.csv' }]);
    assert.equal(gone.status, 404);
    assert.match(gone.as(datasetError).detail.error, /has no file 'b\.csv'; it has 'a\.csv'/);
    const graph = queryRequest('SELECT 1 FROM {{arg1}}', [{ id: other, file: 'a.csv' }]);
    const stolen = JSON.parse(JSON.stringify(graph).replace(`s3://dataset/${other}/`, `s3://dataset/${staged}/`));
    assert.equal((await client.query(stolen)).status, 400);
    for (const url of ['/etc/passwd', 'file:///etc/passwd', 'https://example.org/x.csv', 's3://other/x/a.csv']) {
      const elsewhere = JSON.parse(JSON.stringify(graph).replace(`s3://dataset/${other}/a.csv`, url));
      assert.equal((await client.query(elsewhere)).status, 400, url);
    }
    const format = JSON.parse(
      JSON.stringify(graph).replace('text/csv', 'application/pdf').replaceAll('a.csv', 'a.pdf'),
    );
    const unreadable = (await client.query(format)).as(datasetError);
    assert.match(unreadable.detail.error, /has no file|CSV, TSV, JSON lines or Parquet/);
  });

  it('runs the steps of a query in their order, each on what the one before has made, and registers all', async () => {
    const id = randomUUID();
    await fixture.stage(id, { 'a.csv': 'x\n1\n' });
    await client.load(datasetRequest('load', { id }));
    const graph = queryRequest('SELECT 1 FROM {{arg1}}', [{ id, file: 'a.csv' }]);
    const second = {
      '@id': 'second',
      labels: ['SQL_Operator'],
      properties: {
        Step: 2,
        Query: 'SELECT 2',
        Software: { name: 'DuckDB' },
        Parameters: { command: 'query', arg1: 'output' },
      },
    };
    const answer = await client.query({
      nodes: [second, ...graph.nodes, { '@id': 'last', labels: ['sc:Dataset'], properties: {} }],
      edges: [
        ...graph.edges,
        { from: 'pattern', to: 'second', labels: ['consist_of'] },
        { from: 'second', to: 'output', labels: ['input'] },
        { from: 'second', to: 'last', labels: ['output'] },
      ],
    });
    assert.equal(answer.status, 200, answer.text);
    const { nodes, edges } = answer.as(patternAnswer).ap;
    const made = (from: string) => {
      const edge = edges.find((one) => one.from === from && one.labels.includes('output'));
      return edge?.to ?? 'nothing';
    };
    const { provenance } = await client.dataset(made('second'));
    const [input] = provenance?.inputs ?? [];
    assert.deepEqual([input.argument, input.contentUrl], ['arg1', `s3://results/${made('operator')}/output.csv`]);
    assert.equal((await client.dataset(made('operator'))).status, 'Ready');
    const operator = nodes.find((one) => one['@id'] === 'second');
    assert.deepEqual(operator?.properties['Parameters'], { command: 'query', arg1: made('operator') });
  });

  it('tells of both databases by a real query', async () => {
    const answer = await client.get('test-relational-embedded');
    assert.equal(answer.status, 200);
    const { relational, embedded } = answer.as(databasesAnswer);
    assert.equal(relational.product, 'PGlite');
    assert.deepEqual([relational.ok, embedded.ok, embedded.product], [true, true, 'DuckDB']);
    const failing = { ...ONE_ROW, check: async () => Promise.reject(new Error('secret')) };
    running.parts.datasets = { ...fixture.parts, queries: failing };
    const other = new RunningApplication(running.parts);
    await other.start();
    const away = await other.request('/dmm/api/v1/test-relational-embedded');
    await other.stop();
    running.parts.datasets = fixture.parts;
    assert.equal(away.status, 503);
    const failed = away.as(databasesAnswer);
    assert.deepEqual([failed.code, failed.relational.ok, failed.embedded.ok], [503, true, false]);
    assert.doesNotMatch(away.text, /secret/);
  });
});
