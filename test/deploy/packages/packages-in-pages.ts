import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../../schemas/package-root.ts';

const CLIENT = packageFile('services', 'web', 'client');

/**
 * Names of the development packages whose files the build puts into dist: what the sources of the pages import, and what
 * the build copies for /docs.
 */
export function packagesInPages(): string[] {
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const named = files.flatMap((file) => {
    const text = readFileSync(join(CLIENT, file), 'utf8');
    const way = file === 'vite.config.ts' ? /\.resolve\(`([\w-]+)\//g : /^import (?!type\b)[^';]*'([^.'][^']*)'/gm;
    return Array.from(text.matchAll(way), ([, specifier]) => specifier.split('/')[0]);
  });
  return [...new Set(named)].sort();
}
