import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { checkMapping } from '../../../ingest/feeds/csv/csv-mapping.ts';
import { describeElements } from '../../../schemas/elements/describe-elements.ts';
import { DOCUMENTED_VARIABLES } from '../../../schemas/elements/element.ts';
import { readElementFile } from '../../../schemas/elements/element-file.ts';
import { PACKAGED_ELEMENTS } from '../../../schemas/elements/packaged-elements.ts';
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

  it('names what 46 elements of ten-minute files of KNMI are judged by', () => {
    const file = readElementFile(readFileSync(packageFile('examples/knmi/elements.json'), 'utf8'));
    assert.deepEqual(file.problems, []);
    const mapping: unknown = JSON.parse(readFileSync(packageFile('examples/knmi/mapping.json'), 'utf8'));
    const { observations } = checkMapping(mapping, 'the mapping');
    const mapped = Object.keys(observations?.columns ?? {});
    const known: readonly string[] = [...DOCUMENTED_VARIABLES, ...PACKAGED_ELEMENTS.map(({ name }) => name)];
    assert.deepEqual(
      mapped.filter((field) => !known.includes(field)),
      [],
    );
    assert.equal(mapped.length + file.elements.length, 46);
    const [, setting] = /^export HALCYON_ELEMENTS=(.*)$/m.exec(page) ?? [];
    const packaged = mapped.filter((field) => !(DOCUMENTED_VARIABLES as readonly string[]).includes(field));
    assert.deepEqual(setting?.split(',').sort(), [...packaged, 'examples/knmi/elements.json'].sort());
  });
});
