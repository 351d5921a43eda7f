import assert from 'node:assert/strict';
import { askedAgain } from '../../../../ingest/log/kafka/asked-again.ts';

/** An error of the client, as it says of an election that is under way. */
function passing(): Error {
  return Object.assign(new Error('This server is not the leader for that topic-partition'), { retriable: true });
}

describe('asking the brokers again', () => {
  it('goes on through an election', async () => {
    let asked = 0;
    const answer = await askedAgain(async () => {
      asked += 1;
      if (asked < 3) throw passing();
      return asked;
    });
    assert.equal(answer, 3);
  });

  it('ends at once with what does not pass', async () => {
    let asked = 0;
    const asking = askedAgain(async () => {
      asked += 1;
      throw new Error('refused');
    });
    await assert.rejects(asking, /refused/);
    assert.equal(asked, 1);
  });
});
