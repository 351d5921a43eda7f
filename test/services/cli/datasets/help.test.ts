import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../../../schemas/package-root.ts';
import { runInFrame } from '../../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../../services/cli/halcyon-command.ts';
import { recordedIo } from '../recorded-io.ts';

/** Each command with its options beside --url, --json and --help. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  upload: ['--dataset'],
  register: ['--name', '--description', '--license', '--keyword', '--file', '--graph'],
  load: ['--graph'],
  list: ['--state', '--type', '--limit', '--format'],
  show: ['--format'],
  purge: [],
  query: ['--name', '--output', '--graph'],
};

describe('the help of halcyon dataset', () => {
  const [, section] = readFileSync(packageFile('docs', 'command-line.md'), 'utf8').split('\n## halcyon dataset\n');

  async function helpOf(...words: string[]): Promise<string> {
    const io = recordedIo();
    assert.equal(await runInFrame(halcyonCommand, ['dataset', ...words, '--help'], io), 0, io.err());
    return io.out();
  }

  it('lists the commands', async () => {
    const help = await helpOf();
    for (const name of Object.keys(COMMANDS)) assert.match(help, new RegExp(`^ {2}${name} .{20}`, 'm'));
  });

  for (const [name, own] of Object.entries(COMMANDS)) {
    it(`of ${name} says what it does, and the page names its options`, async () => {
      const help = await helpOf(name);
      assert.match(help, new RegExp(`^Usage: halcyon dataset ${name} .*\\n\\n\\w.{20}`));
      const options = Array.from(help.matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm), ([, option]) => option);
      assert.deepEqual(options.sort(), [...own, '--url', '--json', '--help'].sort());
      for (const option of [...own, '--url', '--json']) assert.ok(section.includes(`\`${option}`), option);
      assert.ok(section.includes(`\`halcyon dataset ${name}`));
    });
  }

  it('of query says what the files are called', async () => {
    assert.match(await helpOf('query'), /first ID\/FILE is \{\{arg1\}\}[\s\S]*ID\/observations\?from=TIME&to=TIME/);
  });
});
