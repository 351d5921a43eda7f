import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readForest } from '../../detectors/evidence/forest.ts';
import { FORESTS, type ForestsFile, readForests } from '../../detectors/evidence/learnt-forests.ts';
import { STEP_TERMS } from '../../detectors/evidence/step-terms.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { LEARNING, pythonWith } from '../servers/python-packages.ts';
import type { Samples } from './recorded-evidence.ts';
import { forestsFile, taughtForests } from './taught-forests.ts';

/** Failures are those that are far away and whose neighbours did not move; what is not known is null. */
function samples(): Samples {
  const of = Array.from({ length: 2_000 }, (_, n) => {
    const [away, most] = [n % 20, (n * 7) % 13];
    const terms = Object.fromEntries(STEP_TERMS.map((term) => [term, 0]));
    return {
      terms: { ...terms, away: n % 3 === 0 ? Number.NaN : away, most, next: n % 2 },
      failure: n % 3 !== 0 && away > 12 && most < 5,
      weight: 1,
    };
  });
  return new Map([
    ['hourly|atOnce', of],
    ['hourly|settled', of],
  ]);
}

describe('forests that are learnt', function () {
  this.timeout(300_000);

  it('tell failures, without terms that are left out or not known yet, and are written as they are read', async function () {
    const found = await pythonWith(LEARNING);
    if ('missing' in found) {
      console.log(`      skipped: ${found.missing}`);
      this.skip();
    }
    const forests = await taughtForests(samples(), new Set(['rain']));
    assert.deepEqual(Object.keys(forests), ['hourly']);
    const atOnce = forests.hourly?.atOnce;
    assert.ok(atOnce !== undefined);
    const { term } = readForest(atOnce.base, atOnce.trees);
    const asked = new Set(
      Array.from(
        term.filter((n) => n >= 0),
        (n) => STEP_TERMS[n],
      ),
    );
    assert.deepEqual([...asked].sort(), ['away', 'most']);
    const learnt = { by: 'a test', networks: [], seeds: '' };
    const held = JSON.parse(
      readFileSync(packageFile('detectors', 'evidence', 'learnt-forests.json'), 'utf8'),
    ) as ForestsFile;
    const file = JSON.parse(forestsFile(forests, learnt, held)) as ForestsFile;
    const read = readForests(file);
    assert.deepEqual(read.hourly.atOnce, readForest(atOnce.base, atOnce.trees));
    assert.deepEqual(file.hourly.learnt, learnt);
    assert.deepEqual(read.pearson, FORESTS.pearson, 'what was not learnt stays');
  });

  it('are none where there is no evidence', async () => {
    assert.deepEqual(await taughtForests(new Map()), {});
  });
});
