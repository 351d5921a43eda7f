import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What the compiler inlines depends on what was judged before: one order that left 16 bytes by `iqr`, and another by `mad` and `iqr`. */
const ORDERS = ['lof,stl,iqr,mad,3sigma,arima', 'isolation_forest,lof,mad,iqr,3sigma'];

/** A process of its own: in one that has run other tests their questions would count. */
const SCRIPT = `
  import { verdictHeap } from './bench/verdict-heap.ts';
  import { verdictQuestions } from './bench/verdict-questions.ts';
  import { TEMPORAL_METHODS } from './detectors/methods/registry.ts';
  for (const name of process.argv[1].split(',')) {
    const method = TEMPORAL_METHODS.get(name);
    console.log(name, verdictHeap(method, verdictQuestions(method, 0)));
  }
`;

describe('verdicts', () => {
  for (const order of ORDERS) {
    it(`leave nothing on the heap, judged in the order ${order}`, async () => {
      const args = [
        '--min-semi-space-size=64',
        '--max-semi-space-size=64',
        '--import',
        'tsx',
        '--input-type=module',
        '--eval',
        SCRIPT,
        order,
      ];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      const lines = stdout.trim().split('\n');
      assert.equal(lines.length, order.split(',').length);
      for (const line of lines) assert.ok(Number(line.split(' ')[1]) < 1, `${line} bytes a verdict`);
    });
  }
});
