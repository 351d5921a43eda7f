import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RULE_KINDS } from '../../../../schemas/expert-rule.ts';
import { PARTS } from '../../../../schemas/parts.ts';
import { WORDS_OF_OPTIONS } from '../../../../services/cli/completion/completed-command.ts';
import { SHELLS, type Shell } from '../../../../services/cli/completion/shells.ts';
import { runInFrame } from '../../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../../services/cli/halcyon-command.ts';
import { recordedIo } from '../recorded-io.ts';

/** Words of a line up to the cursor: what a shell offers for the last of them, in order. */
type Offered = (...words: string[]) => string[];

describe('completion', () => {
  let folder: string;
  const scripts = new Map<Shell, string>();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-completion-'));
    writeFileSync(join(folder, 'a mapping.json'), '');
    for (const shell of SHELLS) {
      const io = recordedIo();
      assert.equal(await runInFrame(halcyonCommand, ['completion', shell], io), 0, io.err());
      scripts.set(shell, join(folder, `script.${shell}`));
      writeFileSync(join(folder, `script.${shell}`), io.out());
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function run(shell: Shell, program: string): string[] {
    const done = spawnSync(shell, ['-c', program], { cwd: folder, encoding: 'utf8' });
    assert.deepEqual([done.status, done.stderr], [0, '']);
    return done.stdout.split('\n').filter((line) => line !== '');
  }
  const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
  const offeredBy: Readonly<Record<Shell, Offered>> = {
    bash: (...words) =>
      run(
        'bash',
        `. '${scripts.get('bash')}'; COMP_WORDS=(${quoted(words)}); COMP_CWORD=${words.length - 1}; _halcyon; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ),
    // What completes there works inside of its line editor only: here it prints what it would offer.
    zsh: (...words) =>
      run(
        'zsh',
        `compdef() { : }; compset() { cur=\${cur##*,} }; _files() { print -l -- *json }
         compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -l -- \${(M)@:#$cur*} }
         _describe() { local -a all=(\${(P)@[-1]}); print -l -- \${(M)\${all[@]%%:*}:#$cur*} }
         source '${scripts.get('zsh')}'; words=(${quoted(words)}); CURRENT=${words.length}; _halcyon`,
      ),
    fish: (...words) =>
      run('fish', `source '${scripts.get('fish')}'; complete -C '${words.join(' ')}'`).map((line) =>
        line.replace(/\t.*/, ''),
      ),
  };

  for (const shell of SHELLS) {
    describe(`in ${shell}`, () => {
      const offered = offeredBy[shell];
      before(function () {
        if (spawnSync(shell, ['--version']).error === undefined) return;
        console.log(`      ${shell} is not on this machine`);
        this.skip();
      });

      it('knows the commands and those of a group', () => {
        assert.deepEqual(offered('halcyon', 're').sort(), ['report', 'restore']);
        assert.deepEqual(offered('halcyon', 'dataset', 'l').sort(), ['list', 'load']);
        assert.deepEqual(offered('halcyon', 'identity', 'user', 'add', 'x', '--pass'), ['--password-file']);
      });

      it('knows the options of both programs, also behind other options', () => {
        assert.deepEqual(offered('anomaly-detector', '--spatial').sort(), ['--spatial-method', '--spatial-verify']);
        assert.deepEqual(offered('halcyon', 'detect', '--verbose', '--health'), ['--health-check']);
        assert.deepEqual(offered('halcyon', 'run', '--ins'), ['--insecure']);
      });

      it('knows the words that an option or an argument takes', () => {
        assert.deepEqual(offered('anomaly-detector', '--temporal-method', 'is'), ['isolation_forest']);
        assert.deepEqual(offered('halcyon', 'completion', 'f'), ['fish']);
        assert.deepEqual(offered('halcyon', 'run', '--only', 'spa'), ['spatial']);
        const [second, ...more] = offered('halcyon', 'run', '--only', 'feed,spa');
        assert.deepEqual([second.replace(/^feed,/, ''), more], ['spatial', []]);
      });

      it('offers files where a path is to be given, and nothing where nobody can guess', () => {
        const found = offered('halcyon', 'import', 'x', '--mapping', shell === 'zsh' ? '' : 'a');
        assert.ok(
          found.some((name) => name.replaceAll('\\', '') === 'a mapping.json'),
          found.join(),
        );
        assert.deepEqual(offered('anomaly-detector', '--network', 'a'), []);
      });
    });
  }

  it('is registered in bash for both programs', function () {
    if (spawnSync('bash', ['--version']).error !== undefined) return this.skip();
    const lines = run('bash', `. '${scripts.get('bash')}'; complete -p halcyon anomaly-detector`);
    assert.deepEqual(lines, ['complete -F _halcyon halcyon', 'complete -F _halcyon anomaly-detector']);
  });

  it('has words for options that there are, of those that take some words', () => {
    const bash = readFileSync(scripts.get('bash') ?? '', 'utf8');
    for (const option of Object.keys(WORDS_OF_OPTIONS)) assert.ok(bash.includes(`${option}'`), option);
    assert.ok(bash.includes(PARTS.join(' ')));
    assert.ok(bash.includes(RULE_KINDS.join(' ')));
  });

  it('refuses another shell', async () => {
    const io = recordedIo();
    assert.equal(await runInFrame(halcyonCommand, ['completion', 'tcsh'], io), 3);
    assert.equal(io.err(), "error: 'tcsh' is no shell, should be one of bash, zsh, fish\n");
  });
});
