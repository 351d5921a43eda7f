import assert from 'node:assert/strict';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import type { PropertyGraph } from '../../../../services/stores/graphs/canonical-graph.ts';
import { addGraph, graphWithId } from '../../../../services/stores/graphs/graphs.ts';
import { VALID } from '../../patterns/broken-patterns.ts';

const SMALL: PropertyGraph = {
  nodes: [
    { id: 'r', labels: ['Root', 'Kept'], properties: { name: 'one', size: 3, tags: ['a', 'b'] } },
    { id: 's', labels: ['Leaf'], properties: { name: 'two' } },
  ],
  edges: [{ from: 'r', to: 's', labels: ['leads'], properties: { weight: 0.5 } }],
};

/** What the graph store owes, whatever catalogue it is in. */
export function graphContract(title: string, catalogue: () => Catalogue): void {
  describe(title, () => {
    let kind = '';
    let count = 0;
    beforeEach(() => {
      count += 1;
      kind = `kind-${count}`;
    });

    for (const [name, graph] of VALID) {
      it(`gives back to the letter: ${name}`, async () => {
        const body = JSON.stringify(graph, null, 1);
        assert.equal(await addGraph(catalogue(), kind, name, graph, body), 'added');
        assert.equal((await graphWithId(catalogue(), kind, name))?.body, body);
      });
    }

    it('gives back numbers that JavaScript cannot hold, and what stands twice', async () => {
      const body =
        '{"nodes":[{"id":"r","labels":[],"properties":{"n":12345678901234567890.10,"e":1E400,"n":1.0}}],"edges":[]}';
      await addGraph(catalogue(), kind, 'r', JSON.parse(body) as PropertyGraph, body);
      assert.equal((await graphWithId(catalogue(), kind, 'r'))?.body, body);
    });

    it('knows none of an id that nobody gave, nor of another kind', async () => {
      await addGraph(catalogue(), kind, 'r', SMALL);
      assert.equal(await graphWithId(catalogue(), kind, 'R'), null);
      assert.equal(await graphWithId(catalogue(), `${kind}-other`, 'r'), null);
      assert.equal(await addGraph(catalogue(), `${kind}-other`, 'r', SMALL), 'added');
    });

    it('takes an equal graph in another order for the same, and keeps the first', async () => {
      const [root, leaf] = SMALL.nodes;
      const turned = {
        edges: SMALL.edges.map(({ from, to, labels, properties }) => ({ properties, labels, to, from })),
        nodes: [leaf, { properties: { tags: ['a', 'b'], size: 3, name: 'one' }, labels: ['Kept', 'Root'], id: 'r' }],
      };
      assert.equal(await addGraph(catalogue(), kind, 'r', SMALL), 'added');
      assert.equal(await addGraph(catalogue(), kind, 'r', turned), 'equal');
      assert.equal((await graphWithId(catalogue(), kind, 'r'))?.body, JSON.stringify(SMALL));
      const others: PropertyGraph[] = [
        { ...SMALL, edges: [] },
        { ...SMALL, edges: [...SMALL.edges, ...SMALL.edges] },
        { ...SMALL, nodes: [{ ...root, properties: { name: 'one', size: 3, tags: ['b', 'a'] } }, leaf] },
        { ...SMALL, nodes: [{ ...root, properties: { name: 'one', size: '3', tags: ['a', 'b'] } }, leaf] },
        { ...SMALL, nodes: [root, { ...leaf, labels: [] }] },
      ];
      for (const other of others) assert.equal(await addGraph(catalogue(), kind, 'r', other), 'other');
      assert.equal((await graphWithId(catalogue(), kind, 'r'))?.body, JSON.stringify(SMALL));
    });

    it('lets one win where many add different graphs under one id at once', async () => {
      const graphs = Array.from({ length: 20 }, (_, k) => ({ nodes: [{ id: 'r', labels: [String(k)] }], edges: [] }));
      const added = await Promise.all(graphs.map((graph) => addGraph(catalogue(), kind, 'r', graph)));
      assert.equal(added.filter((one) => one === 'added').length, 1);
      assert.equal(added.filter((one) => one === 'other').length, 19);
      const winner = graphs[added.indexOf('added')];
      assert.equal((await graphWithId(catalogue(), kind, 'r'))?.body, JSON.stringify(winner));
    });

    it('takes it back with the transaction that it was added in', async () => {
      const undone = catalogue().transaction(async (statements) => {
        await addGraph(statements, kind, 'r', SMALL);
        throw new Error('undone');
      });
      await assert.rejects(undone, /undone/);
      assert.equal(await graphWithId(catalogue(), kind, 'r'), null);
    });

    it('holds what jsonb cannot', async () => {
      const odd = {
        nodes: [{ id: 'r', labels: ['a\u0000b'], properties: { 'n\u0000': '\ud83c', big: 1e308 } }],
        edges: [],
      };
      await addGraph(catalogue(), kind, 'odd', odd);
      assert.equal((await graphWithId(catalogue(), kind, 'odd'))?.body, JSON.stringify(odd));
    });

    it('holds a graph of 10,000 nodes', async () => {
      const nodes = Array.from({ length: 10_000 }, (_, k) => ({
        id: `n${k}`,
        labels: ['Node'],
        properties: { k, name: `node ${k}` },
      }));
      const edges = nodes.slice(1).map(({ id }, k) => ({ from: `n${k}`, to: id, labels: ['next'] }));
      const graph = { nodes, edges };
      assert.equal(await addGraph(catalogue(), kind, 'large', graph), 'added');
      assert.equal((await graphWithId(catalogue(), kind, 'large'))?.body, JSON.stringify(graph));
    });
  });
}
