import assert from 'node:assert/strict';
import { stationHealthShape } from '../../../../schemas/http/answers/station-health-answer.ts';
import type { JudgedObservation } from '../../../../services/stores/time-series-store.ts';
import { someFault } from '../../answers/some-fault.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someObservation, someStation } from '../../api/some-records.ts';

const PATH = '/api/v1/stations/a/health';
const SLOT_MS = 600_000;

/** Reports of a station every ten minutes up to noon; its anemometer stands still, unless it is asked to turn. */
function reports(station: string, count: number, turns = false): JudgedObservation[] {
  return Array.from({ length: count }, (_, k) => {
    const values = {
      temp_out: 20 + Math.sin(k / 10) * 5,
      out_hum: 50 + (k % 20),
      wind_speed: 0,
      bar: 1000 + k / 10,
      rain: 0,
    };
    if (turns) values.wind_speed = 10 + (k % 9) * 2;
    const time = NOON - k * SLOT_MS;
    return someObservation({ station, time, values });
  });
}

describe('GET /api/v1/stations/{id}/health', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.stations = [someStation(), someStation({ id: 'b' })];
    running.parts.observations = [...reports('a', 144), ...reports('b', 144, true)].sort(
      (one, other) => one.observation.time - other.observation.time,
    );
  });

  it('is the report of the last 24 hours, every variable', async () => {
    const answer = await running.request(PATH);
    assert.equal(answer.status, 200);
    const report = answer.as(stationHealthShape);
    assert.equal(report.station_id, 'a');
    assert.equal(report.analysis_period_days, 1);
    assert.equal(report.period_start, '2026-02-28T12:00:00Z');
    assert.equal(report.period_end, '2026-03-01T12:00:00Z');
    assert.equal(report.data_completeness, 1);
    assert.equal(report.total_data_points, 144);
    assert.deepEqual(
      report.variable_reports.map(({ variable }) => variable),
      ['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain'],
    );
    assert.equal(report.overall_status, 'critical');
    assert.match(report.variable_reports[2].issues[0], /zero in all|zero|stalled|constant/);
  });

  // Before, the station page said "Critical, 1.4 % (2 of 144)" where the report on the network said that all had come.
  it('misses no report of before a station began', async () => {
    running.parts.observations = reports('a', 2, true).reverse();
    const expected = async () => {
      const found = (await running.request(PATH)).as(stationHealthShape);
      return [found.expected_data_points, found.expected_completeness, found.overall_status];
    };
    running.parts.moments = [];
    assert.deepEqual(await expected(), [2, 1, 'healthy']);
    running.parts.moments = [{ station: 'a', seen: NOON - 48 * 3_600_000, cadence: 1, latest: {} }];
    assert.deepEqual(await expected(), [144, 0.013889, 'critical']);
  });

  it('tells the faults of its sensors, and calls a sensor critical whose fault holds', async () => {
    const open = someFault({ start: NOON - 3_600_000, known: NOON - 3_600_000 });
    running.parts.faults = [open, someFault({ station: 'b' })];
    const { faults, variable_reports } = (await running.request(`${PATH}?network=north`)).as(stationHealthShape);
    const sensor = variable_reports.find(({ variable }) => variable === open.variable);
    assert.ok(sensor?.issues.includes(open.reason), JSON.stringify(sensor));
    assert.equal(sensor?.severity, 'critical');
    assert.deepEqual(
      faults.map(({ station_id, start, end }) => [station_id, start, end]),
      [['a', '2026-03-01T11:00:00Z', null]],
    );
    running.parts.faults = [];
    const without = (await running.request(`${PATH}?network=north`)).as(stationHealthShape);
    assert.deepEqual(without.faults, []);
    const same = without.variable_reports.find(({ variable }) => variable === open.variable);
    assert.equal(same?.issues.includes(open.reason), false);
  });

  it('is of the time that is asked for, and ends now where that lies ahead', async () => {
    const answer = await running.request(`${PATH}?from=2026-03-01T05:00:00Z&to=2027-01-01T00:00:00Z&network=north`);
    const report = answer.as(stationHealthShape);
    assert.equal(report.period_start, '2026-03-01T05:00:00Z');
    assert.equal(report.period_end, '2026-03-01T12:00:00Z');
    assert.equal(report.expected_data_points, 42);
    assert.equal(report.total_data_points, 42);
  });

  it('answers 404 for a station that is not there, 409 where nothing came in this time', async () => {
    const none = await running.request('/api/v1/stations/c/health');
    assert.deepEqual([none.status, none.error.code], [404, 'unknown_station']);
    const early = await running.request(`${PATH}?to=2025-01-01T00:00:00Z`);
    assert.deepEqual([early.status, early.error.code], [409, 'insufficient_data']);
  });

  for (const search of [
    'from=2026-03-01T11:30:00Z',
    'from=2026-04-01T00:00:00Z',
    'from=2026-01-01T00:00:00Z',
    'from=2026-03-01T00:00:00Z&to=2026-02-01T00:00:00Z',
  ]) {
    it(`refuses ${search}`, async () => {
      const { status, problems, text } = await running.request(`${PATH}?${search}`);
      assert.equal(status, 422);
      assert.deepEqual(problems[0].loc, ['query', 'from'], text);
    });
  }
});
