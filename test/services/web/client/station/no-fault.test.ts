import assert from 'node:assert/strict';
import type { CoverageAnswer } from '../../../../../schemas/http/answers/coverage-answer.ts';
import { noFaultWords } from '../../../../../services/web/client/station/no-fault.ts';
import { readBy } from '../messages/reader.ts';

const STRETCH = { network: 'north', station: 'a', from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2) };
const { signal } = new AbortController();

/** What is said where so many values were received and judged. */
function said(answer: Pick<CoverageAnswer['values'], 'received' | 'judged'>): Promise<string> {
  const get = async <T>(): Promise<T> => ({ values: { ...answer, not_judged: {} } }) as T;
  return noFaultWords({ get }, STRETCH, signal);
}

describe('what is said of a stretch without faults', () => {
  before(() => readBy());

  it('is that no sensor was wrong where values were judged', async () => {
    assert.equal(await said({ received: 720, judged: 700 }), 'No sensor was wrong in this time.');
  });

  // The page said "No sensor was wrong in this time" of a new station with two reports.
  it('claims nothing where no value was judged', async () => {
    assert.equal(
      await said({ received: 10, judged: 0 }),
      'Not known: no value of this time is judged yet. 10 values came: too few for it, or still to be judged.',
    );
  });
});
