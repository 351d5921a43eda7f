import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { datasetError, datasetsSuccessEnvelope } from '../../../schemas/http/datasets/envelopes.ts';
import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';
import { patternAnswer } from '../../../services/cli/commands/datasets/dataset-answers.ts';
import { changed, type Loose, OtherVersion, withLabel } from './other-version.ts';
import { datasetNode, datasetRequest, queryRequest } from './request-graphs.ts';

const shownGraph = z.object({
  nodes: z.array(
    z.object({ id: z.string(), labels: z.array(z.string()), properties: z.record(z.string(), z.unknown()) }),
  ),
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
});
const graphAnswer = z.object({ dataset: shownGraph });

describe('requests of other versions of the platform', () => {
  const version = new OtherVersion();
  const { client, loaded, found, refusal } = version;
  before(() => version.start());
  after(() => version.stop());

  for (const [what, properties] of [
    ['no properties', undefined],
    ['null for properties', null],
  ] as const) {
    it(`takes nodes with ${what}, and gives them back without any`, async () => {
      const request = changed(datasetRequest('register'), (graph) => {
        withLabel(graph, 'User')['properties'] = properties;
      });
      const answer = await client.register(request);
      assert.equal(answer.status, 200, answer.text);
      const user = answer.as(patternAnswer).ap.nodes.find(({ labels }) => labels.includes('User'));
      assert.deepEqual(user?.properties, {});
    });
  }

  it('reads command from the properties of an operator itself, and needs none where Process says it', async () => {
    for (const properties of [{ command: 'create' }, { command: 'Create', Parameters: null }, { Step: 1 }]) {
      const request = changed(datasetRequest('register'), (graph) => {
        withLabel(graph, 'DataModelManagement_Operator')['properties'] = properties;
      });
      assert.equal((await client.register(request)).status, 200, JSON.stringify(properties));
    }
  });

  it('reads names of properties, and the process, in any case', async () => {
    const request = changed(datasetRequest('register'), (graph) => {
      withLabel(graph, 'Analytical_Pattern')['properties'] = { process: 'Register' };
      withLabel(graph, 'DataModelManagement_Operator')['properties'] = { parameters: { command: 'create' } };
    });
    assert.equal((await client.register(request)).status, 200);
  });

  it('takes a body that is wrapped, answers it alike, and places what is wrong inside of it', async () => {
    const id = randomUUID();
    const graph = datasetRequest('register', { id });
    const wrapped = await client.register({ ap: graph });
    assert.equal(wrapped.status, 200, wrapped.text);
    assert.deepEqual(
      wrapped.as(patternAnswer).ap.nodes.map((node) => node['@id']),
      graph.nodes.map((node) => node['@id']),
    );
    const { status, problems } = await client.register({ ap: { nodes: [{ '@id': 'a', labels: 1 }], edges: [] } });
    assert.equal(status, 422);
    assert.deepEqual(problems[0].loc, ['body', 'ap', 'nodes', 0, 'labels']);
    assert.deepEqual((await client.register({ ap: 1 })).problems[0].loc.slice(0, 2), ['body', 'ap']);
  });

  for (const label of ['Dataset', 'schema:Dataset', 'https://schema.org/Dataset']) {
    it(`knows a dataset by the label ${label}, from its registration to a query`, async () => {
      const id = randomUUID();
      const labelled = (graph: DatasetGraph) =>
        changed(graph, ({ nodes }) => {
          for (const node of nodes) {
            node['labels'] = (node['labels'] as string[]).map((one) => (one === 'sc:Dataset' ? label : one));
          }
        });
      await client.upload(id, 'a.csv', 'x\n7\n');
      assert.equal((await client.register(labelled(datasetRequest('register', { id })))).status, 200);
      assert.equal((await client.load(labelled(datasetRequest('load', { id })))).status, 200);
      assert.equal((await client.update(labelled(datasetRequest('update', { id })))).status, 200);
      assert.equal((await client.dataset(id)).status, 'Ready');
      const query = labelled(queryRequest('SELECT x FROM {{arg1}}', [{ id, file: 'a.csv' }]));
      assert.equal((await found(query)).text, 'x\n7\n');
    });
  }

  it('knows nodes and edges by their labels with any prefix, in any case', async () => {
    const id = randomUUID();
    const prefixed = (graph: DatasetGraph) =>
      changed(graph, ({ nodes, edges }) => {
        for (const each of [...nodes, ...edges]) {
          each['labels'] = (each['labels'] as string[]).map((one) => `https://example.org/dg#${one.split(':').at(-1)}`);
        }
        withLabel({ nodes, edges }, 'https://example.org/dg#User')['labels'] = ['dg:USER'];
      });
    await client.upload(id, 'a.csv', 'x\n7\n');
    for (const done of [
      await client.register(prefixed(datasetRequest('register', { id, files: ['a.csv'] }))),
      await client.load(prefixed(datasetRequest('load', { id }))),
      await client.update(prefixed(datasetRequest('update', { id }))),
    ])
      assert.equal(done.status, 200, done.text);
    assert.ok((await client.listed('?state=Ready&type=CSV')).includes(id));
    const answer = await client.query(prefixed(queryRequest('SELECT x FROM {{arg1}}', [{ id, file: 'a.csv' }])));
    assert.equal(answer.status, 200, answer.text);
    const { ap } = answer.as(patternAnswer);
    assert.ok(
      ap.nodes.some(({ labels }) => labels.includes('https://example.org/dg#SQL_Operator')),
      'as it was sent',
    );
    const root = ap.nodes.find(({ labels }) => labels.includes('https://example.org/dg#Analytical_Pattern'));
    const kept = "SELECT 1 FROM graphs WHERE kind = 'pattern' AND id = $1";
    assert.equal((await version.catalogue.query(kept, [root?.['@id']])).length, 1, 'and kept with the patterns');
  });

  it('takes what a pattern consists of for its operators, and what these lead to for what they read', async () => {
    const id = await loaded('a.csv');
    const query = changed(queryRequest('SELECT x FROM {{arg1}}', [{ id, file: 'a.csv' }]), (graph) => {
      withLabel(graph, 'SQL_Operator')['labels'] = ['Query_Step'];
      for (const edge of graph.edges) {
        const [label] = edge['labels'] as string[];
        edge['labels'] = label === 'input' ? ['reads'] : label === 'distribution' ? ['hasPart'] : [label];
      }
      const file = withLabel(graph, 'cr:FileObject')['properties'] as Loose;
      file['contentUrl'] = undefined;
    });
    assert.equal((await found(query)).text, 'x\n1\n');
    const register = changed(datasetRequest('register'), (graph) => {
      withLabel(graph, 'DataModelManagement_Operator')['labels'] = ['Register_Operator'];
    });
    assert.equal((await client.register(register)).status, 200);
    const none = changed(queryRequest('SELECT x FROM {{arg1}}', [{ id, file: 'a.csv' }]), (graph) => {
      withLabel(graph, 'SQL_Operator')['labels'] = ['Query_Step'];
      for (const edge of graph.edges) if (edge['to'] === 'operator') edge['labels'] = ['about'];
    });
    assert.match(await refusal(none), /at least one node labelled SQL_Operator, this one has 0/);
  });

  it('takes the files that were uploaded under another id, which archivedAt names', async () => {
    const [id, folder, late] = [randomUUID(), randomUUID(), randomUUID()];
    const elsewhere = { archivedAt: `s3://scratchpad/${folder}` };
    await client.upload(folder, 'a.csv', 'x\n1\n');
    const answer = await client.register(datasetRequest('register', { id, properties: elsewhere }));
    assert.equal(answer.status, 200, answer.text);
    const node = datasetNode(answer.as(patternAnswer).ap);
    assert.deepEqual([node['@id'], node.properties['archivedAt']], [id, `s3://scratchpad/${id}`]);
    // What comes later under the other id is the dataset's too, once a load names it.
    await client.upload(folder, 'b.csv', 'x\n2\n');
    const load = await client.load(datasetRequest('load', { id, properties: elsewhere }));
    assert.equal(load.status, 200, load.text);
    assert.deepEqual(
      ((await client.dataset(id)).files ?? []).map(({ name }) => name),
      ['a.csv', 'b.csv'],
    );
    const update = (properties: Loose) => client.update(datasetRequest('update', { id, properties }));
    const updated = await update({ archivedAt: `s3://dataset/${folder}`, name: 'new' });
    assert.equal(updated.status, 200, updated.text);
    assert.equal(datasetNode(updated.as(patternAnswer).ap).properties['archivedAt'], `s3://dataset/${id}`);
    assert.equal((await update({ archivedAt: `s3://scratchpad/${folder}` })).status, 409);
    // A folder with files is not the dataset's: they are somebody else's to come.
    await client.upload(late, 'a.csv', 'x\n1\n');
    assert.equal((await update({ archivedAt: `s3://dataset/${late}` })).status, 409);
  });

  it('does not take the files of another dataset', async () => {
    const other = randomUUID();
    await client.upload(other, 'a.csv', 'x\n1\n');
    await client.register(datasetRequest('register', { id: other }));
    const answer = await client.register(
      datasetRequest('register', { properties: { archivedAt: `s3://scratchpad/${other}` } }),
    );
    assert.equal(answer.status, 400);
    assert.match(answer.as(datasetError).detail.error, /of another dataset/);
    assert.equal(((await client.dataset(other)).files ?? []).length, 1);
  });

  it('reads a state in any case', async () => {
    const id = randomUUID();
    await client.register(datasetRequest('register', { id }));
    for (const state of ['staged', 'STAGED', 'Staged'])
      assert.ok((await client.listed(`?state=${state}`)).includes(id));
    assert.equal((await client.get('dataset?state=stagged')).status, 422);
  });

  it('shows datasets as property graphs, alone and by a search', async () => {
    const [first, second] = [randomUUID(), randomUUID()].sort();
    const properties = (name: string, datePublished: string) => ({ name, datePublished, keywords: ['harbour'] });
    await client.register(
      datasetRequest('register', { id: first, properties: properties('Zoo', '24-05-2025'), files: ['z.csv'] }),
    );
    await client.register(datasetRequest('register', { id: second, properties: properties('Aquarium', '2024-12-09') }));
    const alone = (await client.get(`dataset/get/${first}`)).as(graphAnswer).dataset;
    assert.deepEqual(
      alone.nodes.map(({ labels }) => labels[0]),
      ['sc:Dataset', 'cr:FileObject'],
    );
    assert.deepEqual([alone.nodes[0].id, alone.nodes[0].properties['status']], [first, 'Staged']);
    assert.equal((await client.get(`dataset/get/${randomUUID()}`)).status, 404);
    const search = async (asked: string) => {
      const answer = await client.get(`dataset/search?status=staged&q=harbour&${asked}`);
      assert.equal(answer.status, 200, answer.text);
      const { datasets, total } = answer.as(datasetsSuccessEnvelope);
      return { total, ids: datasets.map((one) => shownGraph.parse(one).nodes[0].id), datasets };
    };
    assert.deepEqual((await search('')).ids, [first, second]);
    assert.deepEqual((await search('orderBy=name')).ids, [second, first]);
    assert.deepEqual((await search('orderBy=datePublished&direction=-1')).ids, [first, second]);
    assert.deepEqual((await search('publishedDateFrom=2025-01-01')).ids, [first]);
    assert.deepEqual((await search('types=csv')).ids, [first]);
    assert.deepEqual((await search(`nodeIds=${second}&nodeIds=${randomUUID()}`)).ids, [second]);
    const page = await search('limit=1&offset=1');
    assert.deepEqual([page.ids, page.total], [[second], 2]);
    const some = await search(`nodeIds=${first}&properties=name&properties=distribution`);
    assert.deepEqual(
      shownGraph.parse(some.datasets[0]).nodes.map(({ properties: shown }) => shown['name']),
      ['Zoo', 'z.csv'],
    );
  });
});
