import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PythonFolder } from './python-folder.ts';

/** Options as they are given to the script, and what becomes of them. */
interface Case {
  /** `AT_END` stands for an end at which the folder has observations. */
  readonly options: readonly string[];
  readonly exit: number;
  /** What standard output, or standard error, has. */
  readonly out?: string;
  readonly err?: string;
  /** A file that is written. */
  readonly saves?: string;
}

const CASES = JSON.parse(readFileSync(new URL('python-options.json', import.meta.url), 'utf8')) as readonly Case[];
const AT_END = ['--end', '2022-09-15 15:50:00'];

describe('every option of the anomaly tool by the Python script, with its exit code', () => {
  let opened: PythonFolder;
  before(function () {
    const found = PythonFolder.open();
    if (found === null) this.skip();
    opened = found;
  });
  after(() => opened?.remove());

  for (const { options, exit, out, err, saves } of CASES) {
    it(`${options.join(' ') || 'no option'}: ${exit}`, () => {
      const given = options.flatMap((word) => (word === 'AT_END' ? AT_END : [word]));
      const database = given.some((word) => word === '--db' || word === '--pg-url') ? [] : ['--db', 'weather'];
      const { status, stdout, stderr } = opened.run(['anomaly_detector.py', ...database, ...given]);
      assert.equal(status, exit, stderr + stdout);
      assert.match(stdout, new RegExp(out ?? '', 'm'));
      assert.match(stderr, new RegExp(err ?? '', 'm'));
      assert.doesNotMatch(stderr, /Traceback|at .*\.[jt]s:\d/);
      if (exit !== 0) assert.match(stderr, /^error: /m);
      if (saves !== undefined) assert.ok(existsSync(join(opened.folder, saves)));
    });
  }
});
