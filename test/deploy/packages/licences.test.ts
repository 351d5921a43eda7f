import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { packageFile } from '../../../schemas/package-root.ts';
import { packagesInPages } from './packages-in-pages.ts';
import { shippedPackages } from './shipped-packages.ts';

/** Licences, as SPDX names them, that let Halcyon be given on under MIT with what it needs. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/** Packages that name no licence in their package.json, with what their licence file begins with. */
const UNNAMED: Readonly<Record<string, string>> = {
  // Its repository has the field, the published package has the file alone.
  '@kafkajs/confluent-schema-registry': 'MIT License',
};

/** Packages whose licence is a file of their own, with what it begins with and grants. */
const OWN: Readonly<Record<string, { readonly file: string; readonly grants: RegExp }>> = {
  // NIST's software licence, and that of the HDF5 library, which is of the kind of BSD-3-Clause.
  h5wasm: {
    file: 'LICENSE.txt',
    grants:
      /^h5wasm license statement:\s+NIST-developed software is provided by NIST as a public service\. You may use,\s+copy, and distribute copies[\s\S]*Redistribution and use in source and binary forms, with or without\s+modification, are permitted/,
  },
};

/** True where one may choose a licence that is allowed; what joins licences in another way than OR is not. */
function isAllowed(expression: string): boolean {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((licence) => ALLOWED.has(licence));
}

describe('the licences of what is shipped', () => {
  const shipped = shippedPackages(packagesInPages());

  it('are all allowed', () => {
    assert.ok(shipped.size > 200, String(shipped.size));
    const others = [...shipped.values()].filter(
      ({ name, license }) =>
        !(license === undefined
          ? name in UNNAMED
          : isAllowed(license) || license === `SEE LICENSE IN ${OWN[name]?.file}`),
    );
    assert.deepEqual(others, []);
  });

  it('are those that the installed packages name', () => {
    for (const [path, { name, license }] of shipped) {
      const manifest = packageFile(path, 'package.json');
      // Of packages for platforms only that of this one is installed.
      if (!existsSync(manifest)) continue;
      const named = (JSON.parse(readFileSync(manifest, 'utf8')) as { license?: string }).license;
      assert.equal(named, license, path);
      if (named === undefined) assert.ok(textOf(path, 'LICENSE').startsWith(UNNAMED[name]), path);
      const own = OWN[name];
      if (own !== undefined) assert.match(textOf(path, own.file), own.grants, path);
    }
    const names = new Set([...shipped.values()].filter(({ license }) => license === undefined).map(({ name }) => name));
    assert.deepEqual([...names], Object.keys(UNNAMED), 'no exception is left that none needs');
  });

  it('are refused where none of those that one may choose is allowed', () => {
    const refused = ['GPL-3.0-only', 'AGPL-3.0 OR SSPL-1.0', 'MIT AND GPL-2.0-only', 'SEE LICENSE IN LICENSE', ''];
    assert.deepEqual(refused.filter(isAllowed), []);
    assert.ok(['MIT', '(MIT OR GPL-3.0-only)'].every(isAllowed));
  });
});

function textOf(...path: readonly string[]): string {
  return readFileSync(packageFile(...path), 'utf8');
}
