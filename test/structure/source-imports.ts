import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The four floors, the lowest first. */
export const FLOORS = ['schemas', 'ingest', 'detectors', 'services'] as const;

/** What one file takes from another. */
interface Import {
  /** Path of the file that is imported, from the root. */
  readonly target: string;
  /** True where nothing of it is there when the program runs. */
  readonly typeOnly: boolean;
}

/** A source file of one of the floors. */
export interface Source {
  /** Path from the root. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
}

// `import a, { b, type C } from './x.ts'` and `export ... from`, over several lines.
const STATEMENT = /^(?:import|export)\s+([^'";]*?)\s*\bfrom\s*'(\.[^']*)'/gm;
const FOR_EFFECT = /^import\s*'(\.[^']*)'/gm;
// `import('./x.ts').Name` is a type; `await import('./x.ts')` is none.
const CALL = /\bimport\(\s*'(\.[^']*)'\s*\)(\.[A-Z])?/g;

/** Every TypeScript file of the floors below `root`, by path. */
export function readSources(root: string): Source[] {
  const paths = FLOORS.flatMap((floor) =>
    readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') || name.endsWith('.tsx'))
      .map((name) => join(floor, name)),
  );
  return paths.sort().map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const targetOf = (specifier: string) => relative(root, resolve(root, dirname(path), specifier));
    const imports = importsIn(text).map(({ specifier, typeOnly }) => ({ target: targetOf(specifier), typeOnly }));
    return { path, lines: text.split('\n').length - 1, imports };
  });
}

/** The relative imports in a text, as they are written. */
export function importsIn(text: string): { readonly specifier: string; readonly typeOnly: boolean }[] {
  return [
    ...[...text.matchAll(STATEMENT)].map(([, clause, specifier]) => ({ specifier, typeOnly: namesTypesOnly(clause) })),
    ...[...text.matchAll(FOR_EFFECT)].map(([, specifier]) => ({ specifier, typeOnly: false })),
    ...[...text.matchAll(CALL)].map(([, specifier, name]) => ({ specifier, typeOnly: name !== undefined })),
  ];
}

function namesTypesOnly(clause: string): boolean {
  if (/^type\b/.test(clause)) return true;
  const named = /^\{([^}]*)\}$/.exec(clause);
  if (named === null) return false;
  const names = named[1].split(',').map((name) => name.trim());
  return names.filter((name) => name !== '').every((name) => name.startsWith('type '));
}
