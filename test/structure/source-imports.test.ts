import assert from 'node:assert/strict';
import { packageFile } from '../../schemas/package-root.ts';
import { importsIn, readSources } from './source-imports.ts';

describe('imports of a source', () => {
  const cases: readonly (readonly [string, string, boolean | null])[] = [
    ['a value', "import { a } from './x.ts';", false],
    ['a default', "import a from './x.ts';", false],
    ['a default beside types', "import a, { type B } from './x.ts';", false],
    ['a namespace', "import * as a from './x.ts';", false],
    ['a value beside a type, over lines', "import {\n  type A,\n  b,\n} from './x.ts';", false],
    ['a value that is handed on', "export { a } from './x.ts';", false],
    ['all that is handed on', "export * from './x.ts';", false],
    ['an effect', "import './x.ts';", false],
    ['a late import', "const { a } = await import('./x.ts');", false],
    ['types alone', "import type { A } from './x.ts';", true],
    ['types alone, each said to be one', "import { type A, type B } from './x.ts';", true],
    ['types that are handed on', "export type { A } from './x.ts';", true],
    ['the type of a late import', "const a: import('./x.ts').A = b;", true],
    ['a package', "import { a } from 'x';", null],
  ];
  for (const [what, text, typeOnly] of cases) {
    it(`knows ${what}`, () => {
      assert.deepEqual(importsIn(text), typeOnly === null ? [] : [{ specifier: './x.ts', typeOnly }]);
    });
  }

  it('are found in every file of the floors, and lead to files that are there', () => {
    const sources = readSources(packageFile());
    const paths = new Set(sources.map(({ path }) => path));
    const missing = sources.flatMap(({ path, imports }) =>
      imports.filter(({ target }) => target.endsWith('.ts') && !paths.has(target)).map(({ target }) => [path, target]),
    );
    assert.deepEqual(missing, []);
    assert.ok(sources.length > 500 && sources.every(({ lines }) => lines > 0));
  });
});
