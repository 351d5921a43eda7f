import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { build } from 'esbuild';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { packageFile } from '../../../../schemas/package-root.ts';
import { runInFrame } from '../../../../services/cli/frame/command-frame.ts';
import { recordedIo } from '../recorded-io.ts';

const COMMAND = packageFile('test', 'services', 'cli', 'processes', 'frame-command.ts');

describe('the command frame', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-frame-'));
  // In one file: each process that runs it would compile it, and what it imports, with tsx.
  const command = join(folder, 'frame-command.mjs');
  before(() =>
    build({
      ...{ entryPoints: [COMMAND], outfile: command, bundle: true },
      ...{ format: 'esm', platform: 'node', logLevel: 'warning' },
    }),
  );
  after(() => rmSync(folder, { recursive: true, force: true }));

  function start(behaviour: string): ChildProcessByStdio<null, Readable, Readable> {
    return spawn(process.execPath, [command, behaviour], { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Ends a process by a signal once it has said that it waits. */
  async function interrupted(behaviour: string, signal: NodeJS.Signals) {
    const child = start(behaviour);
    let out = '';
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.stdout.on('data', (chunk) => {
      if (out === '') child.kill(signal);
      out += chunk;
    });
    const [code] = await once(child, 'close');
    return { code, out, err };
  }

  it('turns what a command throws into lines and the exit code of the error', async () => {
    const cases: readonly (readonly [unknown, number, string])[] = [
      [new HalcyonError('invalid_parameter', 'one thing'), 3, 'error: one thing\n'],
      [new HalcyonError('insufficient_data', 'nothing\nthere'), 4, 'error: nothing there\n'],
      [new HalcyonError('cannot_write', 'no room'), 1, 'error: no room\n'],
      [new HalcyonError('store_unreadable', 'no store'), 2, 'error: no store\n'],
      [new TypeError('x is undefined'), 1, 'error: unexpected: x is undefined\n'],
      ['a text', 1, 'error: unexpected: a text\n'],
    ];
    for (const [thrown, code, text] of cases) {
      const io = recordedIo();
      assert.equal(await runInFrame(async () => Promise.reject(thrown), [], io), code);
      assert.equal(io.err(), text);
    }
  });

  it('gives every problem a line', async () => {
    const problems = ['a is wrong', 'b is wrong'].map((msg) => ({ loc: [], msg, type: 'value_error' }));
    const io = recordedIo();
    const failing = async () => Promise.reject(new HalcyonError('invalid_parameter', 'both', { problems }));
    assert.equal(await runInFrame(failing, [], io), 3);
    assert.equal(io.err(), 'error: a is wrong\nerror: b is wrong\n');
  });

  it('shows the chain of causes only with --verbose', async () => {
    const inner = new Error('disk on fire', { cause: new Error('EIO') });
    const failing = async () => Promise.reject(new HalcyonError('store_unreadable', 'no store', { cause: inner }));
    const io = recordedIo();
    await runInFrame(failing, ['--verbose'], io);
    assert.equal(io.err(), 'error: no store\ncause: disk on fire\ncause: EIO\n');
  });

  it('ends with 130 after Ctrl-C and 143 after SIGTERM', async () => {
    const [byKeyboard, byManager] = await Promise.all([
      interrupted('waits', 'SIGINT'),
      interrupted('waits', 'SIGTERM'),
    ]);
    assert.deepEqual([byKeyboard.code, byKeyboard.err], [130, 'interrupted\n']);
    assert.deepEqual([byManager.code, byManager.err], [143, 'interrupted\n']);
  });

  it('lets a command end by itself after a signal, and ends one that does not', async () => {
    const [clean, stubborn] = await Promise.all([
      interrupted('endsCleanly', 'SIGTERM'),
      interrupted('doesNotListen', 'SIGINT'),
    ]);
    assert.deepEqual([clean.code, clean.out], [0, 'waiting\nstopped\n']);
    assert.equal(stubborn.code, 130);
  });

  it('ends with 1 and one line where a promise is rejected unseen', async () => {
    const child = start('rejectsUnseen');
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    assert.deepEqual(await once(child, 'close'), [1, null]);
    assert.equal(err, 'error: unexpected: nobody looked\n');
  });

  it('writes everything out before it ends, and ends in peace where nobody reads on', async () => {
    const reader = start('writesMuch');
    const left = start('writesMuch');
    let bytes = 0;
    let err = '';
    reader.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    left.stdout.once('data', () => left.stdout.destroy());
    left.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const ends = await Promise.all([once(reader, 'close'), once(left, 'exit')]);
    assert.deepEqual(ends, [
      [0, null],
      [0, null],
    ]);
    assert.equal(bytes, 2_288_890);
    assert.equal(err, '');
  });
});
