import assert from 'node:assert/strict';
import { EVERY_STATION } from '../../../../schemas/expert-rule.ts';
import { type ThresholdsAnswer, thresholdsAnswerShape } from '../../../../schemas/http/answers/thresholds-answer.ts';
import type { Observation } from '../../../../schemas/observation.ts';
import { newLimits, newThreshold } from '../../../../services/experts/new-rule.ts';
import { FakeParts } from '../../api/fake-parts.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someStation } from '../../api/some-records.ts';
import { observation } from '../../stores/records.ts';

const PATH = '/api/v1/stations/a/thresholds';
const MINUTE_MS = 60_000;

/** Two hours of reports up to noon, newest first. */
function reports(): Observation[] {
  return Array.from({ length: 13 }, (_, back) =>
    observation('north', 'a', NOON - back * 10 * MINUTE_MS, {
      values: { temp_out: 10 + (back % 3) / 10, out_hum: 60, wind_speed: 18, bar: 1010, rain: 0 },
    }),
  );
}

describe('GET /api/v1/stations/{id}/thresholds', () => {
  const running = new RunningApplication(new FakeParts({ HALCYON_TEMPORAL_METHOD: 'mad', HALCYON_THRESHOLD: '4' }));
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.stations = [
      someStation(),
      someStation({ id: 'b', latitude: 51.1 }),
      someStation({ id: 'c', retired: true }),
    ];
    running.parts.observations = reports().map((one) => ({ observation: one, assessment: null }));
    running.parts.asked.length = 0;
  });

  const ask = async (search = '') => {
    const answer = await running.request(`${PATH}${search}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.as(thresholdsAnswerShape);
  };
  const variable = (answer: ThresholdsAnswer, name: string) => {
    const found = answer.variables.find((one) => one.variable === name);
    assert.ok(found !== undefined);
    return found;
  };

  it('says what the settings judge by, and whom they ask', async () => {
    const answer = await ask('?time=2026-03-01T12:00:00Z');
    const { variables, ...rest } = answer;
    assert.deepEqual(rest, {
      network: 'north',
      station_id: 'a',
      station_name: 'Alpha',
      time: '2026-03-01T12:00:00Z',
      temporal_method: 'mad',
      window_hours: 6,
      threshold: 4,
      threshold_units: '1.4826 median absolute deviations of the window',
      checks: ['gross_range', 'flat_line', 'step', 'consistency'],
      cadence_minutes: 10,
      usual_cadence_minutes: null,
      baseline: null,
      spatial_method: 'pearson',
      neighbor_radius_km: 100,
      neighbors_compared: 12,
      neighbors: [{ station_id: 'b', km: 11.119 }],
    });
    assert.deepEqual(
      variables.map((one) => one.variable),
      ['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain'],
    );
    const { flat_line, ...humidity } = variable(answer, 'out_hum');
    assert.deepEqual(humidity, {
      variable: 'out_hum',
      units: '%',
      judged: true,
      gross_range: { fail: { low: 0, high: 105 }, suspect: { low: 0, high: 105 } },
      limits: null,
      threshold: 4,
      expert: null,
      floor: 10,
      floor_from: 'documented',
      asks_from: 10,
      usual_step: 2.5,
      days: 0,
      usual_level: null,
      expected_value: 60,
      flagged_below: 50,
      flagged_above: 70,
      step: 10,
      resolution: null,
      usual_resolution: null,
      weather_from: 16,
    });
    assert.deepEqual(flat_line, {
      ...{ minutes: 60, reports: 4, range: 10, range_of_few: 20 },
      ...{ reached: 0, reached_of_few: 0, own_steps: 0 },
    });
    assert.equal(variable(answer, 'temp_out').resolution, 0.1);
    assert.equal(variable(answer, 'temp_out').flat_line?.reached, 0.25);
    assert.equal(variable(answer, 'rain').flat_line, null);
  });

  it('shows what somebody has set, and judges by it from when it holds', async () => {
    const at = NOON - 60 * MINUTE_MS;
    const setting = { variable: 'bar', method: 'mad', threshold: 8, floor: 2.5 } as const;
    const rule = newThreshold(someStation(), setting, { by: 'ann', reason: 'the sun', at });
    running.parts.experts.all = [rule];
    const answer = await ask();
    const { expert, threshold, floor, floor_from, asks_from, expected_value, flagged_above } = variable(answer, 'bar');
    assert.deepEqual([expert?.id, expert?.by, expert?.effective_from], [rule.id, 'ann', '2026-03-01T11:20:00Z']);
    assert.deepEqual([threshold, floor, floor_from, asks_from], [8, 2.5, 'expert', 2.5]);
    assert.deepEqual([expected_value, flagged_above], [1010, 1012.5]);
    running.parts.experts.all = [{ ...rule, firstSlot: rule.firstSlot + 6 }];
    const coming = variable(await ask(), 'bar');
    assert.deepEqual([coming.expert?.id, coming.threshold, coming.floor_from], [rule.id, 4, 'documented']);
    running.parts.experts.all = [];
  });

  it('shows the limits that are set of the station, else those of the whole network', async () => {
    const entering = { by: 'ann', reason: 'a mountain pass', at: NOON - 60 * MINUTE_MS };
    const limits = { failLow: -60, failHigh: 50, suspectLow: -40, suspectHigh: 35.5 };
    const network = newLimits('north', EVERY_STATION, 'temp_out', limits, entering);
    const station = newLimits('north', 'a', 'temp_out', { ...limits, failHigh: 45 }, entering);
    for (const [all, by, high] of [
      [[network], network, 50],
      [[network, station], station, 45],
    ] as const) {
      running.parts.experts.all = [...all];
      const { gross_range, limits: set } = variable(await ask(), 'temp_out');
      assert.deepEqual(gross_range, { fail: { low: -60, high }, suspect: { low: -40, high: 35.5 } });
      assert.deepEqual([set?.id, set?.station_id], [by.id, by.station || null]);
    }
    running.parts.experts.all = [];
  });

  it('answers in SI units', async () => {
    const answer = await ask('?units=si');
    const { units, expected_value, floor, flagged_above, gross_range } = variable(answer, 'bar');
    assert.deepEqual([units, expected_value, floor, flagged_above], ['Pa', 101_000, 100, 101_100]);
    const suspect = { low: 86_880, high: 108_350 };
    assert.deepEqual(gross_range, { fail: { low: 50_000, high: 110_000 }, suspect }, 'suspect by the elevation, 12 m');
    assert.deepEqual([variable(answer, 'wind_speed').units, variable(answer, 'wind_speed').expected_value], ['m/s', 5]);
    assert.equal(variable(answer, 'temp_out').units, 'degC');
  });

  it('is of now where no time is given', async () => {
    await running.request(PATH);
    const [newest] = running.parts.asked;
    assert.ok('to' in newest);
    assert.equal(newest.to, NOON);
  });

  it('has no expectation without history', async () => {
    running.parts.observations = [];
    const answer = await ask();
    const { expected_value, flagged_below, flagged_above, floor } = variable(answer, 'temp_out');
    assert.deepEqual([expected_value, flagged_below, flagged_above, floor], [null, null, null, 2]);
    assert.equal(answer.time, '2026-03-01T12:00:00Z');
  });

  it('answers 404 for a station or network that is not there, with those that are', async () => {
    for (const [address, code, says] of [
      ['/api/v1/stations/x/thresholds', 'unknown_station', "network north has no station 'x'; it has a, b, c"],
      [`${PATH}?network=south`, 'unknown_network', "there is no network 'south'; there is north"],
    ]) {
      const { status, error } = await running.request(address);
      assert.deepEqual([status, error.code, error.detail], [404, code, says]);
    }
    running.parts.stations.push(someStation({ network: 'south', id: 's' }));
    assert.match(
      (await running.request('/api/v1/stations/x/thresholds')).error.detail,
      /north, south has a station 'x'/,
    );
    running.parts.stations = [];
    assert.match((await running.request(PATH)).error.detail, /no station 'a', nor any other yet/);
  });

  it('answers 422 for a bad time or units, and asks for the network where several have the id', async () => {
    for (const [search, field, says] of [
      ['time=yesterday', 'time', /valid datetime: NOW, YYYY-MM-DD/],
      ['time=', 'time', /valid datetime/],
      ['units=imperial', 'units', /'own' or 'si'/],
    ] as const) {
      const { status, problems } = await running.request(`${PATH}?${search}`);
      assert.equal(status, 422, search);
      assert.deepEqual(problems[0].loc, ['query', field]);
      assert.match(problems[0].msg, says);
    }
    running.parts.stations.push(someStation({ network: 'south' }));
    const { status, problems } = await running.request(PATH);
    assert.equal(status, 422);
    assert.match(problems[0].msg, /by 'network': north, south/);
    assert.equal((await running.request(`${PATH}?network=south`)).status, 200);
  });
});
