import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../../schemas/package-root.ts';
import { CataloguePatterns } from '../../../services/patterns/pattern-store.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/open-catalogue.ts';
import { RunningApplication } from '../http/running-application.ts';
import { folderWithCatalogue } from '../stores/catalogue-folder.ts';
import { DatasetClient, outputOf, replaced, sent } from './dataset-client.ts';
import { type DatasetFixture, openDatasetFixture } from './dataset-fixture.ts';

const REAL = packageFile('..', 'shared', 'data', 'dataset_api');
const missing = existsSync(REAL) ? '' : ` (skipped: the real requests are not beside the project at ${REAL})`;

const KYONOS = '928a3f45-7eec-474a-ab07-90736feb7ace';
const CRETE = '36f74548-0f4f-47c7-bfdf-6502e9fc0768';
const WEATHER = 'fa512835-7ec9-41cc-87db-a94b99e8b97a';

describe(`real requests, from the upload to the query${missing}`, function () {
  this.timeout(60_000);
  const running = new RunningApplication();
  const client = new DatasetClient(running);
  let catalogue: Catalogue;
  let fixture: DatasetFixture;
  const file = (name: string) => readFileSync(join(REAL, 'files', name));
  const request = (name: string) => sent(join(REAL, name));

  before(async function () {
    if (missing !== '') return this.skip();
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    fixture = await openDatasetFixture(catalogue);
    running.parts.datasets = fixture.parts;
    running.parts.patternStore = new CataloguePatterns(catalogue, Date.now);
    await running.start();
  });
  after(async () => {
    if (missing !== '') return;
    await running.stop();
    await fixture.close();
    await catalogue.close();
  });

  const states = async (id: string) =>
    (await client.get(`dataset/${id}`)).body.dataset.statusHistory.map((one: { status: string }) => one.status);

  for (const [id, name] of [
    [KYONOS, 'kyonos_electricity.csv'],
    [CRETE, 'crete_electricity.csv'],
    [WEATHER, 'weather_data_fr.csv'],
  ]) {
    it(`uploads ${name}`, async () => {
      const { status, body } = await client.upload(id, name, file(name));
      assert.equal(status, 200);
      assert.equal(body.code, 201);
      const sha256 = createHash('sha256').update(file(name)).digest('hex');
      const archivedAt = `s3://scratchpad/${id}`;
      assert.deepEqual(body.dataset, { id, name, archivedAt, sha256, contentSize: file(name).length });
    });
  }

  for (const [id, name] of [
    [KYONOS, 'kyonos_electricity'],
    [CRETE, 'crete_electricity'],
    [WEATHER, 'oasa'],
  ]) {
    it(`registers ${name} and gives the graph back as it was sent`, async () => {
      const { status, body } = await client.register(request(`register/${name}.json`));
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.code, 201);
      assert.deepEqual(body.ap, { directed: true, multigraph: true, ...request(`register/${name}.json`) });
      assert.deepEqual(await states(id), ['Staged']);
      assert.equal((await client.register(request(`register/${name}.json`))).status, 409);
    });

    it(`loads ${name}: its addresses are those of permanent storage`, async () => {
      const { status, body } = await client.load(request(`load/${name}.json`));
      assert.equal(status, 200, JSON.stringify(body));
      const expected = replaced(request(`load/${name}.json`), 's3://scratchpad/', 's3://dataset/');
      assert.deepEqual(body.ap, { directed: true, multigraph: true, ...expected });
      assert.deepEqual(await states(id), ['Staged', 'Loaded']);
      const again = await client.load(request(`load/${name}.json`));
      assert.equal(again.status, 409);
      assert.deepEqual(Object.keys(again.body.detail), ['code', 'error']);
    });
  }

  it('updates the weather dataset, which is then ready, with what was declared beside what was found', async () => {
    const { status, body } = await client.update(request('update/oasa_light.json'));
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.ap, { directed: true, multigraph: true, ...request('update/oasa_light.json') });
    const { dataset } = (await client.get(`dataset/${WEATHER}`)).body;
    assert.equal(dataset.status, 'Ready');
    assert.equal(dataset.distribution[0].contentSize, '2407043 B');
    assert.equal(dataset.files[0].contentSize, file('weather_data_fr.csv').length);
    assert.notEqual(dataset.files[0].sha256, dataset.distribution[0].sha256);
    assert.equal(dataset['@context'].cr, 'http://mlcommons.org/croissant/');
  });

  it('queries two files at once; the rows are those of the same join made here', async () => {
    const query = request('query/query_two_csv.json');
    const { status, body } = await client.query(query);
    assert.equal(status, 200, JSON.stringify(body));
    const output = outputOf(body.ap);
    const id = String(output['@id']);
    assert.notEqual(id, outputOf(query)['@id']);
    assert.equal(output.properties['archivedAt'], `s3://results/${id}`);
    const { dataset } = (await client.get(`dataset/${id}`)).body;
    const answer = await client.get(`dataset/${id}/file/output.csv`);
    assert.equal(answer.text, joined());
    const [distribution] = dataset.distribution;
    assert.equal(distribution.contentSize, `${Buffer.byteLength(answer.text)} B`);
    assert.equal(distribution.sha256, createHash('sha256').update(answer.text).digest('hex'));
    assert.equal(dataset.status, 'Ready');
    assert.deepEqual(
      dataset.provenance.inputs.map((input: { contentUrl: string }) => input.contentUrl),
      [`s3://dataset/${KYONOS}/kyonos_electricity.csv`, `s3://dataset/${CRETE}/crete_electricity.csv`],
    );
    assert.match(dataset.provenance.statement, /^SELECT crete\.date/);
    const stored = await running.request(`/api/v1/aps/${dataset.provenance.pattern}`);
    assert.equal(stored.status, 200);
    assert.equal(stored.body.nodes.length, body.ap.nodes.length);
    assert.ok(stored.body.nodes.some((node: { id: string }) => node.id === id));
  });

  it('makes another dataset when it is queried again, with a pattern of its own', async () => {
    const ready = async () => (await client.get('dataset')).body.datasets.map((one: { '@id': string }) => one['@id']);
    const before = await ready();
    const { body } = await client.query(request('query/query_two_csv.json'));
    const id = outputOf(body.ap)['@id'];
    assert.deepEqual(
      (await ready()).filter((one: string) => !before.includes(one)),
      [id],
    );
    const patterns = await Promise.all(
      [...before, id].map(async (one) => (await client.get(`dataset/${one}`)).body.dataset.provenance?.pattern),
    );
    const known = patterns.filter(Boolean);
    assert.equal(new Set(known).size, known.length);
    assert.equal((await running.request(`/api/v1/aps/${known.at(-1)}`)).status, 200);
  });

  it('gives a dataset whose id is no UUID a new one', async () => {
    const wrong = '9c56-4360-631888242947';
    await client.upload(wrong, 'stops.csv', 'stop\nA\n');
    const { status, body } = await client.register(request('register/oasa_wrong_uuid.json'));
    assert.equal(status, 200);
    const dataset = body.ap.nodes.find(({ labels }: { labels: string[] }) => labels.includes('sc:Dataset'));
    assert.match(dataset['@id'], /^[\da-f]{8}-/);
    assert.deepEqual(body.ap, {
      directed: true,
      multigraph: true,
      ...replaced(request('register/oasa_wrong_uuid.json'), wrong, dataset['@id']),
    });
    const { files } = (await client.get(`dataset/${dataset['@id']}`)).body.dataset;
    assert.deepEqual(
      files.map(({ name }: { name: string }) => name),
      ['stops.csv'],
    );
    assert.equal((await client.get(`dataset/${wrong}`)).status, 404);
  });

  it('lists by state and type', async () => {
    const ids = async (query: string) =>
      (await client.get(`dataset${query}`)).body.datasets.map((one: { '@id': string }) => one['@id']);
    assert.deepEqual(await ids('?state=Loaded'), [CRETE, KYONOS]);
    assert.deepEqual(await ids('?state=Loaded&type=CSV&type=PDF'), [CRETE, KYONOS]);
    assert.deepEqual(await ids('?state=Loaded&type=PDF'), []);
    assert.ok((await ids('')).includes(WEATHER));
    assert.equal((await client.get('dataset?state=loaded')).status, 422);
    assert.equal((await client.get('dataset?type=CSV&type=Csv')).status, 422);
  });

  /** The rows of the request's statement, by a second implementation. */
  function joined(): string {
    const rows = (name: string) =>
      file(name)
        .toString()
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','));
    const kyonos = new Map(rows('kyonos_electricity.csv').map(([, date, energy]) => [date, Number(energy)]));
    const lines = rows('crete_electricity.csv')
      .map(([, date, energy]) => ({ date, crete: Number(energy), kyonos: kyonos.get(date) }))
      .filter(({ crete, kyonos: other }) => crete > 10_000 && other !== undefined)
      .sort((one, other) => one.date.localeCompare(other.date))
      .map(({ date, crete, kyonos: other }) => [date, decimal(crete), decimal(other as number)].join());
    return `date,crete_mwh,kyonos_mwh\n${lines.join('\n')}\n`;
  }

  /** A double as the engine writes it: always with a fraction. */
  function decimal(value: number): string {
    return Number.isInteger(value) ? value.toFixed(1) : String(value);
  }
});
