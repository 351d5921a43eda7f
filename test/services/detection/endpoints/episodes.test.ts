import assert from 'node:assert/strict';
import { pageShape } from '../../../../schemas/http/answers/page-answer.ts';
import { reportedEpisodeShape } from '../../../../schemas/reports/reported-episode.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someAnomaly } from '../../api/some-records.ts';

const PATH = '/api/v1/episodes';
const PAGE = pageShape('episodes', reportedEpisodeShape);
const HOUR = 3_600_000;
const idOf = (number: number) => String(number).padStart(32, '0');

/** A spike at noon with its return, weather at the same time, and a failure at another station an hour before. */
function someAnomalies() {
  return [
    someAnomaly({ id: idOf(1) }),
    someAnomaly({ id: idOf(2), time: NOON + 600_000, actual: 36, expected: 72 }),
    someAnomaly({ id: idOf(3), variable: 'rain', actual: 9, expected: 0, classification: 'weather_event' }),
    someAnomaly({ id: idOf(4), station: 'b', stationName: 'Beta', time: NOON - HOUR }),
  ];
}

describe('GET /api/v1/episodes', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.anomalies = someAnomalies();
  });

  const idsOf = async (search: string): Promise<string> => {
    const { episodes } = (await running.request(`${PATH}?${search}`)).as(PAGE);
    return episodes.map(({ episode_id }) => Number(episode_id)).join();
  };

  it('shows an episode with what it is of', async () => {
    const answer = await running.request(`${PATH}?class=device_failure&station=a`);
    assert.equal(answer.status, 200);
    const { episodes, next_cursor } = answer.as(PAGE);
    assert.equal(next_cursor, null);
    assert.deepEqual(episodes[0], {
      episode_id: idOf(1),
      network: 'north',
      station_id: 'a',
      station_name: 'Alpha',
      classification: 'device_failure',
      kind: 'spike',
      logger: false,
      variables: ['wind_speed'],
      start: '2026-03-01T12:00:00Z',
      end: null,
      anomalies: 2,
      classes: { device_failure: 2, weather_event: 0, suspected: 0 },
      anomaly_ids: [idOf(1), idOf(2)],
      largest: {
        anomaly_id: idOf(1),
        variable: 'wind_speed',
        deviation: 36,
        units: 'km/h',
        timestamp: '2026-03-01T12:00:00Z',
      },
      reason: '0 of 2 neighbours show this change',
      description: 'wind_speed +36 km/h for 10 min, then back',
    });
  });

  it('comes newest first, and is filtered by class and variable', async () => {
    assert.equal(await idsOf(''), '1,3,4');
    assert.equal(await idsOf('class=weather_event'), '3');
    assert.equal(await idsOf('variable=wind_speed'), '1,4');
    assert.equal(await idsOf('class=suspected'), '');
  });

  describe('where faults take the place of episodes', () => {
    const SUCCESSOR = '</api/v1/faults>; rel="successor-version"';
    const headersOf = async (search: string) => {
      const { status, headers } = await running.request(`${PATH}${search}`);
      assert.equal(status, 200);
      return [headers.get('deprecation'), headers.get('link')];
    };

    it('says so where failures are asked for, or are among the answer', async () => {
      const [since, link] = await headersOf('?class=suspected');
      assert.match(since ?? '', /^@\d{10}$/);
      assert.equal(link, SUCCESSOR);
      assert.deepEqual(await headersOf('?class=device_failure'), [since, SUCCESSOR]);
      assert.deepEqual(await headersOf(''), [since, SUCCESSOR]);
      assert.deepEqual(await headersOf('?format=csv'), [since, SUCCESSOR]);
      assert.deepEqual(await headersOf('?format=csv&limit=all'), [since, SUCCESSOR]);
      assert.deepEqual(await headersOf(`/${idOf(1)}`), [since, SUCCESSOR]);
    });

    it('keeps the link to the next page beside it', async () => {
      const [, link] = await headersOf('?limit=1');
      assert.match(link ?? '', /^<\?limit=1&cursor=[^>]+>; rel="next", <\/api\/v1\/faults>; rel="successor-version"$/);
    });

    it('says nothing of weather', async () => {
      assert.deepEqual(await headersOf('?class=weather_event'), [null, null]);
      assert.deepEqual(await headersOf('?class=weather_event&format=csv&limit=all'), [null, null]);
      assert.deepEqual(await headersOf(`/${idOf(3)}`), [null, null]);
      running.parts.anomalies = [someAnomaly({ classification: 'weather_event' })];
      assert.deepEqual(await headersOf(''), [null, null]);
    });
  });

  it('hands network, station and stretch to the store, the last 24 hours where none is given', async () => {
    running.parts.anomalies = [];
    await running.request(`${PATH}?network=n&station=a%2Fb&from=2026-02-20T00:00:00Z&to=2026-02-21T00:00:00Z`);
    assert.deepEqual(running.parts.asked.at(-1), {
      network: 'n',
      station: 'a/b',
      from: Date.UTC(2026, 1, 20),
      to: Date.UTC(2026, 1, 21),
      revisions: false,
      limit: 2000,
    });
    await running.request(PATH);
    const { from, to } = running.parts.asked.at(-1) as { from: number; to: number };
    assert.deepEqual([from, to], [NOON - 24 * HOUR, NOON]);
  });

  it('goes on where the page before ended, in the stretch of the first', async () => {
    const pages: string[] = [];
    let search = 'limit=1&from=2026-02-28T12:00:00Z';
    for (let page = 0; page < 5; page++) {
      const { episodes, next_cursor } = (await running.request(`${PATH}?${search}`)).as(PAGE);
      pages.push(episodes.map(({ episode_id }) => Number(episode_id)).join());
      if (next_cursor === null) break;
      search = `limit=1&cursor=${next_cursor}`;
    }
    assert.deepEqual(pages, ['1', '3', '4']);
  });

  const WRONG: [query: string, place: string, type: string][] = [
    ['limit=0', 'limit', 'greater_than_equal'],
    ['class=x', 'class', 'enum'],
    ['variable=snow', 'variable', 'enum'],
    ['from=yesterday', 'from', 'datetime_parsing'],
    ['from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', 'from', 'value_error'],
    ['from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z', 'from', 'value_error'],
    ['cursor=bad', 'cursor', 'invalid_cursor'],
    ['station=', 'station', 'string_too_short'],
  ];
  for (const [search, place, type] of WRONG) {
    it(`refuses ${search}`, async () => {
      const { status, problems, text } = await running.request(`${PATH}?${search}`);
      assert.equal(status, 422);
      assert.deepEqual(problems[0].loc, ['query', place], text);
      assert.equal(problems[0].type, type);
    });
  }

  it('says of what is no cursor which field of the answer has one', async () => {
    const { problems } = await running.request(`${PATH}?cursor=bad`);
    assert.match(problems[0].msg, /give `next_cursor` of the page before/);
    assert.ok('next_cursor' in (await running.request(PATH)).as(PAGE));
  });

  it('takes a cursor with times that are none for what it is: an empty stretch, or one too long', async () => {
    for (const [from, to] of [
      [1e300, -1e300],
      [-1e300, 1e300],
    ]) {
      const cursor = Buffer.from(JSON.stringify(['episodes', from, to, 0, 'x'])).toString('base64url');
      const { status } = await running.request(`${PATH}?cursor=${cursor}`);
      assert.ok(status === 200 || status === 422);
    }
  });
});

describe('GET /api/v1/episodes/{id}', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.anomalies = someAnomalies();
  });

  it('shows one, whole', async () => {
    const answer = await running.request(`${PATH}/${idOf(1)}`);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.as(reportedEpisodeShape).anomaly_ids, [idOf(1), idOf(2)]);
  });

  it('answers 404 for the id of a later anomaly, with the episode that it is of', async () => {
    const { status, error } = await running.request(`${PATH}/${idOf(2)}`);
    assert.equal(status, 404);
    assert.match(error.detail, new RegExp(idOf(1)));
  });

  it('answers 404 for an id that is not there, was withdrawn, or is none', async () => {
    running.parts.anomalies = [someAnomaly({ state: 'withdrawn' })];
    for (const none of ['f'.repeat(32), 'x', '%2e%2e', someAnomaly().id]) {
      const { status, error } = await running.request(`${PATH}/${none}`);
      assert.equal(status, 404, none);
      assert.equal(error.code, 'not_found');
    }
  });
});
