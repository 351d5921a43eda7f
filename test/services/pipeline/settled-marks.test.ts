import assert from 'node:assert/strict';
import { SILENT } from '../../../schemas/logger.ts';
import { SettledMarks } from '../../../services/pipeline/settled-marks.ts';
import type { JudgedUntil } from '../../../services/stores/time-series-store.ts';

describe('the marks of how far networks are settled in one process', () => {
  let written: JudgedUntil[];
  /** Lets the insert that waits go on, or fail. */
  let answers: { readonly store: () => void; readonly fail: (error: Error) => void }[];
  let marks: SettledMarks;
  beforeEach(() => {
    [written, answers] = [[], []];
    const log = { flushed: async () => undefined };
    const store = {
      insertJudgedUntil: (noted: readonly JudgedUntil[]) =>
        new Promise<void>((resolve, reject) => {
          const toStore = () => {
            written.push(...noted);
            resolve();
          };
          answers.push({ store: toStore, fail: reject });
        }),
    };
    marks = new SettledMarks(log, store, SILENT);
  });

  /** The next insert that has begun, once it has. */
  async function inserting() {
    while (answers.length === 0) await new Promise(setImmediate);
    const [next] = answers.splice(0, 1);
    assert.ok(next);
    return next;
  }

  it('are stored when a call ends, also what another call was writing when it came', async () => {
    marks.note('n', 100);
    const byTheClock = marks.write();
    const insert = await inserting();
    let isTold = false;
    const beforeTelling = marks.write().then(() => {
      isTold = true;
    });
    await new Promise(setImmediate);
    assert.equal(isTold, false, 'what is still being written is not told');
    insert.store();
    await Promise.all([byTheClock, beforeTelling]);
    assert.deepEqual(written, [{ network: 'n', slot: 100 }]);
  });

  it('are written by the next call where the store failed, as far as they have come by then', async () => {
    marks.note('m', 7);
    marks.note('n', 100);
    const failing = marks.write();
    const insert = await inserting();
    marks.note('n', 101);
    insert.fail(new Error('the store is away'));
    await assert.rejects(failing, /the store is away/);
    const again = marks.write();
    (await inserting()).store();
    await again;
    assert.deepEqual(written, [
      { network: 'm', slot: 7 },
      { network: 'n', slot: 101 },
    ]);
    await marks.write();
    assert.equal(written.length, 2);
  });
});
