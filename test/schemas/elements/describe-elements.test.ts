import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describeElements } from '../../../schemas/elements/describe-elements.ts';
import { readElementFile } from '../../../schemas/elements/element-file.ts';
import { packageFile } from '../../../schemas/package-root.ts';

describe('docs/elements.md', () => {
  const page = readFileSync(packageFile('docs/elements.md'), 'utf8');

  it('has the table of the packaged elements (npx tsx schemas/elements/describe-elements.ts)', () => {
    assert.ok(page.includes(describeElements()));
  });

  it('names a file that can be used', () => {
    const file = readElementFile(readFileSync(packageFile('examples/elements.json'), 'utf8'));
    assert.deepEqual(file.problems, []);
  });
});
