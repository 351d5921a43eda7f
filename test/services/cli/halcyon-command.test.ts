import assert from 'node:assert/strict';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { recordedIo } from './recorded-io.ts';

describe('halcyon', () => {
  const run = async (...argv: string[]) => {
    const io = recordedIo();
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
});
