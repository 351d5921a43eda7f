import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../../schemas/package-root.ts';

const CLIENT = packageFile('services', 'web', 'client');

/**
 * Names of the development packages whose files the build puts into dist: what the sources of the pages import, with what
 * that imports in turn, and what the build copies for /docs.
 */
export function packagesInPages(): string[] {
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const named = files.flatMap((file) => {
    const text = readFileSync(join(CLIENT, file), 'utf8');
    const way = file === 'vite.config.ts' ? /\.resolve\(`([\w-]+)\//g : /^import (?!type\b)[^';]*'([^.'][^']*)'/gm;
    return Array.from(text.matchAll(way), ([, specifier]) => packageOf(specifier));
  });
  const found = new Set(named);
  for (const name of found) for (const needed of importedBy(name)) found.add(needed);
  return [...found].sort();
}

/** The packages that the entry of a package imports: the build puts them beside it. */
function importedBy(name: string): string[] {
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch {
    // A package of data has none.
    return [];
  }
  const imports = readFileSync(entry, 'utf8').matchAll(/^import [^;]*from ["']([^."'][^"']*)["']/gm);
  return Array.from(imports, ([, specifier]) => packageOf(specifier));
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
