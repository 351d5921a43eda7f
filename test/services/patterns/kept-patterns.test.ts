import assert from 'node:assert/strict';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { CataloguePatterns } from '../../../services/patterns/pattern-store.ts';
import type { PatternSearch } from '../../../services/patterns/stored-patterns.ts';
import { onBothCatalogues } from '../stores/both-catalogues.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const ALL: PatternSearch = { label: null, text: null, dataset: null, offset: 0, limit: 100 };

describe('patterns that are kept', () => {
  onBothCatalogues((catalogue) => {
    let patterns: CataloguePatterns;
    const create = (graph: PgJson) => patterns.create(graph, JSON.stringify(graph), undefined);
    const pattern = (id: string, ...nodes: PgJson['nodes']): PgJson => ({
      nodes: [{ id, labels: ['Analytical_Pattern'] }, ...nodes],
      edges: nodes.map((node) => ({ from: id, to: node.id, labels: [] })),
    });
    const idsOf = async (search: Partial<PatternSearch>) => {
      const { bodies, total } = await patterns.list({ ...ALL, ...search });
      return { ids: bodies.map((body) => (JSON.parse(body) as PgJson).nodes[0].id), total };
    };
    before(async () => {
      patterns = new CataloguePatterns(catalogue(), () => NOON);
      for (let k = 10; k < 55; k++) await create(pattern(`l${k}`, { id: `shared`, labels: [], properties: { k } }));
      await create(pattern('a', { id: 'op', labels: ['SQL_Operator'], properties: { name: 'Größte "Hitze"' } }));
      await create(
        pattern('b', { id: 'set', labels: ['sc:Dataset'], properties: { SQL_Operator: 'op', of: 'Hitze' } }),
      );
    });

    it('are listed in pages, each once, in the order of their ids', async () => {
      assert.deepEqual((await idsOf({ limit: 2 })).ids, ['a', 'b']);
      const pages = [];
      for (let offset = 0; offset < 50; offset += 10) pages.push(await idsOf({ offset, limit: 10 }));
      assert.ok(pages.every(({ total }) => total === 47));
      const ids = pages.flatMap((page) => page.ids);
      assert.deepEqual([ids.length, new Set(ids).size], [47, 47]);
    });

    it('are found by a label, by words, and by a dataset', async () => {
      assert.deepEqual(await idsOf({ label: 'SQL_Operator' }), { ids: ['a'], total: 1 });
      assert.deepEqual((await idsOf({ text: 'HITZE' })).ids, ['a', 'b']);
      assert.deepEqual((await idsOf({ text: 'größte "hitze"' })).ids, ['a']);
      assert.deepEqual((await idsOf({ dataset: 'set' })).ids, ['b']);
      assert.deepEqual((await idsOf({ dataset: 'set', label: 'SQL_Operator' })).total, 0);
      assert.deepEqual((await idsOf({ dataset: 'op' })).ids, ['a']);
    });

    it('give a node with the patterns that have it, and take properties for it in all of them', async () => {
      assert.equal(await patterns.node('nowhere'), null);
      const before = await patterns.node('shared');
      assert.equal(before?.patterns.length, 45);
      const changed = await patterns.changeNode('shared', { colour: 'red' });
      assert.equal(changed?.node.properties?.['colour'], 'red');
      const stored = JSON.parse((await patterns.pattern('l20')) ?? '') as PgJson;
      assert.deepEqual(stored.nodes[1].properties, { k: 20, colour: 'red' });
      assert.equal(await patterns.changeNode('nowhere', {}), null);
      // It is another graph now: the one that was sent before is no longer equal to it.
      await assert.rejects(create(pattern('l20', { id: 'shared', labels: [], properties: { k: 20 } })), /already/);
      await create(stored);
    });

    it('are deleted with their links, and say what rested on them', async () => {
      const task = await patterns.createTask({ name: 'n', request: 'r' });
      const graph = pattern('c');
      await patterns.create(graph, JSON.stringify(graph), task);
      const provenance = JSON.stringify({ pattern: 'c' });
      const sql = 'INSERT INTO datasets (id, state, types, provenance) VALUES ($1, $2, $3, $4)';
      await catalogue().query(sql, ['made', 'Ready', '', provenance]);
      assert.deepEqual(await patterns.remove('c'), { tasks: [task], datasets: ['made'] });
      assert.equal(await patterns.pattern('c'), null);
      assert.deepEqual(await patterns.patternsOf(task), []);
      assert.equal(await patterns.remove('c'), null);
      assert.equal(await create(graph), 'c');
    });
  });
});
