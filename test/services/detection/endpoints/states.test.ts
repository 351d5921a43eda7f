import assert from 'node:assert/strict';
import { statesAnswerShape } from '../../../../schemas/http/answers/states-answer.ts';
import { someFault } from '../../answers/some-fault.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someAnomaly, someStation } from '../../api/some-records.ts';

const PATH = '/api/v1/states';

describe('GET /api/v1/states', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.stations = [someStation(), someStation({ id: 'b', name: 'Beta', latitude: 60, elevation: null })];
    const wind_speed = { value: 72, time: NOON, judged: true };
    running.parts.moments = [{ station: 'a', seen: NOON, cadence: 1, latest: { wind_speed } }];
    running.parts.anomalies = [someAnomaly({ state: 'provisional' })];
    running.parts.faults = [];
  });

  it('shows how each station is now', async () => {
    const { status, body } = await running.request(PATH);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      network: 'north',
      time: '2026-03-01T12:00:00Z',
      states: [
        {
          id: 'a',
          name: 'Alpha',
          latitude: 51,
          longitude: 4,
          elevation: 12,
          state: 'device_failure',
          provisional: true,
          variables: {
            wind_speed: {
              value: 72,
              time: '2026-03-01T12:00:00Z',
              state: 'device_failure',
              fault: null,
              anomaly_id: '0123456789abcdef0123456789abcdef',
            },
          },
          silent_sensors: [],
          last_seen: '2026-03-01T12:00:00Z',
        },
        {
          id: 'b',
          name: 'Beta',
          latitude: 60,
          longitude: 4,
          elevation: null,
          state: 'silent',
          provisional: false,
          variables: {},
          silent_sensors: [],
          last_seen: null,
        },
      ],
    });
  });

  it('shows the fault that a sensor is under', async () => {
    running.parts.anomalies = [];
    running.parts.faults = [someFault({ start: NOON - 9 * 3_600_000 })];
    const [{ state, variables }] = (await running.request(PATH)).as(statesAnswerShape).states;
    assert.equal(state, 'device_failure');
    assert.deepEqual(variables.wind_speed, {
      value: 72,
      time: '2026-03-01T12:00:00Z',
      state: 'device_failure',
      fault: {
        fault_id: 'fedcba9876543210fedcba9876543210',
        kind: 'level',
        start: '2026-03-01T03:00:00Z',
        offset: 36,
        units: 'km/h',
        reason: 'reads 36 km/h above its only neighbour',
      },
      anomaly_id: 'a1',
    });
  });

  it('shows those of a box, at a time', async () => {
    const answer = await running.request(`${PATH}?network=north&box=3,59,5,61&time=2026-02-01T00:00:00Z`);
    const { states, time } = answer.as(statesAnswerShape);
    assert.deepEqual(
      states.map(({ id }) => id),
      ['b'],
    );
    assert.equal(time, '2026-02-01T00:00:00Z');
    assert.equal(running.parts.momentsAsked.at(-1), Date.UTC(2026, 1, 1));
  });

  it('has to be told which network, where there are several or none of the name', async () => {
    running.parts.stations.push(someStation({ network: 'south' }));
    const { status, problems } = await running.request(PATH);
    assert.equal(status, 422);
    assert.deepEqual(problems[0].loc, ['query', 'network']);
    assert.equal((await running.request(`${PATH}?network=west`)).status, 404);
    running.parts.stations = [];
    assert.equal((await running.request(PATH)).error.code, 'insufficient_data');
  });

  /** Stations over a continent, all of them silent. */
  function stationsOfContinent(count: number): void {
    running.parts.stations = Array.from({ length: count }, (_, k) =>
      someStation({ id: `s${k}`, latitude: 36 + ((k * 0.618_034) % 1) * 28, longitude: -10 + (k / count) * 45 }),
    );
    running.parts.anomalies = [];
    running.parts.moments = [];
  }

  it('is of 20,000 stations at most, and says what else can be asked for', async () => {
    stationsOfContinent(20_000);
    assert.equal((await running.request(PATH)).as(statesAnswerShape).states.length, 20_000);
    stationsOfContinent(20_001);
    for (const search of ['', '?format=csv', '?zoom=18']) {
      const { status, problems } = await running.request(`${PATH}${search}`);
      assert.equal(status, 422, search);
      assert.deepEqual([problems[0].loc, problems[0].type], [['query', 'box'], 'too_many']);
      assert.match(problems[0].msg, /20,000.*20,001.*'box'.*'limit'.*'cursor'.*'zoom'/);
    }
    const inside = await running.request(`${PATH}?box=0,40,10,50`);
    assert.ok(inside.as(statesAnswerShape).states.length > 1_000);
    const table = await running.request(`${PATH}?limit=all&format=csv`);
    assert.equal(table.text.trimEnd().split('\n').length, 20_002);
  });

  it('comes in pages by id, each station once, all of the moment of the first page', async () => {
    stationsOfContinent(250);
    const ids: string[] = [];
    let cursor = '';
    for (let page = 1; page <= 3; page++) {
      const search = cursor === '' ? '?limit=100&time=2026-02-01T00:00:00Z' : `?limit=100&cursor=${cursor}`;
      const answer = (await running.request(`${PATH}${search}`)).as(statesAnswerShape);
      assert.equal(answer.time, '2026-02-01T00:00:00Z');
      ids.push(...answer.states.map(({ id }) => id));
      assert.equal(answer.next_cursor === null, page === 3);
      cursor = answer.next_cursor ?? '';
    }
    assert.equal(new Set(ids).size, 250);
    assert.deepEqual(ids, ids.toSorted());
    const bad = await running.request(`${PATH}?limit=10&cursor=x`);
    assert.deepEqual([bad.status, bad.problems[0].loc], [422, ['query', 'cursor']]);
  });

  it('answers a zoom with groups of stations, and with what there is in the whole network', async () => {
    stationsOfContinent(10_000);
    running.parts.moments = [{ station: 's0', seen: NOON, cadence: 1, latest: {} }];
    const { states, view } = (await running.request(`${PATH}?zoom=3&box=0,40,10,50`)).as(statesAnswerShape);
    assert.ok(view !== undefined && view.single_from > 3 && view.groups.length > 1);
    const shown = view.groups.reduce((sum, { count }) => sum + count, states.length);
    assert.ok(shown > 500 && shown < 5_000, `${shown}`);
    assert.deepEqual([view.counts.silent, view.counts.not_judged], [9_999, 1]);
    assert.deepEqual([view.box?.west, view.box?.south], [-10, 36]);
    assert.equal(view.last_seen, '2026-03-01T12:00:00Z');
    const near = await running.request(`${PATH}?zoom=${view.single_from}&box=0,40,10,50`);
    const single = near.as(statesAnswerShape);
    assert.deepEqual(single.view?.groups, []);
    assert.ok(single.states.every(({ longitude }) => longitude >= 0 && longitude <= 10));
    assert.equal((await running.request(`${PATH}?zoom=3&format=csv`)).status, 406);
  });

  it('answers the size of a map with the zoom at which the whole network is on it', async () => {
    stationsOfContinent(10_000);
    const fitting = async (fit: string) => (await running.request(`${PATH}?fit=${fit}`)).as(statesAnswerShape);
    const { states, view } = await fitting('950,740');
    assert.equal(view?.zoom, 5);
    assert.deepEqual(view, (await running.request(`${PATH}?zoom=5`)).as(statesAnswerShape).view);
    assert.equal(
      view.groups.reduce((sum, { count }) => sum + count, states.length),
      10_000,
    );
    assert.equal((await fitting('340,200')).view?.zoom, 3);
    running.parts.stations = [someStation()];
    assert.equal((await fitting('950,740')).view?.zoom, 11, 'one station fits into every map');
  });

  it('shows the stations of a small network at every zoom', async () => {
    const { states, view } = (await running.request(`${PATH}?zoom=0`)).as(statesAnswerShape);
    assert.deepEqual([states.length, view?.single_from, view?.groups], [2, 0, []]);
  });

  for (const [search, place, type] of [
    ['box=5,50,3,52', 'box', 'value_error'],
    ['time=yesterday', 'time', 'datetime_parsing'],
    ['zoom=19', 'zoom', 'less_than_equal'],
    ['zoom=near', 'zoom', 'int_parsing'],
    ['zoom=3&limit=10', 'zoom', 'value_error'],
    ['fit=950', 'fit', 'value_error'],
    ['fit=0,740', 'fit', 'value_error'],
    ['fit=950,740&zoom=3', 'fit', 'value_error'],
    ['fit=950,740&limit=10', 'fit', 'value_error'],
    ['limit=0', 'limit', 'greater_than_equal'],
  ]) {
    it(`refuses ${search}`, async () => {
      const { status, problems, text } = await running.request(`${PATH}?${search}`);
      assert.equal(status, 422);
      assert.deepEqual(problems[0].loc, ['query', place], text);
      assert.equal(problems[0].type, type);
    });
  }
});
