import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { exampleFiles } from '../../deploy/example/weather-folder.ts';
import { packageFile } from '../../schemas/package-root.ts';

describe('npm run example', () => {
  it('makes the files that are in the repository', () => {
    for (const [name, text] of exampleFiles()) {
      assert.equal(readFileSync(packageFile('examples', 'weather', name), 'utf8'), text, name);
      assert.ok(text.length < 200_000, name);
    }
  });
});
