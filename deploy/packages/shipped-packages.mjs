// Which packages of the lock file are shipped. Plain Node, as what uses it runs without development packages too.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Packages whose files the build puts into dist: what the pages import, the outlines of their map, /docs. */
const IN_PAGES = [
  '@date-fns/tz',
  '@formatjs/fast-memoize',
  '@formatjs/icu-messageformat-parser',
  '@formatjs/icu-skeleton-parser',
  'geokdbush',
  'intl-messageformat',
  'leaflet',
  'redoc',
  'swagger-ui-dist',
  'tinyqueue',
  'topojson-client',
  'uplot',
  'world-atlas',
];

/**
 * The packages that are shipped, by their path in the lock file (`node_modules/koa`): those that are installed to run
 * the services, on any platform, and those in the pages. `inPages` is true for the latter.
 */
export function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const shipped = new Map();
  for (const [path, { version, license, dev = false }] of Object.entries(packages)) {
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const inPages = path === `node_modules/${name}` && IN_PAGES.includes(name);
    if (!dev || inPages) shipped.set(path, { name, version, license, inPages });
  }
  return shipped;
}
