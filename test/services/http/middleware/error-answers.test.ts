import assert from 'node:assert/strict';
import Koa from 'koa';
import { type ErrorCode, HalcyonError } from '../../../../schemas/errors.ts';
import { DATASET_ERRORS } from '../../../../services/datasets/dataset-errors.ts';
import { listen } from '../../../../services/http/listening/listening.ts';
import { errorAnswers } from '../../../../services/http/middleware/error-answers.ts';

describe('the answers of errors', () => {
  const codes: ErrorCode[] = ['store_unavailable', 'store_locked', 'store_unreadable', 'log_unavailable'];
  for (const code of codes) {
    it(`name no server and no path: ${code}, whose words go to the log`, async () => {
      const said = 'The server at db.inside.example:8123 and /var/lib/halcyon do not answer.';
      const logged: string[] = [];
      const application = new Koa().use(errorAnswers((line) => logged.push(line), [DATASET_ERRORS]));
      application.use(() => {
        throw new HalcyonError(code, said);
      });
      const listening = await listen(application, { host: '127.0.0.1', port: 0 });
      try {
        for (const path of ['/api/v1/stations', '/dmm/api/v1/dataset']) {
          const answer = await fetch(listening.url + path);
          assert.equal(answer.status, 503);
          assert.doesNotMatch(await answer.text(), /inside|8123|var/);
        }
        assert.ok(logged.every((line) => line.includes(said)) && logged.length === 2);
      } finally {
        await listening.close();
      }
    });
  }

  // The words of a full disk were answered as 500, without one of them.
  it('say that a disk is full, and tell the log why', async () => {
    const logged: string[] = [];
    const application = new Koa().use(errorAnswers((line) => logged.push(line), [DATASET_ERRORS]));
    application.use(() => {
      const cause = new Error('ENOSPC');
      throw new HalcyonError('insufficient_storage', 'The file cannot be stored: no space is left.', { cause });
    });
    const listening = await listen(application, { host: '127.0.0.1', port: 0 });
    try {
      const answer = await fetch(`${listening.url}/dmm/api/v1/data-workflow`, { method: 'POST' });
      const error = 'The file cannot be stored: no space is left.';
      assert.deepEqual([answer.status, await answer.json()], [507, { detail: { code: 507, error } }]);
      assert.deepEqual(logged, [`POST /dmm/api/v1/data-workflow: ${error}`]);
    } finally {
      await listening.close();
    }
  });
});
