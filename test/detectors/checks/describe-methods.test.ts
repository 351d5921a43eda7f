import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describeMethods } from '../../../detectors/checks/describe-methods.ts';
import { CHECKS } from '../../../detectors/checks/registry.ts';
import { TEMPORAL_METHODS } from '../../../detectors/methods/registry.ts';
import { packageFile } from '../../../schemas/package-root.ts';

describe('docs/methods.md', () => {
  it('is what the specifications say (npx tsx detectors/checks/describe-methods.ts > docs/methods.md)', () => {
    assert.equal(readFileSync(packageFile('docs/methods.md'), 'utf8'), describeMethods());
  });

  it('has a heading for every method and check', () => {
    const page = describeMethods();
    for (const name of [...TEMPORAL_METHODS.keys(), ...CHECKS.keys()])
      assert.ok(page.includes(`\n### ${name}\n`), name);
  });
});
