import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { patternAnswer } from '../../../../services/cli/commands/datasets/dataset-answers.ts';
import { outputOf } from '../dataset-client.ts';
import { changed, type Loose, OtherVersion, withLabel } from '../other-version.ts';
import { queryRequest } from '../request-graphs.ts';

describe('queries of other versions of the platform', () => {
  const version = new OtherVersion();
  const { client, loaded, found, refusal } = version;
  before(() => version.start());
  after(() => version.stop());

  it('runs a query whose software has no name, or is none, on DuckDB, and no other', async () => {
    const id = await loaded('a.csv');
    for (const software of [undefined, null, {}, { name: '' }, 'DuckDB', { Name: 'duckdb' }]) {
      const query = changed(queryRequest('SELECT x FROM {{arg1}}', [{ id, file: 'a.csv' }]), (graph) => {
        (withLabel(graph, 'SQL_Operator')['properties'] as Loose)['Software'] = software;
      });
      assert.equal((await found(query)).text, 'x\n1\n', JSON.stringify(software));
    }
    const other = queryRequest('SELECT 1', [{ id, file: 'a.csv' }], { software: 'PostgreSQL' });
    assert.match(await refusal(other), /Software\.name 'DuckDB', it is 'PostgreSQL'/);
  });

  it('makes a dataset of its own where a query has no output, and puts it into the pattern', async () => {
    const id = await loaded('a.csv');
    const query = changed(queryRequest('SELECT x FROM {{arg1}}', [{ id, file: 'a.csv' }]), (graph) => {
      graph.edges = graph.edges.filter(({ labels }) => !(labels as string[]).includes('output'));
      graph.nodes = graph.nodes.filter((node) => node['@id'] !== 'output');
    });
    const { text, ap } = await found(query);
    assert.equal(text, 'x\n1\n');
    const made = outputOf(ap)['@id'];
    assert.ok(ap.edges.some(({ from, to }) => from === 'operator' && to === made));
    assert.equal((await client.dataset(made)).status, 'Ready');
  });

  /** A query of which the edges `input` lead to files, which are called by the edges. */
  const ofFiles = (id: string, files: readonly string[], edgeOf: (file: Loose, at: number) => Loose) =>
    changed(
      queryRequest(
        `SELECT ${files.map((_file, at) => `(SELECT x FROM {{arg${at + 1}}}) f${at + 1}`).join(', ')}`,
        files.map((file) => ({ id, file })),
      ),
      (graph) => {
        const operator = withLabel(graph, 'SQL_Operator');
        operator['properties'] = { Query: (operator['properties'] as Loose)['Query'], command: 'query' };
        const objects = graph.nodes.filter(({ labels }) => (labels as string[]).includes('cr:FileObject'));
        graph.edges = graph.edges.filter(({ labels }) => !(labels as string[]).includes('input'));
        graph.edges.push(...objects.map(edgeOf));
      },
    );

  it('takes files as inputs, with the names of arguments at the edges, in either direction', async () => {
    const id = await loaded('a.csv', 'b.csv');
    const argname = (at: number) => ({ argname: `arg${2 - at}` });
    const out = (file: Loose, at: number) => ({
      from: 'operator',
      to: file['@id'],
      labels: ['input'],
      properties: argname(at),
    });
    const into = (file: Loose, at: number) => ({
      from: file['@id'],
      to: 'operator',
      labels: ['input'],
      properties: argname(at),
    });
    for (const edgeOf of [out, into]) {
      assert.equal((await found(ofFiles(id, ['a.csv', 'b.csv'], edgeOf))).text, 'f1,f2\n2,1\n');
    }
  });

  it('takes any names for arguments, and ids of files where the statement has them', async () => {
    const id = await loaded('a.csv', 'b.csv');
    const calls = (nameOf: (file: Loose, at: number) => string, properties: (at: number) => Loose) => {
      const query = ofFiles(id, ['a.csv', 'b.csv'], (file, at) => {
        return { from: 'operator', to: file['@id'], labels: ['input'], ...properties(at) };
      });
      const own = withLabel(query, 'SQL_Operator')['properties'] as Loose;
      const [a, b] = query.nodes.filter(({ labels }) => (labels as string[]).includes('cr:FileObject')).map(nameOf);
      own['Query'] = `SELECT (SELECT x FROM {{${a}}}) f1, (SELECT x FROM {{ ${b} }}) f2`;
      return query;
    };
    const named = calls(
      (_file, at) => `station_${at}`,
      (at) => ({ properties: { argname: `station_${at}` } }),
    );
    assert.equal((await found(named)).text, 'f1,f2\n1,2\n');
    const byId = calls(
      (file) => String(file['@id']),
      () => ({}),
    );
    assert.equal((await found(byId)).text, 'f1,f2\n1,2\n');
  });

  it('needs no name where there is one file and one argument, and says what is missing where there are more', async () => {
    const id = await loaded('a.csv', 'b.csv');
    const unnamed = (file: Loose) => ({ from: 'operator', to: file['@id'], labels: ['input'] });
    assert.equal((await found(ofFiles(id, ['b.csv'], unnamed))).text, 'f1\n2\n');
    const said = await refusal(ofFiles(id, ['a.csv', 'b.csv'], unnamed));
    assert.match(said, /\{\{arg1\}\}, which is no file of this query.*Parameters\.arg1.*argname of its edge/);
  });

  it('finds a file by its address, by its name where its address names none, and alone in its dataset', async () => {
    const id = await loaded('a.csv', 'b.csv');
    const only = await loaded('c.csv');
    const base = queryRequest('SELECT x FROM {{arg1}}', [{ id, file: 'b.csv' }]);
    const address = changed(base, (graph) => {
      const parameters = { command: 'query', arg1: `s3://dataset/${id}/b.csv` };
      (withLabel(graph, 'SQL_Operator')['properties'] as Loose)['Parameters'] = parameters;
    });
    assert.equal((await found(address)).text, 'x\n2\n');
    const named = changed(base, (graph) => {
      const file = withLabel(graph, 'cr:FileObject')['properties'] as Loose;
      file['contentUrl'] = `s3://dataset/${id}/${randomUUID()}`;
    });
    assert.equal((await found(named)).text, 'x\n2\n');
    const nothing = (dataset: string) =>
      changed(queryRequest('SELECT x FROM {{arg1}}', [{ id: dataset, file: 'b.csv' }]), (graph) => {
        withLabel(graph, 'cr:FileObject')['properties'] = undefined;
      });
    assert.equal((await found(nothing(only))).text, 'x\n1\n');
    assert.match(await refusal(nothing(id)), /should be said by its contentUrl; it has 'a\.csv', 'b\.csv'/);
  });

  it('gives what a query found by the id of the dataset that it made', async () => {
    const id = await loaded('a.csv');
    const query = queryRequest("SELECT x, 'ü \"q\"' AS t FROM {{arg1}} UNION ALL SELECT 2, 'b'", [
      { id, file: 'a.csv' },
    ]);
    const made = outputOf((await client.query(query)).as(patternAnswer).ap)['@id'];
    const path = `polyglot/query/result/${made}`;
    const whole = (await client.get(path)).as(z.string());
    assert.equal(whole, (await client.get(`dataset/${made}/file/output.csv`)).text);
    assert.equal((await client.get(`${path}?lines=2`)).as(z.string()), `${whole.split('\n').slice(0, 2).join('\n')}\n`);
    const csv = await version.running.request(`/dmm/api/v1/${path}`, { headers: { Accept: 'text/csv' } });
    assert.equal(csv.text, whole);
    assert.equal((await client.get(`polyglot/query/result/${id}`)).status, 404);
  });
});
