import assert from 'node:assert/strict';
import { compare, type Findings } from './invariants.ts';
import { isAsPromised, outcomeRow, type Result } from './outcome-table.ts';
import type { Outcome } from './scenario.ts';

const clean = compare([], []);

function resultOf(given: Partial<Outcome> | null): Result {
  const scenario = { name: 'some', title: 'something', run: () => Promise.reject(new Error('not run here')) };
  const outcome = {
    done: '',
    acknowledged: 7,
    expected: { verdicts: 2, faults: 1 },
    findings: { all: clean },
    longestMs: 1_500,
    problems: [],
  };
  return { scenario, outcome: given === null ? null : { ...outcome, ...given } };
}

describe('table of the runs', () => {
  it('says ok where nothing was wrong, with the scale', () => {
    assert.deepEqual(outcomeRow(resultOf({}), 0.1), {
      scale: 0.1,
      acknowledged: 7,
      settled: 2,
      faults: 1,
      lost: 0,
      doubled: 0,
      foreign: 0,
      different: 0,
      'judged again': '1.5 s',
      result: 'ok',
    });
  });

  for (const kind of ['lost', 'doubled', 'foreign', 'different'] as const) {
    it(`fails where something is ${kind}, whatever was compared`, () => {
      const findings: Findings = { ...clean, [kind]: ['a', 'b'] };
      const result = resultOf({ findings: { first: clean, second: findings } });
      assert.ok(!isAsPromised(result));
      const row = outcomeRow(result, 1);
      assert.equal(row[kind], 2);
      assert.equal(row['result'], 'FAILED');
    });
  }

  it('fails where there was another problem, or no outcome at all', () => {
    for (const result of [resultOf({ problems: ['a process ended'] }), resultOf(null)]) {
      assert.ok(!isAsPromised(result));
      assert.equal(outcomeRow(result, 1)['result'], 'FAILED');
    }
  });
});
