import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { packageFile } from '../../schemas/package-root.ts';
import { readPage } from './markdown-page.ts';

/** What a page of docs/extend tells its reader to do, in order. */
export type Step =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'change'; readonly path: string; readonly hunks: readonly Hunk[] }
  | { readonly kind: 'run'; readonly commands: string; readonly shows: readonly string[] };

/** Lines that are replaced by others. */
interface Hunk {
  readonly from: string;
  readonly to: string;
}

/** A paragraph that ends with a path and a colon, and the block behind it: `Write `path`:`, `Change `path`:`. */
const TOLD = /^(Write|Change) `([^`\n]+)`[^\n]*:\n\n```(\w+)\n([\s\S]*?)^```$/gm;

/** The pages of docs/extend that are followed, by their names. */
export function extendPages(): string[] {
  const names = readdirSync(packageFile('docs', 'extend')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  return names.sort().map((name) => `docs/extend/${name}`);
}

/** The steps of a page: its files, its changes, its commands with the lines that they show. */
export function stepsOf(name: string): Step[] {
  const { text, blocks } = readPage(name);
  const edits = Array.from(text.matchAll(TOLD), ([, verb, path, language, block]): Step => {
    if (verb === 'Write') return { kind: 'write', path, text: block };
    assert.equal(language, 'diff', `${name}: what changes ${path} is a diff`);
    return { kind: 'change', path, hunks: hunksOf(block) };
  });
  const runs = blocks.flatMap(({ language, text: commands }, at): Step[] => {
    if (language !== 'sh') return [];
    const next = blocks[at + 1];
    const shown = next?.follows === true && next.language === 'text' ? next.text.split('\n') : [];
    return [{ kind: 'run', commands, shows: shown.filter((line) => line !== '' && !line.includes('…')) }];
  });
  const told = blocks.filter(({ language }) => ['ts', 'diff', 'json'].includes(language)).length;
  assert.equal(
    edits.length,
    told,
    `${name}: a block of code has no line above it that says 'Write' or 'Change' and a path`,
  );
  return [...edits, ...runs];
}

/** Paths of the files that a page has its reader write. */
export function writtenBy(name: string): string[] {
  return stepsOf(name).flatMap((step) => (step.kind === 'write' ? [step.path] : []));
}

/** The pieces of a diff, which are parted by `@@`: each as lines that are there and lines that take their place. */
function hunksOf(diff: string): Hunk[] {
  return diff.split(/^@@.*\n/m).map((piece) => {
    const lines = piece.split('\n').slice(0, -1);
    const side = (signs: string) =>
      lines
        .filter((line) => signs.includes(line[0] ?? ' '))
        .map((line) => line.slice(1))
        .join('\n');
    return { from: side(' -'), to: side(' +') };
  });
}

/**
 * The files that the steps of a page lead to, by path.
 *
 * @param read text of a file before; undefined where there is none
 * @throws AssertionError that names the page, the path and the lines where the sources are not as the page expects
 */
export function filesOf(
  name: string,
  steps: readonly Step[],
  read: (path: string) => string | undefined,
): Map<string, string> {
  const files = new Map<string, string>();
  for (const step of steps) {
    if (step.kind === 'run') continue;
    const { path } = step;
    const before = files.get(path) ?? read(path);
    if (step.kind === 'write') {
      assert.equal(before, undefined, `${name}: ${path} is there already`);
      files.set(path, step.text);
      continue;
    }
    assert.ok(before !== undefined, `${name}: ${path} is not there (was it moved?)`);
    let text = before;
    for (const { from, to } of step.hunks) {
      const times = `\n${text}`.split(`\n${from}\n`).length - 1;
      assert.equal(times, 1, `${name}: ${path} has these lines ${times} times, not once:\n${from}`);
      text = `\n${text}`.replace(`\n${from}\n`, () => `\n${to}\n`).slice(1);
    }
    files.set(path, text);
  }
  return files;
}
