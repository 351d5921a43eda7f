import assert from 'node:assert/strict';
import { type Run, streamTable } from '../../../bench/stream/stream-table.ts';

const run = (program: string, rate: number, duplicates = 0): Run => ({
  program,
  size: '100k',
  obs_per_s: rate,
  cpu_us_per_obs: 4.56,
  peak_rss_mb: 500,
  check: { missing: 0, unexpected: 0, duplicates },
});

describe('table of the stream', () => {
  it('has medians with their spread, ratios to the first program, and the worst verdicts', () => {
    const runs = [run('a', 300_000), run('b', 100_000, 7), run('a', 100_000), run('b', 50_000, 2), run('a', 200_000)];
    assert.equal(
      streamTable('run', runs, [run('a', 100_000)], true),
      [
        '| program | runs | observations/s | CPU us an observation | memory, MB | ratio | before | missing | wrong | twice |',
        '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
        '| a | 3 | 200,000 (100,000 to 300,000) | 4.56 (4.56 to 4.56) | 500 (500 to 500) | 1.00 | 2.00 | 0 | 0 | 0 |',
        '| b | 2 | 75,000 (50,000 to 100,000) | 4.56 (4.56 to 4.56) | 500 (500 to 500) | 0.38 |  | 0 | 0 | 7 |',
      ].join('\n'),
    );
  });

  it('leaves out what a run does not have', () => {
    const killed: Run = {
      program: 'a',
      size: '100k',
      peak_rss_mb: 10,
      restart_to_first_output_s: null,
      check: { missing: 3 },
    };
    assert.equal(streamTable('crash', [killed], [], true).split('\n')[2], '| a | 1 |  | 10 |  |  | 3 |  |  |');
    assert.doesNotMatch(streamTable('run', [killed], [], false), /missing/);
  });
});
