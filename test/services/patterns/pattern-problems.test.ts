import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { type CheckedGraph, patternProblems } from '../../../services/patterns/pattern-problems.ts';
import { VALID } from './broken-patterns.ts';

describe('what a valid pattern is', () => {
  for (const [title, graph] of VALID) {
    it(`holds for: ${title}`, () => assert.deepEqual(patternProblems(graph), []));
  }

  it('is told in full: every problem at once', () => {
    const graph: PgJson = {
      nodes: [
        { id: 'a', labels: ['Analytical_Pattern'] },
        { id: 'a', labels: ['Analytical_Pattern'] },
        { id: 'lone', labels: [] },
      ],
      edges: [{ from: 'a', to: 'x', labels: [] }],
    };
    assert.deepEqual(
      patternProblems(graph).map(({ loc }) => loc.slice(1).join('.')),
      ['nodes.1.id', 'nodes.1.labels', 'edges.0.to', 'nodes.2'],
    );
  });

  it('takes the ids of the dataset API, where 1 and "1" are two', () => {
    const graph: CheckedGraph = {
      nodes: [
        { id: 1, labels: ['Analytical_Pattern'] },
        { id: '1', labels: [] },
      ],
      edges: [{ from: 1, to: '1', labels: [] }],
    };
    assert.deepEqual(patternProblems(graph), []);
  });

  it('leaves the graph as it is', () => {
    const before = JSON.stringify(VALID);
    for (const [, graph] of VALID) patternProblems(graph);
    assert.equal(JSON.stringify(VALID), before);
  });

  it('is found for a chain of 100,000 nodes without a deep stack', () => {
    const nodes = Array.from({ length: 100_000 }, (_, k) => ({
      id: String(k),
      labels: k === 0 ? ['Analytical_Pattern'] : [],
    }));
    const edges = nodes.slice(1).map(({ id }, k) => ({ from: id, to: String(k), labels: [] }));
    assert.deepEqual(patternProblems({ nodes, edges }), []);
  });

  it('is told of the first thousand problems where there are very many, in no time', () => {
    const nodes = Array.from({ length: 200_000 }, (_, k) => ({ id: String(k), labels: ['Analytical_Pattern'] }));
    const began = performance.now();
    // However many roots there are, it is one problem.
    const [roots, ...others] = patternProblems({ nodes, edges: [] });
    assert.match(
      roots.msg,
      /^node '1' is labelled Analytical_Pattern, and so are '0' and 199998 more; one node should be$/,
    );
    assert.deepEqual(others, []);
    for (const graph of [
      { nodes: nodes.map(({ id }, k) => ({ id, labels: k === 0 ? ['Analytical_Pattern'] : [] })), edges: [] },
      { nodes: nodes.slice(0, 1), edges: nodes.map(({ id }) => ({ from: `${id}x`, to: id, labels: [] })) },
    ]) {
      const problems = patternProblems(graph);
      assert.equal(problems.length, 1_001);
      assert.match(problems[1_000].msg, /^and \d+ more problems$/);
    }
    assert.ok(performance.now() - began < 10_000);
  });

  it('asks of the ids of linked tasks what it asks of the root', () => {
    for (const task of ['a\u0000b', '..', '']) {
      const graph: CheckedGraph = {
        nodes: [
          { id: 'r', labels: ['Analytical_Pattern'] },
          { id: task, labels: ['Task'] },
        ],
        edges: [{ from: task, to: 'r', labels: ['is_achieved'] }],
      };
      const [problem] = patternProblems(graph);
      assert.deepEqual(problem?.loc, ['body', 'nodes', 1, 'id']);
      assert.match(problem?.msg ?? '', /^the Task node '.*' has an (empty )?id/);
      assert.deepEqual(patternProblems({ ...graph, edges: [{ from: task, to: 'r', labels: ['mentions'] }] }), []);
    }
  });

  it('agrees with a search by brute force on which nodes are connected to the root', () => {
    const edge = fc
      .tuple(fc.nat(7), fc.nat(7))
      .map(([from, to]) => ({ from: String(from), to: String(to), labels: [] }));
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 10 }), (edges) => {
        const nodes = Array.from({ length: 8 }, (_, k) => ({
          id: String(k),
          labels: k === 0 ? ['Analytical_Pattern'] : [],
        }));
        const joined = nodes.map((_, k) => k === 0);
        // As many rounds as there are nodes: none is further away.
        for (const _ of nodes) {
          for (const { from, to } of edges) {
            if (joined[Number(from)] || joined[Number(to)]) joined[Number(from)] = joined[Number(to)] = true;
          }
        }
        const apart = patternProblems({ nodes, edges }).map(({ loc }) => loc[2]);
        assert.deepEqual(
          apart,
          [...joined.keys()].filter((k) => !joined[k]),
        );
      }),
    );
  });
});
