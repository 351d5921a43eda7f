import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { releaseChanges } from '../../../deploy/release/changelog.ts';
import { makeRelease, planRelease } from '../../../deploy/release/release.ts';
import { readVersion, VERSION_PLACES, wrongStep } from '../../../deploy/release/version.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { PACKAGE } from '../versions.ts';

const UNRELEASED = '### Breaking\n\n- Ids are others.\n\n### Changed\n\n- A day is judged.';
const CHANGELOG = `# Changelog\n\n## [Unreleased]\n\n${UNRELEASED}\n`;
const TSX = pathToFileURL(packageFile('node_modules', 'tsx', 'dist', 'loader.mjs')).href;
const DAY = '2026-11-27';

describe('npm run release', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-release-'));
    for (const file of new Set(VERSION_PLACES.map((place) => place.file))) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(packageFile(file), join(folder, file));
    }
    writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG);
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'user.name', 'Somebody');
    git('config', 'user.email', 'somebody@example.org');
    commit('Begin');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function git(...words: string[]): string {
    return execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
  }

  function commit(subject: string): void {
    git('add', '--all');
    git('commit', '--quiet', '--message', subject);
  }

  function text(file: string): string {
    return readFileSync(join(folder, file), 'utf8');
  }

  function release(version: string): void {
    makeRelease(folder, planRelease(folder, version, DAY));
  }

  it('says what it would do and writes nothing, unless it is told to', () => {
    const script = packageFile('deploy', 'release', 'run.ts');
    const run = (...words: string[]) =>
      spawnSync(process.execPath, ['--import', TSX, script, ...words], { cwd: folder, encoding: 'utf8' });
    const told = run('0.2.0');
    assert.equal(told.status, 0, told.stderr);
    assert.match(told.stdout, /^v0\.2\.0, \d{4}-\d\d-\d\d\n\n### Breaking/);
    assert.match(told.stdout, /Nothing was written/);
    assert.equal(git('status', '--porcelain'), '');
    assert.equal(git('tag', '--list'), '');
    const refused = run('--write');
    assert.deepEqual([refused.status, refused.stdout], [1, '']);
    assert.equal(refused.stderr, 'No release: name the version, such as: npm run release -- 0.2.0.\n');
  });

  it('makes version, section, commit and tag', () => {
    release('0.2.0');
    assert.equal(git('log', '-1', '--format=%s'), 'Release 0.2.0');
    assert.equal(git('status', '--porcelain'), '');
    assert.equal(git('cat-file', '-t', 'v0.2.0'), 'tag');
    assert.equal(git('tag', '--list', '--format=%(contents)', 'v0.2.0'), `Halcyon 0.2.0\n\n${UNRELEASED}`);
    assert.equal(text('CHANGELOG.md'), `# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - ${DAY}\n\n${UNRELEASED}\n`);
    const lock = JSON.parse(text('package-lock.json')) as { version: string; packages: { '': { version: string } } };
    assert.deepEqual([lock.version, lock.packages[''].version], ['0.2.0', '0.2.0']);
    for (const { file, mention } of VERSION_PLACES) {
      for (const version of text(file).match(mention) ?? []) assert.equal(version, '0.2.0', file);
    }
  });

  it('puts the second release above the first, which may have the version of the checkout', () => {
    release(PACKAGE.version);
    writeFileSync(
      join(folder, 'CHANGELOG.md'),
      text('CHANGELOG.md').replace('## [Unreleased]\n', '## [Unreleased]\n\n### Fixed\n\n- A gap.\n'),
    );
    commit('Fix a gap');
    const [major, minor, patch] = readVersion(PACKAGE.version) ?? assert.fail(PACKAGE.version);
    const next = `${major}.${minor}.${patch + 1}`;
    release(next);
    const headings = Array.from(text('CHANGELOG.md').matchAll(/^## \[([^\]]+)\]/gm), ([, name]) => name);
    assert.deepEqual(headings, ['Unreleased', next, PACKAGE.version]);
  });

  it('refuses what cannot be released, and says why', () => {
    const refuses = (version: string, why: RegExp) =>
      assert.throws(() => planRelease(folder, version, DAY), { name: 'Error', message: why });
    refuses('v1.2.3', /name the version/);
    git('tag', 'v0.2.0');
    refuses('0.2.0', /the tag v0\.2\.0 is there already/);
    refuses('0.1.9', /0\.1\.9 is not newer than 0\.2\.0/);
    refuses('0.2.1', /break something: the version should be 0\.3\.0 or later/);
    writeFileSync(join(folder, 'new.txt'), '');
    refuses('0.3.0', /not committed/);
    rmSync(join(folder, 'new.txt'));
    writeFileSync(join(folder, 'deploy/helm/halcyon/Chart.yaml'), 'name: halcyon\n');
    commit('Lose the version');
    refuses('0.3.0', /Chart\.yaml does not say the version/);
  });
});

describe('the version of a release', () => {
  it('is three whole numbers', () => {
    assert.deepEqual(readVersion('0.10.3'), [0, 10, 3]);
    for (const text of ['', '1.2', 'v1.2.3', '1.2.3-rc.1', '01.2.3', '1.2.3.4']) assert.equal(readVersion(text), null);
  });

  it('is newer than the last, by as much as what breaks asks for', () => {
    assert.equal(wrongStep([0, 1, 0], null, true), null);
    assert.equal(wrongStep([0, 1, 9], [0, 1, 10], false), '0.1.9 is not newer than 0.1.10');
    assert.equal(wrongStep([0, 1, 2], [0, 1, 1], false), null);
    assert.match(wrongStep([0, 1, 2], [0, 1, 1], true) ?? '', /0\.2\.0 or later/);
    assert.match(wrongStep([1, 3, 0], [1, 2, 0], true) ?? '', /2\.0\.0 or later/);
    assert.equal(wrongStep([2, 0, 0], [1, 2, 0], true), null);
  });
});

describe('the changelog of a release', () => {
  const FIRST = '## [0.0.1] - 2026-01-01\n\n- First.\n';

  it('is refused without changes, without a heading for them, and with the version in it', () => {
    for (const [version, changelog, why] of [
      ['0.0.2', `# Changelog\n\n## [Unreleased]\n\n### Changed\n\n${FIRST}`, /nothing that is unreleased/],
      ['0.0.2', `# Changelog\n\n${FIRST}`, /no heading '## \[Unreleased\]'/],
      ['0.0.1', `# Changelog\n\n## [Unreleased]\n\n- New.\n\n${FIRST}`, /a section of 0\.0\.1 already/],
    ] as const) {
      const refused = releaseChanges(changelog, version, '2026-02-01');
      if (typeof refused !== 'string') assert.fail(changelog);
      assert.match(refused, why);
    }
  });

  it('keeps the sections of the releases before', () => {
    const released = releaseChanges(`# Changelog\n\n## [Unreleased]\n\n- New.\n\n${FIRST}`, '0.0.2', '2026-02-01');
    assert.deepEqual(released, {
      changelog: `# Changelog\n\n## [Unreleased]\n\n## [0.0.2] - 2026-02-01\n\n- New.\n\n${FIRST}`,
      notes: '- New.',
      breaks: false,
    });
  });
});

describe('places of the version', () => {
  it('all have that of the package', () => {
    for (const { file, mention } of VERSION_PLACES) {
      const found = readFileSync(packageFile(file), 'utf8').match(mention) ?? [];
      assert.ok(found.length > 0, `${file} names it`);
      for (const version of found) assert.equal(version, PACKAGE.version, file);
    }
  });
});
