import assert from 'node:assert/strict';
import { RunningApplication } from '../../api/running-application.ts';

describe('the network of what is pushed', () => {
  const application = new RunningApplication();
  before(() => application.start());
  after(() => application.listening.close());

  // Keys are `network/station`: station c of network a/b would be station b/c of network a.
  it("is refused with a '/' or white space at its ends, as in the body", async () => {
    for (const name of ['a%2Fb', '%20a', 'a%20']) {
      const { status, problems } = await application.json('POST', `/api/v1/observations?network=${name}`, []);
      assert.equal(status, 422, name);
      assert.deepEqual(problems[0].loc, ['query', 'network']);
      assert.match(problems[0].msg, /without '\/' and without white space at its ends/);
    }
    assert.equal((await application.json('POST', '/api/v1/observations?network=a%20b', [])).status, 200);
  });
});
