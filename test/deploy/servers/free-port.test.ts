import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '../../../deploy/servers/server-process.ts';

/** From here on the system of most machines gives ports to connections that go out. */
const FIRST_OUTGOING = 32_768;

describe('a free port', () => {
  // A broker that took seconds to format its data found its port taken, and ended.
  it('is none that the system gives to a connection that goes out', async () => {
    for (const port of await Promise.all(Array.from({ length: 50 }, () => freePort()))) {
      assert.ok(port > 1_024 && port < FIRST_OUTGOING, `${port}`);
    }
  });

  it('is the one of before where nobody has it, else another', async () => {
    const port = await freePort();
    assert.equal(await freePort(port), port);
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
    try {
      assert.notEqual(await freePort(port), port);
    } finally {
      holder.close();
    }
  });
});
