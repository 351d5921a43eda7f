import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { packageFile } from '../../schemas/package-root.ts';
import { extendPages, filesOf, stepsOf } from './extend-page.ts';
import { readPage } from './markdown-page.ts';

function sourceOf(path: string): string | undefined {
  return existsSync(packageFile(path)) ? readFileSync(packageFile(path), 'utf8') : undefined;
}

// That what they lead to compiles and works: npm run test:extend.
describe('the pages that say how something is added', () => {
  for (const name of extendPages()) {
    it(`${name} changes files that are there, in lines that they have`, () => {
      const steps = stepsOf(name);
      const files = filesOf(name, steps, sourceOf);
      assert.ok(files.size >= 3, 'it has steps');
      assert.ok(
        steps.some(({ kind }) => kind === 'run'),
        'it says how what was added is tried',
      );
    });
  }

  it('are all in their table of contents', () => {
    const index = readPage('docs/extend/README.md').prose;
    for (const name of extendPages()) assert.ok(index.includes(`](${name.split('/').at(-1)})`), name);
  });

  it('are found wrong where a path or a line is missing', () => {
    const steps = [{ kind: 'change', path: 'schemas/gone.ts', hunks: [] }] as const;
    assert.throws(() => filesOf('a page', steps, sourceOf), /a page: schemas\/gone\.ts is not there/);
    const lines = { kind: 'change', path: 'LICENSE', hunks: [{ from: 'no such line', to: '' }] } as const;
    assert.throws(
      () => filesOf('a page', [lines], sourceOf),
      /LICENSE has these lines 0 times, not once:\nno such line/,
    );
    const again = { kind: 'write', path: 'LICENSE', text: '' } as const;
    assert.throws(() => filesOf('a page', [again], sourceOf), /LICENSE is there already/);
  });
});
