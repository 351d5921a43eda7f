import assert from 'node:assert/strict';
import { madeScore } from '../made-score.ts';
import { MAIN_ROWS, mainLine } from './main-table.ts';

/** A run with an F1 settled and at once. */
function scored(settled: number, atOnce: number) {
  return { last: madeScore({ f1: settled }), first: madeScore({ f1: atOnce }) };
}

describe('a line of the main table', () => {
  const row = MAIN_ROWS.find(({ set, what }) => set === 'mixed' && what === 'F1');
  assert.ok(row !== undefined);

  it('says what is reached settled and at once, beside the goal', () => {
    const runs = [scored(0.98, 0.93), scored(0.96, 0.91)];
    const line = mainLine(row, runs, false);
    assert.deepEqual(line, ['mixed: F1', '0.970 +- 0.127', '0.920 +- 0.127', '>= 0.97 / 0.93', 'yes / no']);
  });

  it('has the goals of hourly networks for these', () => {
    assert.deepEqual(mainLine(row, [scored(0.91, 0.8)], true), ['mixed: F1', '0.910', '0.800', '>= 0.9', 'yes']);
  });

  it('tells a sensor called stuck from what else is false', () => {
    const stuck = MAIN_ROWS.find((one) => one.stuck);
    assert.ok(stuck !== undefined);
    const of = (false_device_failures: number) => madeScore({ false_device_failures });
    const run = { last: of(9), first: of(9), stuck: { last: of(0), first: of(2) } };
    assert.deepEqual(mainLine(stuck, [run], false).slice(1), ['0', '2', '<= 0 / 0', 'yes / no']);
  });
});
