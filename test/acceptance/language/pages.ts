import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { packageFile } from '../../../schemas/package-root.ts';
import { type Prose, proseOf, textsOf } from './prose.ts';

/** Folders whose sources hold texts for people: help, errors, reasons, descriptions of settings and of the interfaces. */
const SOURCES = ['schemas', 'ingest', 'detectors', 'services'];

/** A page with its prose. */
export interface ProsePage {
  /** Path inside the package: `docs/http.md`. */
  readonly name: string;
  readonly prose: Prose;
}

/** @param names paths inside the package; without any those of the root and all of docs/, deploy/ and detectors/ */
export function parsePages(names: readonly string[] = []): ProsePage[] {
  const asked = names.length > 0 ? names : allPages();
  return asked.map((name) => ({ name, prose: proseOf(readFileSync(packageFile(name), 'utf8')) }));
}

function allPages(): string[] {
  const first = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];
  const there = first.filter((name) => existsSync(packageFile(name)));
  return [...there, ...['docs', 'deploy', 'detectors'].flatMap((folder) => filesIn(folder, '.md'))];
}

/** The texts for people in the sources of the package: one entry for each file that has some. */
export function sourceTexts(): { name: string; texts: readonly string[] }[] {
  return SOURCES.flatMap((folder) => filesIn(folder, '.ts'))
    .map((name) => ({ name, texts: textsOf(readFileSync(packageFile(name), 'utf8')) }))
    .filter(({ texts }) => texts.length > 0);
}

/** Files of a folder and of those in it, by the end of their names, in the order of their paths. */
function filesIn(folder: string, end: string): string[] {
  return readdirSync(packageFile(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .sort()
    .map((name) => `${folder}/${name}`);
}
