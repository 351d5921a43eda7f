import assert from 'node:assert/strict';
import { networkReportShape } from '../../../../schemas/http/answers/network-report-answer.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someObservation, someStation } from '../../api/some-records.ts';

const PATH = '/api/v1/report';
const MINUTE = 60_000;

describe('the report of a network over HTTP', () => {
  const running = new RunningApplication();
  before(async () => {
    running.parts.stations = [someStation()];
    running.parts.observations = [someObservation({ time: NOON - 10 * MINUTE }), someObservation()];
    await running.start();
  });
  after(() => running.stop());

  it('is of the thirty days of UTC that end with the newest report', async () => {
    const { network, from, to, days, reports, sensors } = (await running.request(PATH)).as(networkReportShape);
    assert.deepEqual([network, from, to, days.length], ['north', '2026-01-31T00:00:00Z', '2026-03-01T12:00:00Z', 30]);
    assert.equal(reports, 2);
    assert.deepEqual(
      sensors.map((one) => [one.variable, one.hours.not_judged, one.hours.good]),
      ['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain'].map((name) => [name, 0.3, 0]),
    );
  });

  it('is a table of its sensors as CSV', async () => {
    const answer = await running.request(`${PATH}?format=csv&from=2026-03-01T00:00:00Z`);
    const [head, first, ...others] = answer.text.trim().split(/\r?\n/);
    assert.equal(
      head,
      'station_id,station_name,manufacturer,model,variable,cadence_minutes,values,hours_expected,hours_missing,' +
        'hours_good,hours_suspect,hours_failed,hours_not_judged,faults_opened,faults_closed',
    );
    assert.equal(first, 'a,Alpha,Boreal,BX2,temp_out,10,2,0.2,0,0,0,0,0.3,0,0');
    assert.equal(others.length, 4);
  });

  it('refuses a period that is empty or too long, and says what would be right', async () => {
    const refused = async (query: string) => (await running.request(`${PATH}?${query}`)).problems[0];
    const { msg, loc } = await refused('from=2024-03-01T00:00:00Z');
    assert.match(msg, /^from 2024-03-01T00:00:00Z should be at most 366 days before 'to'$/);
    assert.deepEqual(loc, ['query', 'from']);
    assert.match((await refused('from=2026-03-01T12:00:00Z')).msg, /should be earlier than 'to'/);
    running.parts.stations = Array.from({ length: 4000 }, (_, k) => someStation({ id: `s${k}` }));
    assert.match(
      (await refused('from=2026-01-31T00:00:00Z')).msg,
      /30 days of 4000 stations, should be at most 25 days/,
    );
    running.parts.stations = [someStation()];
  });

  it('is of fewer days where none are named and the network is large', async () => {
    running.parts.stations = Array.from({ length: 10_000 }, (_, k) => someStation({ id: `s${k}` }));
    const { from, days } = (await running.request(PATH)).as(networkReportShape);
    assert.deepEqual([from, days.length], ['2026-02-20T00:00:00Z', 10]);
    running.parts.stations = [someStation()];
  });

  it('has no place, and says so where a format needs one', async () => {
    const { status, error } = await running.request(`${PATH}?format=geojson`);
    assert.deepEqual([status, error.code], [406, 'not_acceptable']);
  });
});
