import assert from 'node:assert/strict';
import type { HalcyonError } from '../../../schemas/errors.ts';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { CataloguePatterns } from '../../../services/patterns/pattern-store.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { graphWithId } from '../../../services/stores/graphs/graphs.ts';
import { onBothCatalogues } from '../stores/both-catalogues.ts';
import { VALID } from './broken-patterns.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A pattern with a task of its own graph, linked by an edge with a label. */
function accomplishing(id: string, task: string, label: string, toTask = true): PgJson {
  const [from, to] = toTask ? [id, task] : [task, id];
  return {
    nodes: [
      { id, labels: ['Analytical_Pattern'], properties: { name: id } },
      { id: task, labels: ['Task'], properties: { name: 'Heat days', request: 'Which days of July?' } },
    ],
    edges: [{ from, to, labels: [label] }],
  };
}

describe('patterns and tasks', () => {
  onBothCatalogues((catalogue) => patternContract(catalogue));
});

function patternContract(catalogue: () => Catalogue): void {
  let patterns: CataloguePatterns;
  let count = 0;
  let name = '';
  beforeEach(() => {
    patterns = new CataloguePatterns(catalogue(), () => NOON);
    count += 1;
    name = `p${count}`;
  });
  const create = (graph: PgJson, task?: string) => patterns.create(graph, JSON.stringify(graph), task);

  for (const [title, graph] of VALID) {
    it(`gives back to the letter what was created: ${title}`, async () => {
      const body = JSON.stringify(graph, null, 2);
      const id = await patterns.create(graph, body, undefined);
      assert.equal(await patterns.pattern(id), body);
      assert.equal(await patterns.create(graph, JSON.stringify(graph), undefined), id);
      assert.equal(await patterns.pattern(id), body, 'the first stays');
    });
  }

  it('refuse another graph of the same id, and keep the first', async () => {
    const first = accomplishing(name, `${name}-task`, 'is_achieved');
    await create(first);
    const other = { ...first, nodes: first.nodes.map((node) => ({ ...node, properties: null })) };
    await assert.rejects(create(other), (error: HalcyonError) => {
      assert.equal(error.code, 'invalid_parameter');
      assert.deepEqual(error.problems, [
        {
          loc: ['body', 'nodes', 0, 'id'],
          msg: `a pattern '${name}' is stored already, with another graph; give the root another id`,
          type: 'already_exists',
        },
      ]);
      return true;
    });
    assert.equal(await patterns.pattern(name), JSON.stringify(first));
  });

  it('know none of an id that was not created, or that none can have', async () => {
    for (const id of ['none', '', '..', 'a\u0000b', '\ud83c', 'x'.repeat(5000)]) {
      assert.equal(await patterns.pattern(id), null);
      assert.equal(await patterns.patternsOf(id), null);
    }
  });

  it('keep a task as a graph with a Task node, under a new UUID', async () => {
    const [one, other] = [
      await patterns.createTask({ name: 'Heat', request: 'nul \u0000, "half" \ud83c' }),
      await patterns.createTask({ name, request: '' }),
    ];
    assert.match(one, UUID);
    assert.notEqual(one, other);
    assert.deepEqual(await patterns.patternsOf(one), []);
    const { body = '' } = (await graphWithId(catalogue(), 'task', other)) ?? {};
    const properties = { name, request: '', created: '2026-03-01T12:00:00.000Z' };
    assert.deepEqual(JSON.parse(body), { nodes: [{ id: other, labels: ['Task'], properties }], edges: [] });
  });

  it('are listed in pages, the newest task first, with how many patterns each has', async () => {
    const ids: string[] = [];
    for (const request of ['1', '2', '3']) ids.push(await patterns.createTask({ name, request }));
    // Its clock may not go on between them.
    const later = "UPDATE graphs SET created = created + $2 * INTERVAL '1 hour' WHERE id = $1";
    for (const [hours, id] of ids.entries()) await catalogue().query(later, [id, hours + 1]);
    await create(accomplishing(name, ids[1], 'is_achieved'));
    const first = await patterns.listTasks({ offset: 0, limit: 2 });
    const second = await patterns.listTasks({ offset: 2, limit: 1 });
    assert.deepEqual(
      [...first.tasks, ...second.tasks].map(({ id, request, patterns: linked }) => [id, request, linked]),
      [
        [ids[2], '3', 0],
        [ids[1], '2', 1],
        [ids[0], '1', 0],
      ],
    );
    assert.equal(first.total, second.total);
  });

  for (const label of ['is_accomplished', 'is_achieved', 'is_accomplished_by']) {
    for (const toTask of [true, false]) {
      it(`are linked by an edge ${label} ${toTask ? 'to' : 'from'} the task`, async () => {
        const task = await patterns.createTask({ name, request: '' });
        await create(accomplishing(name, task, label, toTask));
        await create(accomplishing(`${name}-second`, task, label, toTask));
        assert.deepEqual(await patterns.patternsOf(task), [name, `${name}-second`]);
      });
    }
  }

  it('are not linked by another edge, by a node that is no task, or past the root', async () => {
    const task = await patterns.createTask({ name, request: '' });
    await create(accomplishing(`${name}a`, task, 'mentions'));
    const noTask = accomplishing(`${name}b`, task, 'is_achieved');
    await create({
      ...noTask,
      nodes: noTask.nodes.map((node) => ({ ...node, labels: node.labels.filter((one) => one !== 'Task') })),
    });
    const past = accomplishing(`${name}c`, task, 'is_achieved');
    await create({
      nodes: [...past.nodes, { id: 'between', labels: [] }],
      edges: [
        { from: 'between', to: task, labels: ['is_achieved'] },
        { from: `${name}c`, to: 'between', labels: ['has'] },
      ],
    });
    assert.deepEqual(await patterns.patternsOf(task), []);
  });

  it('make a task known that only their graph names', async () => {
    await create(accomplishing(name, `${name}-task`, 'is_achieved'));
    assert.deepEqual(await patterns.patternsOf(`${name}-task`), [name]);
  });

  it('are linked by the id of a task, also when they were there before', async () => {
    const [task, second] = [
      await patterns.createTask({ name, request: '' }),
      await patterns.createTask({ name, request: '' }),
    ];
    const graph: PgJson = { nodes: [{ id: name, labels: ['Analytical_Pattern'] }], edges: [] };
    await create(graph, task);
    await create(graph, second);
    await create(graph, second);
    assert.deepEqual(await patterns.patternsOf(task), [name]);
    assert.deepEqual(await patterns.patternsOf(second), [name]);
  });

  it('are not created for a task that is not known', async () => {
    const graph: PgJson = { nodes: [{ id: name, labels: ['Analytical_Pattern'] }], edges: [] };
    await assert.rejects(create(graph, 'no task'), (error: HalcyonError) => {
      assert.deepEqual(error.problems[0].loc, ['query', 'task_id']);
      return true;
    });
    assert.equal(await patterns.pattern(name), null);
  });

  it('are all there, each whole, after many were created and read at once', async () => {
    const made = Array.from({ length: 50 }, (_, k) => accomplishing(`${name}-${k}`, `${name}-task`, 'is_achieved'));
    const twice = [...made, ...made];
    await Promise.all(
      twice.map(async (graph) => {
        const id = await create(graph);
        assert.equal(await patterns.pattern(id), JSON.stringify(graph));
      }),
    );
    const linked = await patterns.patternsOf(`${name}-task`);
    assert.deepEqual(linked?.toSorted(), made.map(({ nodes }) => nodes[0].id).sort());
  });
}
