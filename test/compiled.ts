import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { packageFile } from '../schemas/package-root.ts';

/** What is compiled, see tsconfig.build.json. */
const FLOORS = ['schemas', 'ingest', 'detectors', 'services'];
const ROOT = dirname(packageFile('package.json'));
const BUILT = join(ROOT, 'dist', '.tsbuildinfo');
let current: boolean | null = null;

/**
 * What follows `node` to run a module of the package: its compiled file, which starts in a third of the time, or its source
 * where that says more than the build, as it may where a single test is run. `npm test` builds first.
 *
 * @param source absolute path, or one within the package: `services/cli/halcyon.ts`
 */
export function wordsToRun(source: string): string[] {
  const path = isAbsolute(source) ? source : packageFile(source);
  const compiled = compiledFile(path);
  return compiled === null ? ['--import', import.meta.resolve('tsx'), path] : [bundledFile(compiled) ?? compiled];
}

/** The bundle of a compiled command, which is what users run; null where it is none, or was compiled anew since. */
function bundledFile(compiled: string): string | null {
  const bundled = join(ROOT, 'dist', 'bin', basename(compiled));
  if (dirname(compiled) !== join(ROOT, 'dist', 'services', 'cli')) return null;
  return changedAt(bundled) < changedAt(BUILT) ? null : bundled;
}

/** The compiled file of a source; null where it is not compiled, or has changed since. */
export function compiledFile(path: string): string | null {
  const within = relative(ROOT, path);
  if (!within.endsWith('.ts') || !FLOORS.includes(within.split(sep)[0])) return null;
  current ??= isCurrent();
  return current ? join(ROOT, 'dist', within.replace(/\.ts$/, '.js')) : null;
}

/** What the browser gets is built by itself, and nothing here runs it. */
const CLIENT = join(ROOT, 'services', 'web', 'client', sep);

/** True where no source is newer than the build, as deploy/setup.mjs decides. */
function isCurrent(): boolean {
  const built = changedAt(BUILT);
  return FLOORS.every((floor) =>
    readdirSync(join(ROOT, floor), { recursive: true, encoding: 'utf8' }).every(
      (name) => join(ROOT, floor, name).startsWith(CLIENT) || statSync(join(ROOT, floor, name)).mtimeMs <= built,
    ),
  );
}

/** When a file was written [ms]; 0 where there is none. */
function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
