// Writes which packages are shipped, with version, hash and licence, as a bill of materials (CycloneDX 1.5):
//   npm run sbom [-- FILE]        dist/sbom.cdx.json by default
// npm makes it from the lock file. Its own choice (--omit dev) is not taken: that leaves out each package that something
// for development needs as well, koa among them, and knows nothing of what the build puts into the pages.
// The same lock file and the same npm give the same bytes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { v5 } from 'uuid';
import { root, shippedPackages } from './shipped-packages.mjs';

/** Says of a component in the pages that no folder node_modules has it where Halcyon runs. */
const IN_PAGES = { name: 'halcyon:built-into-pages', value: 'true' };

/** What npm knows of all packages of the lock file, whatever is installed. */
function billOfAll() {
  const words = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  return JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }));
}

/** The part of it that is shipped, without what differs from one run or folder to the next. */
function billOfShipped({ $schema, bomFormat, specVersion, version, metadata, components, dependencies }) {
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const shipped = new Map([...shippedPackages().values()].map((one) => [`${one.name}@${one.version}`, one]));
  const kept = components.filter((component) => shipped.has(component['bom-ref']));
  const refs = new Set([metadata.component['bom-ref'], ...kept.map((component) => component['bom-ref'])]);
  const { timestamp: _, ...told } = metadata;
  const content = {
    version,
    metadata: { ...told, component: { ...metadata.component, name } },
    components: kept.map((component) => withLicence(component, shipped.get(component['bom-ref']))),
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
  const serialNumber = `urn:uuid:${v5(JSON.stringify(content), v5.URL)}`;
  return { $schema, bomFormat, specVersion, serialNumber, ...content };
}

/** npm leaves out a licence that is no expression of SPDX, such as one that names a file of the package. */
function withLicence(component, { inPages, license }) {
  const told = inPages ? { ...component, scope: 'required', properties: [IN_PAGES] } : component;
  return component.licenses === undefined && license !== undefined
    ? { ...told, licenses: [{ license: { name: license } }] }
    : told;
}

const file = resolve(root, process.argv[2] ?? join('dist', 'sbom.cdx.json'));
try {
  const bill = billOfShipped(billOfAll());
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${file}: ${bill.components.length} packages`);
} catch (error) {
  console.error(`The bill of materials could not be made (it needs npm 10 or later): ${error.message}`);
  process.exit(1);
}
