import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { detectCommand } from '../../../services/cli/detector/detect-command.ts';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { calmDay } from '../detection/memory-source.ts';
import { recordedIo } from './recorded-io.ts';

interface BadInput {
  readonly arguments: readonly string[];
  readonly exit: number;
  /** What must stand on standard error. */
  readonly says: string;
}

const CASES = JSON.parse(readFileSync(new URL('bad-input.json', import.meta.url), 'utf8')) as readonly BadInput[];

describe('anomaly-detector and bad input', () => {
  for (const { arguments: argv, exit, says } of CASES) {
    it(`${JSON.stringify(argv.join(' '))} ends with ${exit}: ${says}`, async () => {
      const io = recordedIo();
      const source = calmDay();
      const code = await runInFrame((args, given) => detectCommand(args, given, async () => source), argv, io);
      assert.equal(code, exit, io.err());
      assert.ok(io.err().includes(says), io.err());
      assert.equal(io.out(), '');
      for (const line of io.err().trimEnd().split('\n')) assert.match(line, /^(error|warning): /);
    });
  }
});
