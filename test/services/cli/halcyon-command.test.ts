import assert from 'node:assert/strict';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { recordedIo } from './recorded-io.ts';

describe('halcyon', () => {
  const run = (...argv: string[]) => runWith({}, ...argv);
  const runWith = async (environment: Readonly<Record<string, string>>, ...argv: string[]) => {
    const io = recordedIo({ environment });
    return { code: await runInFrame(halcyonCommand, argv, io), out: io.out(), err: io.err() };
  };

  it('shows help where it is called alone', async () => {
    const alone = await run();
    assert.deepEqual(alone, await run('--help'));
    assert.equal(alone.code, 0);
    assert.match(alone.out, /^Usage: halcyon .*\n(.*\n)* {2}explain /);
  });

  it('prints every list and every record as a table, JSON or CSV', async () => {
    const { out } = await run('completion', 'bash');
    const commands = [...out.matchAll(/^ {4}'(halcyon [a-z -]+ (?:list|show))'\) (.*)$/gm)];
    assert.ok(commands.length >= 18, commands.map(([, name]) => name).join());
    for (const [, name, options] of commands) assert.match(options ?? '', /--format --json\b/, name);
  });

  // Every role was taken away without a word.
  it('takes no roles away where none is named', async () => {
    const { code, err } = await run('identity', 'user', 'roles', 'bob');
    assert.equal(code, 3);
    assert.match(
      err,
      /^error: give each role that the user is to have with --role; .* halcyon identity user disable\n$/,
    );
  });

  // The words were those of Node: ENOENT: no such file or directory, open 'nofile'.
  it('says in plain words that a file of a secret or an export cannot be read', async () => {
    for (const [words, file] of [
      [['user', 'add', 'bob', '--password-file', 'nofile'], '--password-file: nofile'],
      [['client', 'add', 'bob', '--secret-file', 'nofile'], '--secret-file: nofile'],
      [['realm', 'import', 'nofile'], 'nofile'],
    ] as const) {
      const { code, err } = await run('identity', ...words);
      assert.deepEqual([code, err], [3, `error: ${file} cannot be read: there is nothing of that name\n`]);
    }
  });

  // HALCYON_AUHT=required started a system without access control, and nothing told of it.
  it('warns once of a setting that there is not, on standard error', async () => {
    const { code, err } = await runWith({ HALCYON_LATENES: '3h', HALCYON_FOO: '1' }, 'element', 'list');
    assert.equal(code, 0);
    assert.equal(
      err,
      'warning: HALCYON_LATENES is given, and no setting has this name; HALCYON_LATENESS may be meant\n' +
        'warning: HALCYON_FOO is given, and no setting has this name; docs/configuration.md has all there are\n',
    );
    assert.equal((await runWith({ HALCYON_FOO: '1' }, 'completion', 'bash')).err, '');
  });

  it('warns of it in the log where it runs the system', async () => {
    const environment = { HALCYON_AUHT: 'required', HALCYON_HOST: '0.0.0.0', HALCYON_LOG_FORMAT: 'json' };
    const { code, out, err } = await runWith(environment, 'run');
    assert.equal(code, 3);
    assert.match(err, /^error: .*\n$/);
    const { level, message } = JSON.parse(out) as { level: string; message: string };
    assert.deepEqual(
      [level, message],
      ['warn', 'HALCYON_AUHT is given, and no setting has this name; HALCYON_AUTH may be meant'],
    );
  });
});
