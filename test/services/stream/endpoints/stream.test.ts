import assert from 'node:assert/strict';
import { RunningApplication } from '../../api/running-application.ts';

const PATH = '/api/v1/stream';

describe('GET /api/v1/stream', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  const asked = () => running.parts.streamsAsked.at(-1);

  it('answers server-sent events that no cache and no proxy gathers', async () => {
    const { status, headers, text } = await running.request(PATH);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-accel-buffering'), 'no');
    assert.equal(text, ': nothing happens\n\n');
    assert.deepEqual(asked()?.filter.types, ['observations', 'anomalies']);
    assert.equal(asked()?.lastId, undefined);
    assert.equal(asked()?.expires, null);
  });

  it('asks for what is wanted', async () => {
    await running.request(`${PATH}?types=alerts,observations&network=n&station=a%2Fb&class=suspected&box=3,50,5,52`);
    assert.deepEqual(asked()?.filter, {
      types: ['observations', 'alerts'],
      network: 'n',
      station: 'a/b',
      classification: 'suspected',
      box: { west: 3, south: 50, east: 5, north: 52 },
    });
  });

  it('goes on behind the event of the header, or of the query where there is none', async () => {
    await running.request(`${PATH}?last_event_id=one`);
    assert.equal(asked()?.lastId, 'one');
    await running.request(`${PATH}?last_event_id=one`, { headers: { 'Last-Event-ID': 'two' } });
    assert.equal(asked()?.lastId, 'two');
  });

  it('opens as many at once as come', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => running.request(PATH)));
    assert.ok(answers.every(({ status }) => status === 200));
  });

  for (const [search, place, type] of [
    ['types=all', 'types', 'enum'],
    ['types=', 'types', 'enum'],
    ['types=observations,', 'types', 'enum'],
    ['class=x', 'class', 'enum'],
    ['box=1,2,3', 'box', 'value_error'],
  ]) {
    it(`refuses ${search}`, async () => {
      const { status, problems, text } = await running.request(`${PATH}?${search}`);
      assert.equal(status, 422);
      assert.deepEqual(problems[0].loc, ['query', place], text);
      assert.equal(problems[0].type, type);
    });
  }
});
