import assert from 'node:assert/strict';
import { edgeProblems } from '../../../../../services/patterns/edge-constraints.ts';
import { patternProblems } from '../../../../../services/patterns/pattern-problems.ts';
import type { Pattern } from '../../../../../services/web/client/patterns/pattern-graph.ts';
import { problemPlace } from '../../../../../services/web/client/patterns/problem-place.ts';

const node = (id: string, ...labels: string[]) => ({ id, labels });
const edge = (from: string, to: string, label: string) => ({ from, to, labels: [label] });
const LONG = 'l'.repeat(100);

/** A pattern with everything that the service can find wrong. */
const WRONG: Pattern = {
  nodes: [
    node('root', 'Analytical_Pattern'),
    node('operator', 'SQL_Operator'),
    node('operator', 'Operator'),
    node('other root', 'Analytical_Pattern'),
    node("it's", 'User'),
    node('it', 'User'),
    node(LONG, 'sc:Dataset'),
    node('', 'Task'),
  ],
  edges: [
    edge('root', 'operator', 'input'),
    edge('root', 'nowhere', 'consist_of'),
    edge('', 'root', 'is_accomplished'),
    edge('nowhere', 'neither', 'input'),
  ],
};

describe('the place of a problem of a pattern', () => {
  it('is that which the service means, for each of its messages', () => {
    const problems = [...patternProblems(WRONG), ...edgeProblems(WRONG)];
    assert.ok(problems.length >= 9, problems.map(({ msg }) => msg).join('\n'));
    for (const { loc, msg } of problems) {
      const [, list, index] = loc;
      const kind = list === 'edges' ? 'edge' : 'node';
      assert.deepEqual(problemPlace(msg, WRONG), { kind, index }, msg);
    }
  });

  it('is none where it is of the pattern as a whole', () => {
    const rootless: Pattern = { nodes: [node('a', 'User')], edges: [] };
    const [{ msg }] = patternProblems(rootless);
    assert.equal(problemPlace(msg, rootless), null);
    assert.equal(problemPlace("edge 7 ('a' to 'b') is wrong", rootless), null);
  });
});
