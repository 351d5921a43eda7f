import assert from 'node:assert/strict';
import { statesAnswerShape } from '../../../../schemas/http/answers/states-answer.ts';
import { someFault } from '../../answers/some-fault.ts';
import { NOON, someAnomaly, someStation } from '../../api/fake-parts.ts';
import { RunningApplication } from '../../api/running-application.ts';

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

  for (const [search, place, type] of [
    ['box=5,50,3,52', 'box', 'value_error'],
    ['time=yesterday', 'time', 'datetime_parsing'],
  ]) {
    it(`refuses ${search}`, async () => {
      const { status, problems, text } = await running.request(`${PATH}?${search}`);
      assert.equal(status, 422);
      assert.deepEqual(problems[0].loc, ['query', place], text);
      assert.equal(problems[0].type, type);
    });
  }
});
