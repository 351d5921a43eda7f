import assert from 'node:assert/strict';
import { z } from 'zod';
import { PARTS, type Part, servesMore } from '../../../schemas/parts.ts';
import { ENDPOINTS } from '../../../services/api/registry.ts';
import { FakeParts } from './fake-parts.ts';
import { RunningApplication } from './running-application.ts';
import { someStation } from './some-records.ts';

const OPERATION = z.object({ operationId: z.string() });
const DOCUMENT = z.object({ paths: z.record(z.string(), z.record(z.string(), OPERATION)) });

describe('the endpoints of a process with some parts', () => {
  const running: RunningApplication[] = [];
  const withParts = async (...parts: Part[]): Promise<RunningApplication> => {
    const fake = new FakeParts();
    fake.served = new Set(parts);
    fake.stations = [someStation()];
    const application = await new RunningApplication(fake).start();
    running.push(application);
    return application;
  };
  afterEach(() => Promise.all(running.splice(0).map((application) => application.stop())));

  it('are those of its parts, and those that every process has', async () => {
    const status = async (application: RunningApplication, path: string) => (await application.request(path)).status;
    const [feed, detection, temporal] = [
      await withParts('feed'),
      await withParts('detection'),
      await withParts('temporal'),
    ];
    for (const application of [feed, detection, temporal]) {
      for (const path of ['/', '/docs', '/healthz', '/readyz', '/metrics'])
        assert.equal(await status(application, path), 200);
    }
    assert.equal(await status(detection, '/api/v1/anomalies'), 200);
    assert.equal(await status(feed, '/api/v1/anomalies'), 404);
    assert.equal(await status(temporal, '/api/v1/stations'), 404);
    const push = (application: RunningApplication) => application.json('POST', '/api/v1/observations', []);
    assert.equal((await push(feed)).status, 200);
    assert.equal((await push(detection)).status, 405);
  });

  it('are more than its health where it has one of the parts that serve', () => {
    for (const part of PARTS) {
      const hasOwn = ENDPOINTS.some((endpoint) => endpoint.part === part);
      assert.equal(servesMore(new Set([part])), hasOwn, part);
    }
  });

  it('are those that its page documents', async () => {
    const answer = await (await withParts('feed')).request('/api/v1/openapi.json');
    const names = Object.values(answer.as(DOCUMENT).paths)
      .flatMap((item) => Object.values(item))
      .map(({ operationId }) => operationId);
    assert.ok(names.includes('push-observations') && names.includes('readyz'));
    assert.ok(!names.includes('list-anomalies') && !names.includes('create-pattern'));
  });

  it('are reached by whatever name a cluster has for it, where it only says how it is', async () => {
    const [feed, temporal] = [await withParts('feed'), await withParts('temporal')];
    const asked = { Host: 'temporal:8080' };
    assert.equal((await temporal.addressed(asked, '/metrics')).status, 200);
    assert.equal((await feed.addressed(asked, '/metrics')).status, 403);
  });
});
