import assert from 'node:assert/strict';
import { type ProgramLimits, runProgram } from '../../../../ingest/feeds/bufr/run-program.ts';

const WIDE: ProgramLimits = { timeMs: 30_000, mostBytes: 1024 * 1024 };

function node(script: string, limits = WIDE, signal?: AbortSignal, input = 'given') {
  return runProgram({ file: process.execPath, args: ['-e', script] }, Buffer.from(input), limits, signal);
}

describe('a program that is run on bytes', () => {
  it('reads them, and its output is what it wrote', async () => {
    const end = await node('process.stdin.pipe(process.stdout); console.error("a word")');
    assert.ok(typeof end !== 'string');
    assert.deepEqual([end.output.toString(), end.words], ['given', 'a word\n']);
  });

  it('is given no secret of the environment', async () => {
    process.env['HALCYON_TRIAL_SECRET'] = 'secret';
    try {
      const end = await node('console.log(JSON.stringify([Object.keys(process.env), process.env.PATH]))');
      assert.ok(typeof end !== 'string');
      const [names, path] = JSON.parse(end.output.toString()) as [string[], string];
      assert.equal(names.includes('HALCYON_TRIAL_SECRET'), false);
      assert.equal(path, process.env['PATH']);
    } finally {
      delete process.env['HALCYON_TRIAL_SECRET'];
    }
  });

  it('says why it has no output: its last words, else how it ended', async () => {
    assert.equal(await node('console.error("first\\nlast"); process.exitCode = 3'), 'last');
    assert.equal(await node('process.exitCode = 3'), 'it ended with status 3');
    assert.match(String(await runProgram({ file: 'no-such-program', args: [] }, Buffer.alloc(0), WIDE)), /ENOENT/);
  });

  it('is killed where it takes too long, writes too much, or is not wanted any more', async () => {
    const forever = 'setInterval(() => undefined, 1000)';
    assert.equal(await node(forever, { ...WIDE, timeMs: 300 }), 'it did not end in 0.3 s');
    const endless = 'const write = () => process.stdout.write("x".repeat(65536), write); write()';
    assert.equal(await node(endless), 'it wrote more than 1 MiB');
    assert.equal(await node(forever, WIDE, AbortSignal.timeout(300)), 'it was stopped');
    assert.equal(await node(forever, WIDE, AbortSignal.abort()), 'it was stopped');
  });

  it('may end before it has read what it is given', async () => {
    assert.equal(await node('process.exit(2)', WIDE, undefined, 'x'.repeat(4_000_000)), 'it ended with status 2');
  });
});
