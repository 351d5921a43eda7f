import assert from 'node:assert/strict';
import { z } from 'zod';
import { thresholdAnswerShape } from '../../../../schemas/http/answers/expert-answers.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { someStation } from '../../api/some-records.ts';

const PATH = '/api/v1/stations/a/thresholds/bar';
const REASON = 'the barometer stands in the sun';

describe('what is set of a station’s variable', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.stations = [someStation()];
    running.parts.experts.all = [];
  });

  it('says from when on it holds', async () => {
    const { status, body } = await running.json('PUT', PATH, { threshold: 8, reason: REASON });
    assert.equal(status, 200);
    const [{ id }] = running.parts.experts.all;
    assert.deepEqual(body, {
      id,
      network: 'north',
      station_id: 'a',
      variable: 'bar',
      temporal_method: 'arima',
      threshold: 8,
      floor: null,
      reason: REASON,
      by: 'local',
      at: '2026-03-01T12:00:00Z',
      effective_from: '2026-03-01T12:20:00Z',
      ended_by: null,
      ended_at: null,
    });
  });

  it('takes the place of what was set before, and is taken back', async () => {
    await running.json('PUT', PATH, { threshold: 8, reason: REASON });
    const answer = await running.json('PUT', `${PATH}?network=north`, { floor: 2.5, reason: REASON });
    const { id, threshold, floor } = answer.as(thresholdAnswerShape);
    assert.deepEqual([threshold, floor], [null, 2.5]);
    assert.equal(running.parts.experts.all.filter(({ ended }) => ended === null).length, 1);
    const taken = await running.request(PATH, { method: 'DELETE' });
    const { ended } = taken.as(z.object({ ended: thresholdAnswerShape }));
    assert.deepEqual([taken.status, ended.id, ended.ended_by], [200, id, 'local']);
    assert.deepEqual((await running.request(PATH, { method: 'DELETE' })).body, { ended: null });
  });

  it('refuses what the method has no such threshold of, and what sets nothing', async () => {
    const wrong: [body: object, field: string][] = [
      [{ threshold: -1, reason: REASON }, 'threshold'],
      [{ threshold: 1e9, reason: REASON }, 'threshold'],
      [{ floor: 0, reason: REASON }, 'floor'],
      [{ reason: REASON }, 'threshold'],
      [{ threshold: 8 }, 'reason'],
    ];
    for (const [body, field] of wrong) {
      const answer = await running.json('PUT', PATH, body);
      assert.deepEqual([answer.status, answer.problems[0].loc[1]], [422, field], answer.text);
    }
    const variable = await running.json('PUT', '/api/v1/stations/a/thresholds/snow', { floor: 1, reason: REASON });
    assert.deepEqual([variable.status, variable.problems[0].loc], [422, ['path', 'variable']]);
    assert.equal((await running.json('PUT', PATH.replace('/a/', '/z/'), { floor: 1, reason: REASON })).status, 404);
  });
});
