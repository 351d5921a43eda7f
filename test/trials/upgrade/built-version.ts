import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../../schemas/package-root.ts';

/** The command of every version as the compiler leaves it: older ones have no bundle. */
const COMPILED_COMMAND = ['dist', 'services', 'cli', 'halcyon.js'] as const;

/** A version of Halcyon that was built from this repository's history. */
export interface BuiltVersion {
  /** What its commit is called. */
  readonly title: string;
  /** Path of its command. */
  readonly command: string;
  /** Whether it has `halcyon backup`. */
  readonly hasBackup: boolean;
  /** Newest steps of its tables, of the time series and of the catalogue. */
  readonly steps: string;
}

/** The steps of the tables: what makes those of a new store at once changes none. */
const STEPS = ['schemas/clickhouse/[0-9]*', 'schemas/postgres'];

/**
 * The commit before the last one that changed the tables of the stores, and the first that had `halcyon backup`.
 *
 * @throws Error where this is no clone with its history
 */
export function predecessors(): string[] {
  const changed = git('log', '-1', '--format=%H', '--', ...STEPS);
  const backup = git('log', '--diff-filter=A', '--format=%H', '--', 'services/backup').split('\n').at(-1) ?? '';
  return [`${changed}^`, backup];
}

/**
 * The oldest commit that judges as this one: nothing that judges, and no record or table, has changed since.
 *
 * @throws Error where this is no clone with its history
 */
export function oldestThatJudgesAlike(): string {
  return git('log', '-1', '--format=%H', '--', 'detectors', 'schemas/avro', ...STEPS);
}

/**
 * Builds a version as it was, with the packages of this one.
 *
 * @param commit any name of it
 * @param folder for it, not there yet
 * @throws Error where there is no such commit, or it cannot be built
 */
export function buildVersion(commit: string, folder: string): BuiltVersion {
  mkdirSync(folder);
  const archive = join(folder, 'source.tar');
  git('archive', '--output', archive, commit);
  execFileSync('tar', ['xf', archive, '-C', folder]);
  symlinkSync(packageFile('node_modules'), join(folder, 'node_modules'));
  // Its own development packages may be missing: what it would not be type-checked with matters to nobody here.
  const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return {
    title: git('log', '-1', '--format=%h %s', commit),
    command: join(folder, ...COMPILED_COMMAND),
    hasBackup: existsSync(join(folder, 'services', 'backup')),
    steps: stepsIn(folder),
  };
}

/** Newest steps of the tables of a version. @param folder of its sources */
export function stepsIn(folder: string): string {
  const newest = (store: string) =>
    readdirSync(join(folder, 'schemas', store)).filter((file) => /^\d{4}_.*\.sql$/.test(file));
  return ['clickhouse', 'postgres'].map((store) => newest(store).sort().at(-1)?.slice(0, 4)).join(', ');
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: packageFile(), encoding: 'utf8' }).trim();
}
