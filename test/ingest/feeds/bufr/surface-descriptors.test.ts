import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SURFACE_DESCRIPTORS } from '../../../../ingest/feeds/bufr/surface-descriptors.ts';
import { DOCUMENTED_ELEMENTS } from '../../../../schemas/elements/documented-elements.ts';
import { PACKAGED_ELEMENTS } from '../../../../schemas/elements/packaged-elements.ts';
import { packageFile } from '../../../../schemas/package-root.ts';

const PAGE = packageFile('docs', 'bufr.md');

describe('descriptors of surface reports', () => {
  it('stand in the page as they are', () => {
    const rows = SURFACE_DESCRIPTORS.map(({ code, name, element, unit }) => {
      const descriptor = `${code[0]} ${code.slice(1, 3)} ${code.slice(3)}`;
      return `| ${descriptor} | \`${name}\` | ${unit} | ${element === null ? '' : `\`${element}\``} |`;
    });
    const table = ['| descriptor | name | unit | element |', '| --- | --- | --- | --- |', ...rows].join('\n');
    assert.ok(readFileSync(PAGE, 'utf8').includes(`${table}\n\n`), `docs/bufr.md should have\n${table}`);
  });

  it('come in units that their elements are read in, once each', () => {
    const elements = new Map([...DOCUMENTED_ELEMENTS, ...PACKAGED_ELEMENTS].map((one) => [one.name, one]));
    for (const { code, element, unit, isEnergy } of SURFACE_DESCRIPTORS) {
      if (element === null) continue;
      const known = elements.get(element);
      const units = [known?.unit, ...(known?.units ?? []).map((one) => one.unit)];
      assert.ok(
        units.includes(isEnergy === true ? 'W/m2' : unit),
        `${code}: ${element} in ${unit}, known ${units.join()}`,
      );
    }
    const codes = SURFACE_DESCRIPTORS.map(({ code }) => code);
    assert.equal(new Set(codes).size, codes.length);
  });
});
