import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepResults, readResults } from '../../bench/results-file.ts';

const figure = (name: string, ...values: number[]) => ({ name, unit: 'us', goal: '', values });

describe('results of a benchmark that are kept', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-results-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are read as they were written, and written over by name', () => {
    const path = join(folder, 'new', 'results.json');
    assert.equal(readResults(path), null);
    keepResults(path, [figure('a', 1, 2), figure('b', 3)], null);
    keepResults(path, [figure('b', 4)], readResults(path));
    const figures = { a: { unit: 'us', values: [1, 2] }, b: { unit: 'us', values: [4] } };
    assert.deepEqual(readResults(path)?.figures, figures);
  });

  it('are refused where the file holds something else', () => {
    const path = join(folder, 'other.json');
    for (const text of ['no JSON', '[]', 'null', '{"figure": 1}']) {
      writeFileSync(path, text);
      assert.throws(() => readResults(path), /holds no results of a run/);
    }
  });
});
