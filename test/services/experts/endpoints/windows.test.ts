import assert from 'node:assert/strict';
import { anomalyAnswerShape } from '../../../../schemas/http/answers/anomaly-answer.ts';
import { windowAnswerShape } from '../../../../schemas/http/answers/expert-answers.ts';
import { pageShape } from '../../../../schemas/http/answers/page-answer.ts';
import { reportedEpisodeShape } from '../../../../schemas/reports/reported-episode.ts';
import { VARIABLES } from '../../../../schemas/variables.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someAnomaly, someStation } from '../../api/some-records.ts';

const HOUR = 3_600_000;
const BODY = { station: 'a', from: '2026-03-01T09:00:00Z', reason: 'the mast is being painted' };

for (const [name, kind] of [
  ['maintenance', 'maintenance'],
  ['bars', 'bar'],
] as const) {
  const path = `/api/v1/${name}`;

  describe(`${path}`, () => {
    const running = new RunningApplication();
    before(() => running.start());
    after(() => running.stop());
    beforeEach(() => {
      running.parts.stations = [someStation(), someStation({ id: 'b' })];
      running.parts.anomalies = [someAnomaly()];
      running.parts.experts.all = [];
    });

    const entered = async (body: object) => (await running.json('POST', path, body)).as(windowAnswerShape);

    it('takes one in, from which on it is judged by, and lists it', async () => {
      const { status, body } = await running.json('POST', path, BODY);
      assert.equal(status, 200);
      const [{ id }] = running.parts.experts.all;
      assert.deepEqual(body, {
        id,
        network: 'north',
        station_id: 'a',
        variables: [...VARIABLES],
        from: '2026-03-01T09:00:00Z',
        to: null,
        reason: BODY.reason,
        by: 'local',
        at: '2026-03-01T12:00:00Z',
        effective_from: '2026-03-01T12:20:00Z',
        active: true,
        ended_by: null,
        ended_at: null,
      });
      assert.deepEqual((await running.request(path)).body, { [name]: [body], next_cursor: null });
      assert.equal(running.parts.experts.all[0].kind, kind);
    });

    it('takes some variables, in the usual order, and one that has passed: nothing is judged by it', async () => {
      const past = { ...BODY, network: 'north', variables: ['rain', 'bar'], to: '2026-03-01T10:00:00Z' };
      const { variables, to, effective_from, active } = await entered(past);
      assert.deepEqual(variables, ['bar', 'rain']);
      assert.deepEqual([to, effective_from, active], ['2026-03-01T10:00:00Z', null, false]);
      const coming = { ...BODY, variables: 'all', from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' };
      assert.equal((await entered(coming)).effective_from, '2026-03-02T00:00:00Z');
    });

    it('ends one, once', async () => {
      const { id } = await entered(BODY);
      const ended = await running.request(`${path}/${id}/end`, { method: 'POST' });
      assert.equal(ended.status, 200);
      const { to, active, ended_by, ended_at } = ended.as(windowAnswerShape);
      assert.deepEqual([to, active], ['2026-03-01T12:00:00Z', false]);
      assert.deepEqual([ended_by, ended_at], ['local', '2026-03-01T12:00:00Z']);
      const again = await running.request(`${path}/${id}/end?at=2026-03-01T10:00:00Z`, { method: 'POST' });
      assert.deepEqual(again.body, ended.body);
      assert.equal((await running.request(`${path}/x/end`, { method: 'POST' })).status, 404);
    });

    it('takes back one that was entered by mistake', async () => {
      const { id } = await entered({ ...BODY, to: '2026-03-01T10:00:00Z' });
      const early = await running.request(`${path}/${id}/end?at=2026-03-01T08:00:00Z`, { method: 'POST' });
      assert.deepEqual([early.status, early.problems[0].loc], [422, ['query', 'at']]);
      const ended = await running.request(`${path}/${id}/end?at=2026-03-01T09:00:00Z`, { method: 'POST' });
      const { from, to } = ended.as(windowAnswerShape);
      assert.equal(to, from);
    });

    it('lists by station and by whether they hold, a page at a time', async () => {
      for (const [station, to] of [
        ['a', undefined],
        ['b', undefined],
        ['a', '2026-03-01T10:00:00Z'],
      ]) {
        await running.json('POST', path, { ...BODY, station, to });
      }
      const listed = async (search: string) =>
        (await running.request(`${path}?${search}`)).as(pageShape(name, windowAnswerShape));
      const count = async (search: string) => (await listed(search))[name].length;
      assert.deepEqual([await count(''), await count('station=b'), await count('network=south')], [3, 1, 0]);
      assert.deepEqual([await count('active=true'), await count('active=false')], [2, 1]);
      const first = await listed('limit=2');
      const rest = await listed(`cursor=${first.next_cursor}`);
      assert.equal(new Set([...first[name], ...rest[name]].map(({ id }) => id)).size, 3);
      assert.equal((await running.request(`${path}?cursor=x`)).status, 422);
    });

    it('refuses what cannot be, and names it', async () => {
      const wrong: [body: object, field: string][] = [
        [{ ...BODY, to: BODY.from }, 'to'],
        [{ ...BODY, from: 'yesterday' }, 'from'],
        [{ ...BODY, variables: ['snow'] }, 'variables'],
        [{ ...BODY, variables: [] }, 'variables'],
        [{ ...BODY, reason: '' }, 'reason'],
        [{ from: BODY.from, reason: 'x' }, 'station'],
        [{ ...BODY, until: BODY.from }, 'until'],
      ];
      for (const [body, field] of wrong) {
        const answer = await running.json('POST', path, body);
        assert.deepEqual([answer.status, answer.problems[0].loc[1]], [422, field], answer.text);
      }
      assert.equal((await running.json('POST', path, { ...BODY, station: 'z' })).status, 404);
      assert.deepEqual(running.parts.experts.all, []);
    });
  });
}

describe('a maintenance window', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());

  it('marks the anomalies inside it, whenever it was entered, and its end is not included', async () => {
    running.parts.stations = [someStation()];
    running.parts.anomalies = [
      someAnomaly(),
      someAnomaly({ id: '1'.repeat(32), time: NOON + HOUR }),
      someAnomaly({ id: '2'.repeat(32), variable: 'rain' }),
      someAnomaly({ id: '3'.repeat(32), station: 'b' }),
    ];
    const window = { ...BODY, variables: ['wind_speed', 'bar'], to: '2026-03-01T13:00:00Z' };
    const { id } = (await running.json('POST', '/api/v1/maintenance', window)).as(windowAnswerShape);
    const { anomalies } = (await running.request('/api/v1/anomalies')).as(pageShape('anomalies', anomalyAnswerShape));
    const marks = anomalies.map(({ maintenance }) => maintenance);
    assert.deepEqual(marks, [id, undefined, undefined, undefined]);
    const one = (await running.request(`/api/v1/anomalies/${someAnomaly().id}`)).as(anomalyAnswerShape);
    assert.equal(one.maintenance, id);
    running.parts.anomalies = [someAnomaly()];
    const answer = await running.request('/api/v1/episodes?from=2026-03-01T00:00:00Z&station=a');
    const { episodes } = answer.as(pageShape('episodes', reportedEpisodeShape));
    assert.ok(episodes.some(({ maintenance }) => maintenance === id));
  });
});
