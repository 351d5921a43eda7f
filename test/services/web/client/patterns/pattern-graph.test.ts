import assert from 'node:assert/strict';
import { edgeProblems } from '../../../../../services/patterns/edge-constraints.ts';
import { patternProblems } from '../../../../../services/patterns/pattern-problems.ts';
import {
  copyOf,
  kindOf,
  nameOf,
  newPattern,
  renamed,
  rootOf,
  withoutNode,
} from '../../../../../services/web/client/patterns/pattern-graph.ts';
import { NODE, patternLayout } from '../../../../../services/web/client/patterns/pattern-layout.ts';

describe('a pattern that is drawn', () => {
  it('begins as one that the service takes', () => {
    const pattern = newPattern();
    assert.deepEqual([...patternProblems(pattern), ...edgeProblems(pattern)], []);
    assert.equal(new Set(pattern.nodes.map(({ id }) => id)).size, pattern.nodes.length);
  });

  it('loses the edges of a node with it', () => {
    const pattern = newPattern();
    const operator = pattern.nodes[1].id;
    const left = withoutNode(pattern, operator);
    assert.deepEqual([left.nodes.length, left.edges.length], [3, 0]);
  });

  it('has the names of its nodes under the property that says them', () => {
    const given = { id: 'a', labels: [], properties: { Name: 'Mean', name_of: 1 }, more: true };
    assert.equal(nameOf(given), 'Mean');
    assert.deepEqual(renamed(given, 'Sum'), { ...given, properties: { Name: 'Sum', name_of: 1 } });
    assert.deepEqual(renamed({ id: 'a', labels: [], properties: null }, 'b').properties, { name: 'b' });
  });

  it('is copied under another id, with its edges', () => {
    const pattern = newPattern();
    const copy = copyOf(pattern);
    assert.notEqual(rootOf(copy)?.id, rootOf(pattern)?.id);
    assert.deepEqual(patternProblems(copy), []);
    assert.deepEqual(copy.nodes.slice(1), pattern.nodes.slice(1));
  });

  it('tells roots, operators and data apart', () => {
    const kinds = [['Analytical_Pattern'], ['SQL_Operator'], ['cr:FileObject', 'CSV'], ['User']].map((labels) =>
      kindOf({ labels }),
    );
    assert.deepEqual(kinds, ['root', 'operator', 'data', 'other']);
  });

  it('stands in columns by its distance from the root, what is not connected last, and no node over another', () => {
    const pattern = newPattern();
    const lonely = { id: 'lonely', labels: ['User'] };
    const { places, width, height } = patternLayout({ ...pattern, nodes: [...pattern.nodes, lonely] });
    const columns = places.map(({ x }) => x / (NODE.width + NODE.across));
    assert.deepEqual(columns, [0, 1, 2, 2, 3]);
    for (const [k, one] of places.entries()) {
      assert.ok(one.x + NODE.width <= width && one.y + NODE.height <= height);
      for (const other of places.slice(k + 1)) {
        assert.ok(one.x !== other.x || Math.abs(one.y - other.y) >= NODE.height);
      }
    }
    assert.deepEqual(patternLayout({ nodes: [], edges: [] }).places, []);
  });
});
