import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseChanges } from './changelog.ts';
import { compareVersions, readVersion, VERSION_PLACES, type Version, wrongStep } from './version.ts';

const CHANGELOG = 'CHANGELOG.md';

/** Why a release cannot be made, in words for who asks for it. */
export class ReleaseRefused extends Error {}

/** A release that can be made. */
export interface PlannedRelease {
  readonly version: string;
  readonly tag: string;
  /** What the changelog says of it. */
  readonly notes: string;
  /** The files that it changes, by path inside the checkout, with their new text. */
  readonly files: ReadonlyMap<string, string>;
}

function git(folder: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
}

/** The newest version that has a tag; null where none has. */
function lastVersion(folder: string): Version | null {
  const versions = git(folder, 'tag', '--list', 'v*')
    .split('\n')
    .map((tag) => readVersion(tag.slice(1)))
    .filter((version) => version !== null);
  return versions.sort(compareVersions).at(-1) ?? null;
}

/** Each place of the version with another one in it, by file. */
function filesWith(folder: string, version: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const { file, mention } of VERSION_PLACES) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (text.search(mention) < 0) {
      throw new ReleaseRefused(`${file} does not say the version where it should (deploy/release/version.ts)`);
    }
    files.set(file, text.replace(mention, version));
  }
  return files;
}

/**
 * What a release of a checkout would be.
 *
 * @param asked the version, such as 0.2.0
 * @param day of the release, such as 2026-11-27
 * @throws ReleaseRefused where the checkout has changes, the version cannot follow or there is nothing to release
 */
export function planRelease(folder: string, asked: string, day: string): PlannedRelease {
  const version = readVersion(asked);
  if (version === null) throw new ReleaseRefused('name the version, such as: npm run release -- 0.2.0');
  const text = version.join('.');
  const tag = `v${text}`;
  if (git(folder, 'status', '--porcelain') !== '') {
    throw new ReleaseRefused('the checkout has changes that are not committed');
  }
  if (git(folder, 'tag', '--list', tag) !== '') throw new ReleaseRefused(`the tag ${tag} is there already`);
  const released = releaseChanges(readFileSync(join(folder, CHANGELOG), 'utf8'), text, day);
  if (typeof released === 'string') throw new ReleaseRefused(released);
  const wrong = wrongStep(version, lastVersion(folder), released.breaks);
  if (wrong !== null) throw new ReleaseRefused(wrong);
  const files = filesWith(folder, text).set(CHANGELOG, released.changelog);
  return { version: text, tag, notes: released.notes, files };
}

/** Makes a release: writes its files, commits them and sets the tag. */
export function makeRelease(folder: string, { version, tag, notes, files }: PlannedRelease): void {
  for (const [file, content] of files) writeFileSync(join(folder, file), content);
  git(folder, 'add', '--', ...files.keys());
  git(folder, 'commit', '--quiet', '--message', `Release ${version}`);
  // Headings of the notes begin with what else is a comment.
  git(folder, 'tag', '--annotate', tag, '--message', `Halcyon ${version}`, '--message', notes, '--cleanup=verbatim');
}
