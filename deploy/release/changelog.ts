/** The heading under which changes are noted that no release has yet. */
const UNRELEASED = '## [Unreleased]';

/** The section of changes that no release has. */
interface Section {
  /** Index of its first character after the heading. */
  readonly from: number;
  /** Index behind its last character. */
  readonly to: number;
  /** Its text without blanks around it. */
  readonly text: string;
}

/** The section of changes that no release has; null where the file has no such heading. */
function unreleased(changelog: string): Section | null {
  const heading = changelog.search(/^## \[Unreleased\]$/m);
  if (heading < 0) return null;
  const from = heading + UNRELEASED.length;
  const next = changelog.slice(from).search(/^## /m);
  const to = next < 0 ? changelog.length : from + next;
  return { from, to, text: changelog.slice(from, to).trim() };
}

/** A changelog with a new release, and what it says of that. */
export interface ReleasedChangelog {
  readonly changelog: string;
  /** Text of the new section, without its heading. */
  readonly notes: string;
  /** True where it tells of changes that break what users have. */
  readonly breaks: boolean;
}

/**
 * Moves what is unreleased under a heading of its own, as Keep a Changelog 1.1.0 has it, and leaves an empty section for
 * what comes.
 *
 * @param day of the release, such as 2026-11-27
 * @returns a text that says why not where there is nothing to release or the release is there already
 */
export function releaseChanges(changelog: string, version: string, day: string): ReleasedChangelog | string {
  if (changelog.includes(`\n## [${version}]`)) return `CHANGELOG.md has a section of ${version} already`;
  const section = unreleased(changelog);
  if (section === null) return `CHANGELOG.md has no heading '${UNRELEASED}'`;
  // Headings of kinds of changes alone say nothing.
  if (section.text.replace(/^###.*$/gm, '').trim() === '') return 'CHANGELOG.md has nothing that is unreleased';
  const before = changelog.slice(0, section.from);
  const after = changelog.slice(section.to);
  const released = `${before}\n\n## [${version}] - ${day}\n\n${section.text}\n${after === '' ? '' : `\n${after}`}`;
  return { changelog: released, notes: section.text, breaks: /^### Breaking$/m.test(section.text) };
}
