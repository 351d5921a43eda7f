import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { createApplication } from '../../../../services/api/application.ts';
import { listen } from '../../../../services/http/listening/listening.ts';
import { gate } from '../../../gate.ts';
import { until } from '../../../until.ts';
import { FakeParts } from '../../api/fake-parts.ts';

function fetchWith(agent: Agent, url: string): Promise<{ status: number; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().on('end', () => {
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection });
      });
    }).on('error', reject);
  });
}

describe('listen', () => {
  it('says where it listens, also on IPv6', async () => {
    const application = createApplication(new FakeParts().parts());
    const first = await listen(application, { host: '127.0.0.1', port: 0 });
    assert.equal(first.url, `http://127.0.0.1:${first.port}`);
    await first.close();
    await assert.rejects(fetch(first.url));
  });

  it('refuses a port that is taken and an address that is not here, in words', async () => {
    const application = createApplication(new FakeParts().parts());
    const first = await listen(application, { host: '127.0.0.1', port: 0 });
    try {
      await assert.rejects(listen(application, { host: '127.0.0.1', port: first.port }), {
        code: 'invalid_configuration',
        message: /is taken by another program/,
      });
      await assert.rejects(listen(application, { host: '203.0.113.7', port: 0 }), {
        code: 'invalid_configuration',
        message: /HALCYON_HOST/,
      });
    } finally {
      await first.close();
    }
  });

  it('closes idle connections at once and lets a request under way finish', async () => {
    const parts = new FakeParts();
    let finish = () => {};
    const { passed: there, open: arrived } = gate();
    parts.trouble = () => {
      arrived();
      return new Promise((resolve) => {
        finish = resolve;
      });
    };
    const listening = await listen(createApplication(parts.parts()), { host: '127.0.0.1', port: 0 });
    const agent = new Agent({ keepAlive: true });
    // One connection that idles, kept alive by the client, and one that waits for its answer.
    assert.equal((await fetchWith(agent, `${listening.url}/healthz`)).status, 200);
    const waiting = fetchWith(new Agent({ keepAlive: true }), `${listening.url}/readyz`);
    await there;
    const began = Date.now();
    const closed = listening.close();
    await until('it takes nobody any more', () =>
      fetch(`${listening.url}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    finish();
    assert.equal((await waiting).status, 200);
    await closed;
    assert.ok(Date.now() - began < 1000, 'an idle connection held the end up');
    agent.destroy();
  });

  it('cuts off a request that does not end within the grace', async () => {
    const parts = new FakeParts();
    const { passed: there, open: arrived } = gate();
    parts.trouble = () => {
      arrived();
      return new Promise(() => {});
    };
    const listening = await listen(createApplication(parts.parts()), { host: '127.0.0.1', port: 0, graceMs: 100 });
    const detection = fetch(`${listening.url}/api/v1/detect`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    const cut = assert.rejects(detection);
    await there;
    await listening.close();
    await cut;
  });
});
