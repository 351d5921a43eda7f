import assert from 'node:assert/strict';
import { anomalyAnswerShape, anomalyEvidenceShape } from '../../../../schemas/http/answers/anomaly-answer.ts';
import { pageShape } from '../../../../schemas/http/answers/page-answer.ts';
import { reportedEpisodeShape } from '../../../../schemas/reports/reported-episode.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someAnomaly } from '../../api/some-records.ts';

const { id } = someAnomaly();
const PATH = `/api/v1/anomalies/${id}/override`;
const EPISODES = pageShape('episodes', reportedEpisodeShape);
const BODY = { classification: 'weather_event', reason: 'a gust front, seen from the window' };

describe('the override of an anomaly', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.anomalies = [someAnomaly({ version: 'v2' }), someAnomaly({ version: 'v1' })];
    running.parts.experts.all = [];
    running.parts.asked.length = 0;
  });

  it('is shown with the verdict of the machine beside it, by everything that shows the anomaly', async () => {
    const answer = await running.json('PUT', PATH, BODY);
    assert.equal(answer.status, 200);
    const anomaly = answer.as(anomalyAnswerShape);
    assert.equal(anomaly.classification, 'weather_event');
    assert.equal(anomaly.machine_classification, 'device_failure');
    assert.deepEqual(anomaly.override, { ...BODY, by: 'local', at: '2026-03-01T12:00:00Z' });
    const one = (await running.request(`/api/v1/anomalies/${id}`)).as(anomalyEvidenceShape);
    assert.deepEqual(one.override, anomaly.override);
    assert.equal(one.earlier_versions[0].classification, 'weather_event', 'it holds over all versions');
    const { anomalies } = (await running.request('/api/v1/anomalies')).as(pageShape('anomalies', anomalyAnswerShape));
    assert.deepEqual(anomalies[0], anomaly);
    const { episodes } = (await running.request('/api/v1/episodes?from=2026-03-01T00:00:00Z')).as(EPISODES);
    assert.equal(episodes[0].classification, 'weather_event');
  });

  it('moves the anomaly to the class that is asked for', async () => {
    await running.json('PUT', PATH, BODY);
    const called = async (search: string) => {
      await running.request(`/api/v1/anomalies${search}`);
      return running.parts.asked.at(-1);
    };
    const rest = { limit: 100, revisions: false };
    const so = { so: [id], otherwise: [] };
    assert.deepEqual(await called('?class=weather_event'), { ...rest, classification: 'weather_event', called: so });
    const otherwise = { so: [], otherwise: [id] };
    assert.deepEqual(await called('?class=suspected'), { ...rest, classification: 'suspected', called: otherwise });
    assert.deepEqual(await called(''), rest, 'a list of all classes has it anyway');
  });

  it('hides what is called normal from lists and episodes, unless it is asked for', async () => {
    const answer = await running.json('PUT', PATH, { ...BODY, classification: 'normal' });
    assert.equal(answer.as(anomalyAnswerShape).classification, 'normal');
    await running.request('/api/v1/anomalies');
    const hidden = { so: [], otherwise: [id] };
    assert.deepEqual(running.parts.asked.at(-1), { limit: 100, revisions: false, called: hidden });
    await running.request('/api/v1/anomalies?class=normal');
    const shown = { so: [id], otherwise: [] };
    const asked = { limit: 100, revisions: false, classification: 'normal', called: shown };
    assert.deepEqual(running.parts.asked.at(-1), asked);
    const { episodes } = (await running.request('/api/v1/episodes?from=2026-03-01T00:00:00Z')).as(EPISODES);
    assert.deepEqual(episodes, []);
    assert.equal((await running.request(`/api/v1/episodes/${id}`)).status, 404);
    const one = (await running.request(`/api/v1/anomalies/${id}`)).as(anomalyAnswerShape);
    assert.equal(one.machine_classification, 'device_failure');
  });

  it('is taken back, twice without harm', async () => {
    await running.json('PUT', PATH, BODY);
    for (const _ of [1, 2]) {
      const answer = await running.request(PATH, { method: 'DELETE' });
      assert.equal(answer.status, 200);
      const anomaly = answer.as(anomalyAnswerShape);
      assert.equal(anomaly.classification, 'device_failure');
      assert.equal('override' in anomaly, false);
      assert.equal('machine_classification' in anomaly, false);
    }
    const [rule] = running.parts.experts.all;
    assert.deepEqual([rule.endedBy, rule.ended], ['local', NOON], 'it is ended and stays');
  });

  it('refuses what says nothing, and an anomaly that is none', async () => {
    for (const wrong of [
      { classification: 'weather_event' },
      { ...BODY, reason: ' ' },
      { ...BODY, classification: 'x' },
    ]) {
      assert.equal((await running.json('PUT', PATH, wrong)).status, 422, JSON.stringify(wrong));
    }
    assert.equal((await running.json('PUT', PATH, { ...BODY, colour: 1 })).problems[0].type, 'extra_forbidden');
    running.parts.anomalies = [];
    assert.equal((await running.json('PUT', PATH, BODY)).status, 404);
    assert.equal((await running.request('/api/v1/anomalies/x/override', { method: 'DELETE' })).status, 404);
  });
});
