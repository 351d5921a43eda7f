// Follows the pages of docs/extend, each in a scratch copy of the sources: writes and changes the files that it says, checks
// types, format and promises, runs its commands and looks for the lines that it shows.
//   npm run test:extend                     all of them
//   npm run test:extend -- feed endpoint    some
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageFile } from '../../../schemas/package-root.ts';
import { extendPages, filesOf, stepsOf } from '../../acceptance/extend-page.ts';
import { refuse } from '../../run-options.ts';

/** The sources as they are, also what is not committed: [path inside the package]. */
function sources(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: packageFile(),
    encoding: 'utf8',
  });
  return listed.split('\0').filter((path) => path !== '' && existsSync(packageFile(path)));
}

/** A copy of the sources that changes nothing of them. */
function scratchCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-extend-'));
  for (const path of sources()) cpSync(packageFile(path), join(folder, path));
  symlinkSync(packageFile('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Runs commands in a folder as a reader would type them; what is wrong, or null where all is as the page shows it. */
function run(folder: string, commands: string, shows: readonly string[]): string | null {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', commands], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) return `${commands}ended with ${status}\n${stdout}${stderr}`;
  const missing = shows.find((line) => !stdout.split('\n').some((one) => one.trim() === line.trim()));
  return missing === undefined ? null : `${commands}did not show\n${missing}\nbut\n${stdout}${stderr}`;
}

/** Follows a page; what is wrong with it, or null. */
function follow(name: string): string | null {
  const folder = scratchCopy();
  try {
    const steps = stepsOf(name);
    const read = (path: string) =>
      existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined;
    const files = filesOf(name, steps, read);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const code = [...files.keys()].filter((path) => path.endsWith('.ts')).join(' ');
    const checks = [
      `npx tsc --noEmit\n`,
      `npx biome check ${code}\n`,
      `npx oxlint --type-aware --deny-warnings ${code}\n`,
    ];
    for (const commands of checks) {
      const wrong = run(folder, commands, []);
      if (wrong !== null) return wrong;
    }
    for (const step of steps) {
      const wrong = step.kind === 'run' ? run(folder, step.commands, step.shows) : null;
      if (wrong !== null) return wrong;
    }
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const chosen = process.argv.slice(2);
const pages = extendPages().filter((name) => chosen.length === 0 || chosen.some((one) => name.endsWith(`/${one}.md`)));
if (pages.length === 0) refuse(`no page is named ${chosen.join(', ')}; there are ${extendPages().join(', ')}`);
let failed = 0;
for (const name of pages) {
  const begun = performance.now();
  const wrong = follow(name);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${wrong === null ? 'works' : 'fails'}  ${name}  ${seconds} s`);
  if (wrong === null) continue;
  failed++;
  console.log(wrong);
}
console.log(`${pages.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
