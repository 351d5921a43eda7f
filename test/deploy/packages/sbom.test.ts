import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFile } from '../../../schemas/package-root.ts';
import { PACKAGE } from '../versions.ts';
import { packagesInPages } from './packages-in-pages.ts';
import { shippedPackages } from './shipped-packages.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly scope: string;
  readonly purl: string;
  readonly properties: readonly { readonly name: string; readonly value: string }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly object[];
}

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

describe('the bill of materials', () => {
  let texts: string[];
  let bill: Bill;

  before(async function () {
    const run = promisify(execFile);
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-sbom-'));
    try {
      const files = ['one', 'two'].map((name) => join(folder, name, 'sbom.cdx.json'));
      const script = packageFile('deploy', 'packages', 'sbom.mjs');
      await Promise.all(files.map((file) => run(process.execPath, [script, file])));
      texts = files.map((file) => readFileSync(file, 'utf8'));
    } catch (error) {
      const npm = Number.parseInt((await run('npm', ['--version'])).stdout, 10);
      if (npm >= 10) throw error;
      console.log(`      npm ${npm} makes no bill of materials: npm 10 does`);
      this.skip();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    bill = JSON.parse(texts[0]) as Bill;
  });

  it('names every package that is shipped, and no other', () => {
    const inPages = packagesInPages();
    assert.ok(inPages.includes('leaflet') && inPages.includes('swagger-ui-dist'), inPages.join());
    const shipped = [...shippedPackages(inPages).values()].map(({ name, version }) => `${name}@${version}`);
    assert.ok(shipped.length > 200, String(shipped.length));
    assert.deepEqual(bill.components.map((component) => component['bom-ref']).sort(), [...new Set(shipped)].sort());
    assert.deepEqual(
      bill.components.filter(({ properties }) => properties.some(({ name }) => name === 'halcyon:built-into-pages')),
      bill.components.filter(({ name }) => inPages.includes(name)),
    );
  });

  it('says of each its version, where it is from, what it hashes to and its licence', () => {
    assert.deepEqual([bill.bomFormat, bill.specVersion], ['CycloneDX', '1.5']);
    for (const { name, version, type, purl, hashes, licenses } of bill.components) {
      assert.equal(type, 'library', name);
      assert.equal(purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
      // The lock file says nothing else of these: test/lock-file.test.ts, licences.test.ts.
      if (name.startsWith('@chdb/lib-') && hashes === undefined) continue;
      assert.match(hashes?.find(({ alg }) => alg === 'SHA-512')?.content ?? '', /^[0-9a-f]{128}$/, name);
      if (name !== '@kafkajs/confluent-schema-registry') assert.equal(licenses?.length, 1, name);
    }
  });

  it('says what needs what, of what it names alone', () => {
    const { component } = bill.metadata;
    assert.deepEqual([component.name, component.version, component.type], ['halcyon', PACKAGE.version, 'application']);
    const refs = new Set([component, ...bill.components].map((one) => one['bom-ref']));
    assert.deepEqual(
      bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
      [],
    );
    assert.deepEqual(new Set(bill.dependencies.map(({ ref }) => ref)), refs);
    const own = bill.dependencies.find(({ ref }) => ref === component['bom-ref'])?.dependsOn ?? [];
    assert.ok(own.some((ref) => ref.startsWith('koa@')) && !own.some((ref) => ref.startsWith('mocha@')));
  });

  it('is the same each time', () => {
    assert.equal(texts[1], texts[0]);
    assert.match(bill.serialNumber, /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});
