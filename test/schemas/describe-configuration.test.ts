import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SETTINGS } from '../../schemas/configuration.ts';
import { describeConfiguration } from '../../schemas/describe-configuration.ts';
import { packageFile } from '../../schemas/package-root.ts';

describe('docs/configuration.md', () => {
  it('is what the table says (npx tsx schemas/describe-configuration.ts > docs/configuration.md)', () => {
    assert.equal(readFileSync(packageFile('docs/configuration.md'), 'utf8'), describeConfiguration());
  });

  it('has one row of four cells for every setting, and no other', () => {
    const rows = [...describeConfiguration().matchAll(/^\| `(\w+)` \|.*$/gm)];
    assert.deepEqual(
      rows.map(([, name]) => name),
      Object.values(SETTINGS).map(({ name }) => name),
    );
    for (const [row] of rows) assert.equal(row.split(/(?<!\\)\|/).length, 6, row);
  });
});
