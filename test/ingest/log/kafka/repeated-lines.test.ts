import assert from 'node:assert/strict';
import { withoutRepeats } from '../../../../ingest/log/kafka/repeated-lines.ts';

describe('lines of the Kafka client', () => {
  it('are said once in ten seconds each, however often they come', () => {
    const said: string[] = [];
    let clock = 0;
    const say = withoutRepeats(
      (line) => said.push(`${clock / 1000} ${line}`),
      () => clock,
    );
    for (clock = 0; clock <= 20_000; clock += 500) {
      say('a');
      if (clock === 5_000) say('b');
    }
    assert.deepEqual(said, ['0 a', '5 b', '10 a', '20 a']);
  });

  it('are not remembered without end', () => {
    const said: string[] = [];
    const say = withoutRepeats(
      (line) => said.push(line),
      () => 0,
    );
    for (let n = 0; n < 1_000; n++) say(`line ${n}`);
    say('line 999');
    say('line 0');
    assert.equal(said.length, 1_001);
  });
});
