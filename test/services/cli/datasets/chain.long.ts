import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { StoredNetworks } from '../../../../services/datasets/networks/dataset-networks.ts';
import { networkId } from '../../../../services/datasets/networks/network-graph.ts';
import { FakeStore } from '../../datasets/networks/fake-store.ts';
import { datasetRequest, queryRequest } from '../../datasets/request-graphs.ts';
import { HOUR, observation, START } from '../../stores/records.ts';
import { linesOf, RunningDatasets } from './running-datasets.ts';

const ID = '36f74548-0f4f-47c7-bfdf-6502e9fc0768';
const TEMPERATURES = 'day,station,temp_c\n2026-05-01,Brest,13.5\n2026-05-01,Lyon,17.5\n2026-05-02,Brest,12.5\n';
const PLACES = 'station,altitude_m\nBrest,94\nLyon,235\n';
const JOINED = 'station,altitude_m,mean\nBrest,94,13.0\nLyon,235,17.5\n';
const JOIN =
  'SELECT t.station, p.altitude_m, avg(t.temp_c) AS mean FROM {{arg1}} t JOIN {{arg2}} p USING (station) GROUP BY ALL ORDER BY mean';
const ISO = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/;
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/;

describe('halcyon dataset, from the upload to the query', () => {
  const datasets = new RunningDatasets();
  const store = new FakeStore();
  let made = '';

  before(async () => {
    store.names = ['Ålesund north'];
    store.observations = [0, 1, 2].map((hour) =>
      observation('Ålesund north', 'a', START + hour * HOUR, {
        values: { temp_out: 10 + hour, out_hum: null, wind_speed: null, bar: null, rain: null },
      }),
    );
    await datasets.start(undefined, { networks: new StoredNetworks(store.sources(), Date.now) });
  });
  after(() => datasets.stop());

  it('uploads files and prints what arrived', async () => {
    const paths = [datasets.file('temperatures.csv', TEMPERATURES), datasets.file('places.csv', PLACES)];
    const lines = linesOf(await datasets.halcyon('upload', ...paths, '--dataset', ID));
    const expected = [
      ['temperatures.csv', TEMPERATURES],
      ['places.csv', PLACES],
    ].map(([name, text]) => `${ID}  ${name}  ${text.length} B  ${createHash('sha256').update(text).digest('hex')}`);
    assert.deepEqual(lines, expected);
  });

  it('registers them: id and state', async () => {
    const files = ['--file', 'temperatures.csv', '--file', 'places.csv'];
    const words = ['--description', 'Two days', '--license', 'CC0', '--keyword', 'heat', '--keyword', 'France'];
    const ended = await datasets.halcyon('register', ID, '--name', 'May temperatures', ...words, ...files);
    assert.deepEqual(ended, { code: 0, out: `${ID}  Staged\n`, err: '' });
  });

  it('loads them', async () => {
    assert.deepEqual(await datasets.halcyon('load', ID), { code: 0, out: `${ID}  Loaded\n`, err: '' });
  });

  it('shows the dataset: what was said of it, its states with their times, its files', async () => {
    const lines = linesOf(await datasets.halcyon('show', ID));
    assert.deepEqual(
      lines.map((line) => line.replace(ISO, '<time>')),
      [
        `id           ${ID}`,
        'name         May temperatures',
        'description  Two days',
        'license      CC0',
        'keywords     heat, France',
        `archived at  s3://dataset/${ID}`,
        'types        CSV',
        'state        Loaded',
        '             Staged since <time>',
        '             Loaded since <time>',
        '',
        'File              Size  Format    SHA-256',
        `places.csv        37 B  text/csv  ${createHash('sha256').update(PLACES).digest('hex')}`,
        `temperatures.csv  ${TEMPERATURES.length} B  text/csv  ${createHash('sha256').update(TEMPERATURES).digest('hex')}`,
      ],
    );
  });

  it('queries two files: rows on standard output, the id on standard error', async () => {
    const { code, out, err } = await datasets.halcyon(
      ...['query', JOIN, `${ID}/temperatures.csv`, `${ID}/places.csv`, '--name', 'means'],
    );
    assert.deepEqual([code, out], [0, JOINED], err);
    assert.match(err, new RegExp(`^dataset ${UUID.source}\\n$`));
    made = err.trim().split(' ')[1];
  });

  it('shows how the result was made', async () => {
    const { out } = await datasets.halcyon('show', made);
    for (const line of [
      /^name {9}means$/m,
      /^state {8}Ready$/m,
      /^made by {6}DuckDB v[\d.]+$/m,
      new RegExp(`^pattern {6}${UUID.source}$`, 'm'),
      /^statement {4}SELECT t\.station, .* ORDER BY mean$/m,
      new RegExp(`^\\{\\{arg1\\}\\} {5}s3://dataset/${ID}/temperatures\\.csv$`, 'm'),
      new RegExp(`^\\{\\{arg2\\}\\} {5}s3://dataset/${ID}/places\\.csv$`, 'm'),
      /^output\.csv +\d+ B {2}text\/csv {2}[\da-f]{64}$/m,
    ]) {
      assert.match(out, line);
    }
  });

  it('queries what a query made by its id alone, and the same file twice', async () => {
    const one = await datasets.halcyon('query', 'SELECT count(*) AS rows FROM {{arg1}}', made);
    assert.equal(one.out, 'rows\n2\n', one.err);
    const place = `${ID}/places.csv`;
    const two = await datasets.halcyon(...['query', 'SELECT count(*) AS pairs FROM {{arg1}}, {{arg2}}', place, place]);
    assert.equal(two.out, 'pairs\n4\n', two.err);
  });

  it('saves rows in a file, the whole of it or what was there before', async () => {
    const path = datasets.file('rows.csv', 'before\n');
    const failed = await datasets.halcyon('query', 'SELECT nix FROM {{arg1}}', made, '--output', path);
    assert.equal(failed.code, 3);
    assert.equal(readFileSync(path, 'utf8'), 'before\n');
    const ended = await datasets.halcyon('query', 'SELECT * FROM {{arg1}}', made, '--output', path);
    assert.deepEqual([ended.code, ended.out], [0, ''], ended.err);
    assert.equal(readFileSync(path, 'utf8'), JOINED);
    assert.deepEqual(
      readdirSync(datasets.folder).filter((name) => name.endsWith('.partial')),
      [],
    );
  });

  it('queries a stretch of a network, or all of it', async () => {
    const id = networkId('Ålesund north');
    const statement = 'SELECT count(*) AS n, max(temp_out) AS warmest FROM {{arg1}}';
    const rows = async (argument: string) => (await datasets.halcyon('query', statement, argument)).out.split('\n')[1];
    assert.equal(await rows(`${id}/observations`), '3,12.0');
    assert.equal(await rows(`${id}/observations?from=2026-09-01 01:00:00`), '2,12.0');
    assert.equal(await rows(`${id}/observations?from=2026-09-01T00:30:00Z&to=2026-09-01T03:00:00+02:00`), '1,11.0');
    const { out } = await datasets.halcyon('show', id);
    assert.match(
      out,
      /^observations {2}halcyon:\/\/%C3%85lesund%20north\/observations\?from=2026-09-01T00:00:00Z&to=/m,
    );
    assert.match(out, /^covers {7}2026-09-01T00:00:00Z\/2026-09-01T02:00:00Z$/m);
  });

  it('lists what is not deleted, in a state, of a type, some of it', async () => {
    const ids = async (...options: string[]) =>
      linesOf(await datasets.halcyon('list', ...options))
        .slice(1)
        .map((line) => line.slice(0, 36));
    const staged = randomUUID();
    linesOf(await datasets.halcyon('register', staged, '--name', 'to come', '--file', 'a.parquet'));
    const all = linesOf(await datasets.halcyon('list'));
    assert.match(all[0], /^ID {36}Name +State {3}Types {2}Files$/);
    assert.match(all[1], new RegExp(`^${staged} {2}to come +Staged {2}Table +1$`));
    assert.match(all[2], new RegExp(`^${ID} {2}May temperatures +Loaded {2}CSV +2$`));
    assert.ok((await ids()).includes(networkId('Ålesund north')));
    assert.deepEqual(await ids('--state', 'Loaded'), [ID]);
    assert.deepEqual(await ids('--state', 'Loaded', '--type', 'PDF'), []);
    assert.ok((await ids('--type', 'PDF', '--type', 'CSV')).includes(made));
    const first = await datasets.halcyon('list', '--limit', '2');
    assert.deepEqual(first.out.split('\n').length, 4);
    assert.equal(first.err, 'these are the first 2; a larger --limit shows more, if there are\n');
    const none = await datasets.halcyon('list', '--state', 'Deleted');
    assert.deepEqual(none, { code: 0, out: 'no datasets\n', err: '' });
  });

  it('lists every page', async () => {
    for (let at = 0; at < 103; at++) await datasets.fixture.stage(randomUUID(), {});
    const lines = linesOf(await datasets.halcyon('list', '--state', 'Staged'));
    assert.equal(lines.length, 1 + 104);
    assert.equal(new Set(lines).size, lines.length);
    const json = linesOf(await datasets.halcyon('list', '--state', 'Staged', '--limit', '102', '--json'));
    const pages = json.map((line) => (JSON.parse(line) as { datasets: unknown[] }).datasets.length);
    assert.deepEqual(pages, [100, 2]);
  });

  it('gives a dataset whose id is no UUID a new one, and says which', async () => {
    const path = datasets.file('a.csv', 'x\n1\n');
    linesOf(await datasets.halcyon('upload', path, '--dataset', 'my data'));
    const [line] = linesOf(await datasets.halcyon('register', 'my data', '--name', 'mine', '--file', 'a.csv'));
    const [id, state] = line.split('  ');
    assert.match(id, UUID);
    assert.equal(state, 'Staged');
    assert.deepEqual(linesOf(await datasets.halcyon('load', id)), [`${id}  Loaded`]);
  });

  it('makes up an id for files that name none, the same for all', async () => {
    const paths = [datasets.file('b.csv', 'x\n1\n'), datasets.file('c.csv', '')];
    const lines = linesOf(await datasets.halcyon('upload', ...paths));
    assert.deepEqual(
      lines.map((line) => line.split('  ').slice(1, 3)),
      [
        ['b.csv', '4 B'],
        ['c.csv', '0 B'],
      ],
    );
    assert.match(lines[0].slice(0, 36), UUID);
    assert.equal(lines[0].slice(0, 36), lines[1].slice(0, 36));
  });

  it('sends graphs as they are, from a file or standard input, and prints answers as they are', async () => {
    const id = randomUUID();
    const path = datasets.file('d.csv', 'x\n5\n');
    const uploaded = await datasets.halcyon('upload', path, '--dataset', id, '--json');
    assert.deepEqual(JSON.parse(uploaded.out).dataset.archivedAt, `s3://scratchpad/${id}`);
    const request = datasetRequest('register', { id, files: ['d.csv'], properties: { country: 'FR' } });
    const graph = datasets.file('register.json', JSON.stringify(request));
    assert.deepEqual(linesOf(await datasets.halcyon('register', '--graph', graph)), [`${id}  Staged`]);
    const shown = JSON.parse((await datasets.halcyon('show', id, '--json')).out);
    assert.deepEqual([shown.code, shown.dataset.country], [200, 'FR']);
    const stdin = Readable.from([JSON.stringify(datasetRequest('load', { id }))]);
    const loaded = await datasets.halcyonWith({ stdin }, 'load', '--graph', '-', '--json');
    assert.equal(JSON.parse(loaded.out).message, 'Dataset loaded', loaded.err);
    const query = JSON.stringify(queryRequest('SELECT x + 1 AS y FROM {{arg1}}', [{ id, file: 'd.csv' }]));
    const rows = await datasets.halcyonWith({ stdin: Readable.from([query]) }, 'query', '--graph', '-');
    assert.deepEqual([rows.code, rows.out], [0, 'y\n6\n'], rows.err);
    const output = join(datasets.folder, 'both.csv');
    const both = await datasets.halcyon(...['query', 'SELECT x FROM {{arg1}}', id, '--json', '--output', output]);
    assert.equal(JSON.parse(both.out).message, 'Query executed', both.err);
    assert.equal(readFileSync(output, 'utf8'), 'x\n5\n');
  });
});
