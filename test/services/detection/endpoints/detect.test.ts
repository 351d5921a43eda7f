import assert from 'node:assert/strict';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { gate } from '../../../gate.ts';
import { until } from '../../../until.ts';
import { RunningApplication } from '../../api/running-application.ts';

const PATH = '/api/v1/detect';

describe('POST /api/v1/detect', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.trouble = null;
    running.parts.limits = {};
  });

  it('hands the fields on as they came and answers the report', async () => {
    const asked = {
      end_time: '2022-09-15T23:50:00Z',
      start_time: 1662170400.5,
      window_hours: 6,
      temporal_method: '3sigma',
      spatial_verify: true,
      spatial_method: 'pearson',
      neighbor_radius_km: 0.5,
      variables: ['temp_out', 'bar'],
      checks: [],
      verdicts: 'first',
      network: 'north',
    };
    const { status, body } = await running.json('POST', PATH, asked);
    assert.equal(status, 200);
    assert.deepEqual(body, running.parts.report);
    assert.deepEqual(running.parts.detections.at(-1)?.body, asked);
  });

  it('takes null for a field that is not given', async () => {
    const { status } = await running.json('POST', PATH, { end_time: null, network: null, variables: null });
    assert.equal(status, 200);
  });

  const WRONG: [body: unknown, loc: string, type: string, msg?: string][] = [
    [{ window_hours: 0 }, 'body.window_hours', 'greater_than_equal', 'Input should be greater than or equal to 1'],
    [{ window_hours: -3 }, 'body.window_hours', 'greater_than_equal'],
    [{ window_hours: 1e9 }, 'body.window_hours', 'less_than_equal', 'Input should be less than or equal to 168'],
    [{ window_hours: 'abc' }, 'body.window_hours', 'int_parsing'],
    [{ window_hours: 1.5 }, 'body.window_hours', 'int_from_float'],
    [{ window_hours: [6] }, 'body.window_hours', 'int_type', 'Input should be a valid integer'],
    ['{"window_hours":1e999}', 'body.window_hours', 'int_from_float'],
    [{ temporal_method: 'magic' }, 'body.temporal_method', 'enum'],
    [{ spatial_method: 'magic' }, 'body.spatial_method', 'enum', "Input should be 'pearson' or 'distance'"],
    [{ spatial_verify: 'yes' }, 'body.spatial_verify', 'bool_type', 'Input should be a valid boolean'],
    [{ neighbor_radius_km: 0 }, 'body.neighbor_radius_km', 'greater_than', 'Input should be greater than 0'],
    [{ neighbor_radius_km: 1001 }, 'body.neighbor_radius_km', 'less_than_equal'],
    [{ neighbor_radius_km: '100' }, 'body.neighbor_radius_km', 'float_type'],
    [{ variables: 'temp_out' }, 'body.variables', 'list_type', 'Input should be a valid list'],
    [{ variables: ['snow'] }, 'body.variables.0', 'enum'],
    [{ variables: [] }, 'body.variables', 'too_short'],
    [{ end_time: {} }, 'body.end_time', 'union_type'],
    [{ network: '' }, 'body.network', 'string_too_short'],
    [{ colour: 1 }, 'body.colour', 'extra_forbidden'],
    ['{"__proto__":{"window_hours":1}}', 'body.__proto__', 'extra_forbidden'],
    ['{"constructor":{"prototype":1}}', 'body.constructor', 'extra_forbidden'],
    [[], 'body', 'model_attributes_type', 'Input should be a valid dictionary or object to extract fields from'],
  ];
  for (const [given, loc, type, msg] of WRONG) {
    it(`refuses ${typeof given === 'string' ? given : JSON.stringify(given)}`, async () => {
      const before = running.parts.detections.length;
      const { status, problems, text } = await running.json('POST', PATH, given);
      assert.equal(status, 422);
      assert.deepEqual([problems[0].loc.join('.'), problems[0].type], [loc, type], text);
      if (msg !== undefined) assert.equal(problems[0].msg, msg);
      assert.equal(problems.length, 1);
      assert.equal(running.parts.detections.length, before);
    });
  }

  it('answers 409 where not one value could be judged, 404 for a network that is not there', async () => {
    for (const [code, status] of [
      ['insufficient_data', 409],
      ['unknown_network', 404],
    ] as const) {
      running.parts.trouble = async () => {
        throw new HalcyonError(code, 'nothing to judge');
      };
      const answer = await running.json('POST', PATH, {});
      assert.equal(answer.status, status);
      assert.deepEqual(answer.body, { detail: 'nothing to judge', code });
    }
  });

  it('stops the detection when the client has gone, and calls that no failure', async () => {
    const { parts } = running;
    const started = new Promise<void>((resolve) => {
      parts.trouble = () =>
        new Promise((_resolve, reject) => {
          const signal = parts.detections.at(-1)?.signal;
          signal?.addEventListener('abort', () => reject(new HalcyonError('interrupted', 'interrupted')));
          resolve();
        });
    });
    const leaving = new AbortController();
    const request = running.request(PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
      signal: leaving.signal,
    });
    await started;
    leaving.abort();
    await assert.rejects(request, { name: 'AbortError' });
    const signal = parts.detections.at(-1)?.signal;
    await new Promise((resolve) => (signal?.aborted ? resolve(null) : signal?.addEventListener('abort', resolve)));
    assert.deepEqual(parts.failures, []);
  });

  it('refuses the fifth at once with 503 and takes another when one is done', async () => {
    const { passed: wait, open: finish } = gate();
    running.parts.trouble = () => wait;
    const four = [1, 2, 3, 4].map(() => running.json('POST', PATH, {}));
    const before = running.parts.detections.length;
    await until('four are under way', () => running.parts.detections.length >= before + 4);
    const fifth = await running.json('POST', PATH, {});
    assert.equal(fifth.status, 503);
    assert.equal(fifth.error.code, 'overloaded');
    finish();
    for (const answer of await Promise.all(four)) assert.equal(answer.status, 200);
    assert.equal((await running.json('POST', PATH, {})).status, 200);
  });
});

describe('a detection that takes too long', () => {
  const running = new RunningApplication();
  before(() => {
    running.parts.limits = { detectMs: 50 };
    running.parts.trouble = () => new Promise(() => {});
    return running.start();
  });
  after(() => running.stop());

  it('is told to stop and answered 503', async () => {
    const answer = await running.json('POST', PATH, {});
    assert.equal(answer.status, 503);
    assert.equal(answer.error.code, 'overloaded');
    assert.match(answer.error.detail, /within 0.05 s/);
    assert.equal(running.parts.detections.at(-1)?.signal.aborted, true);
  });
});
