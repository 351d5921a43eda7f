import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { apSuccessEnvelope, datasetError, datasetSuccessEnvelope } from '../../../schemas/http/datasets/envelopes.ts';
import { analyticalPattern } from '../../../schemas/http/patterns/pg-json.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { patternAnswer } from '../../../services/cli/commands/datasets/dataset-answers.ts';
import { CataloguePatterns } from '../../../services/patterns/pattern-store.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { RunningApplication } from '../api/running-application.ts';
import { inForm } from '../http/formats/in-form.ts';
import { folderWithCatalogue } from '../stores/made-folders.ts';
import { DatasetClient, outputOf, replaced, sent } from './dataset-client.ts';
import { type DatasetFixture, openDatasetFixture } from './dataset-fixture.ts';
import { datasetNode } from './request-graphs.ts';

const REAL = packageFile('..', 'shared', 'data', 'dataset_api');
const missing = existsSync(REAL) ? '' : ` (skipped: the real requests are not beside the project at ${REAL})`;

/** What is declared of files. */
const DECLARED = z.array(z.object({ contentSize: z.string(), sha256: z.string() }));

const KYONOS = '928a3f45-7eec-474a-ab07-90736feb7ace';
const CRETE = '36f74548-0f4f-47c7-bfdf-6502e9fc0768';
const WEATHER = 'fa512835-7ec9-41cc-87db-a94b99e8b97a';

describe(`real requests, from the upload to the query${missing}`, () => {
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

  const states = async (id: string) => (await client.dataset(id)).statusHistory?.map(({ status }) => status);

  for (const [id, name] of [
    [KYONOS, 'kyonos_electricity.csv'],
    [CRETE, 'crete_electricity.csv'],
    [WEATHER, 'weather_data_fr.csv'],
  ]) {
    it(`uploads ${name}`, async () => {
      const answer = await client.upload(id, name, file(name));
      assert.equal(answer.status, 200);
      const { code, dataset } = answer.as(datasetSuccessEnvelope);
      assert.equal(code, 201);
      const sha256 = createHash('sha256').update(file(name)).digest('hex');
      const archivedAt = `s3://scratchpad/${id}`;
      assert.deepEqual(dataset, { id, name, archivedAt, sha256, contentSize: file(name).length });
    });
  }

  for (const [id, name] of [
    [KYONOS, 'kyonos_electricity'],
    [CRETE, 'crete_electricity'],
    [WEATHER, 'oasa'],
  ]) {
    it(`registers ${name} and gives the graph back as it was sent`, async () => {
      const answer = await client.register(request(`register/${name}.json`));
      assert.equal(answer.status, 200, answer.text);
      const { code, ap } = answer.as(apSuccessEnvelope);
      assert.equal(code, 201);
      assert.deepEqual(ap, { directed: true, multigraph: true, ...request(`register/${name}.json`) });
      assert.deepEqual(await states(id), ['Staged']);
      assert.equal((await client.register(request(`register/${name}.json`))).status, 409);
    });

    it(`loads ${name}: its addresses are those of permanent storage`, async () => {
      const answer = await client.load(request(`load/${name}.json`));
      assert.equal(answer.status, 200, answer.text);
      const expected = replaced(request(`load/${name}.json`), 's3://scratchpad/', 's3://dataset/');
      assert.deepEqual(answer.as(patternAnswer).ap, { directed: true, multigraph: true, ...expected });
      assert.deepEqual(await states(id), ['Staged', 'Loaded']);
      const again = await client.load(request(`load/${name}.json`));
      assert.equal(again.status, 409);
      assert.deepEqual(Object.keys(again.as(datasetError).detail), ['code', 'error']);
    });
  }

  it('updates the weather dataset, which is then ready, with what was declared beside what was found', async () => {
    const answer = await client.update(request('update/oasa_light.json'));
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.as(patternAnswer).ap, {
      directed: true,
      multigraph: true,
      ...request('update/oasa_light.json'),
    });
    const dataset = await client.dataset(WEATHER);
    assert.equal(dataset.status, 'Ready');
    const [declared] = inForm(DECLARED, dataset.distribution);
    assert.equal(declared.contentSize, '2407043 B');
    const [found] = dataset.files ?? [];
    assert.equal(found.contentSize, file('weather_data_fr.csv').length);
    assert.notEqual(found.sha256, declared.sha256);
    assert.equal(inForm(z.object({ cr: z.string() }), dataset['@context']).cr, 'http://mlcommons.org/croissant/');
  });

  it('queries two files at once; the rows are those of the same join made here', async () => {
    const query = request('query/query_two_csv.json');
    const queried = await client.query(query);
    assert.equal(queried.status, 200, queried.text);
    const { ap } = queried.as(patternAnswer);
    const output = outputOf(ap);
    const id = String(output['@id']);
    assert.notEqual(id, outputOf(query)['@id']);
    assert.equal(output.properties['archivedAt'], `s3://results/${id}`);
    const dataset = await client.dataset(id);
    const answer = await client.get(`dataset/${id}/file/output.csv`);
    assert.equal(answer.text, joined());
    const [distribution] = inForm(DECLARED, dataset.distribution);
    assert.equal(distribution.contentSize, `${Buffer.byteLength(answer.text)} B`);
    assert.equal(distribution.sha256, createHash('sha256').update(answer.text).digest('hex'));
    assert.equal(dataset.status, 'Ready');
    const { provenance } = dataset;
    assert.deepEqual(
      provenance?.inputs.map(({ contentUrl }) => contentUrl),
      [`s3://dataset/${KYONOS}/kyonos_electricity.csv`, `s3://dataset/${CRETE}/crete_electricity.csv`],
    );
    assert.match(provenance?.statement ?? '', /^SELECT crete\.date/);
    const stored = await running.request(`/api/v1/aps/${provenance?.pattern}`);
    assert.equal(stored.status, 200);
    const { nodes } = stored.as(analyticalPattern);
    assert.equal(nodes.length, ap.nodes.length);
    assert.ok(nodes.some((node) => node.id === id));
  });

  it('makes another dataset when it is queried again, with a pattern of its own', async () => {
    const before = await client.listed();
    const answer = await client.query(request('query/query_two_csv.json'));
    const id = outputOf(answer.as(patternAnswer).ap)['@id'];
    assert.deepEqual(
      (await client.listed()).filter((one) => !before.includes(one)),
      [id],
    );
    const patterns = await Promise.all(
      [...before, id].map(async (one) => (await client.dataset(one)).provenance?.pattern),
    );
    const known = patterns.filter(Boolean);
    assert.equal(new Set(known).size, known.length);
    assert.equal((await running.request(`/api/v1/aps/${known.at(-1)}`)).status, 200);
  });

  it('gives a dataset whose id is no UUID a new one', async () => {
    const wrong = '9c56-4360-631888242947';
    await client.upload(wrong, 'stops.csv', 'stop\nA\n');
    const answer = await client.register(request('register/oasa_wrong_uuid.json'));
    assert.equal(answer.status, 200);
    const { ap } = answer.as(patternAnswer);
    const id = String(datasetNode(ap)['@id']);
    assert.match(id, /^[\da-f]{8}-/);
    assert.deepEqual(ap, {
      directed: true,
      multigraph: true,
      ...replaced(request('register/oasa_wrong_uuid.json'), wrong, id),
    });
    const { files } = await client.dataset(id);
    assert.deepEqual(
      files?.map(({ name }) => name),
      ['stops.csv'],
    );
    assert.equal((await client.get(`dataset/${wrong}`)).status, 404);
  });

  it('lists by state and type', async () => {
    assert.deepEqual(await client.listed('?state=Loaded'), [CRETE, KYONOS]);
    assert.deepEqual(await client.listed('?state=Loaded&type=CSV&type=PDF'), [CRETE, KYONOS]);
    assert.deepEqual(await client.listed('?state=Loaded&type=PDF'), []);
    assert.ok((await client.listed('')).includes(WEATHER));
    assert.deepEqual(await client.listed('?state=loaded&type=csv'), [CRETE, KYONOS]);
    assert.equal((await client.get('dataset?state=loading')).status, 422);
    assert.equal((await client.get('dataset?type=CSV&type=Csvs')).status, 422);
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
