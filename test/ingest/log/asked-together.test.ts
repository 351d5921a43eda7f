import assert from 'node:assert/strict';
import { AskedTogether } from '../../../ingest/log/asked-together.ts';

describe('what is asked together', () => {
  it('is asked once for all who ask in a turn, and again for who asks while it is being answered', async () => {
    let asked = 0;
    const answers: ((count: number) => void)[] = [];
    const together = new AskedTogether(() => {
      asked++;
      return new Promise<number>((resolve) => answers.push(resolve));
    });
    const first = Promise.all(Array.from({ length: 1_000 }, () => together.answer()));
    while (answers.length < 1) await new Promise(setImmediate);
    const later = together.answer();
    while (answers.length < 2) await new Promise(setImmediate);
    answers[0](1);
    answers[1](2);
    assert.deepEqual([...new Set(await first)], [1]);
    assert.equal(await later, 2);
    assert.equal(asked, 2);
  });

  it('fails for all of them, and is asked again afterwards', async () => {
    let fails = true;
    const together = new AskedTogether(async () => {
      if (fails) throw new Error('away');
      return 'there';
    });
    const both = await Promise.allSettled([together.answer(), together.answer()]);
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    fails = false;
    assert.equal(await together.answer(), 'there');
  });
});
