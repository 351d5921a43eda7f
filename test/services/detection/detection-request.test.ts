import assert from 'node:assert/strict';
import { HalcyonError } from '../../../schemas/errors.ts';
import { type RawDetection, readDetection } from '../../../services/detection/detection-request.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 0, 0);
const CONTEXT = { now: NOW, latenessSlots: 12, hindsightSlots: 6 };
const HOUR = 3_600_000;

function problemsOf(raw: Readonly<Record<string, unknown>>): string[] {
  try {
    readDetection(raw as RawDetection, CONTEXT);
  } catch (error) {
    assert.ok(error instanceof HalcyonError);
    assert.equal(error.code, 'invalid_parameter');
    assert.equal(error.exitCode, 3);
    assert.equal(error.status, 422);
    for (const problem of error.problems) assert.equal(problem.loc[0], 'body');
    return error.problems.map((problem) => problem.msg);
  }
  return [];
}

describe('a detection request', () => {
  it('has the defaults of the interface document', () => {
    assert.deepEqual(readDetection({}, CONTEXT), {
      start: NOW - 6 * HOUR,
      end: NOW,
      network: null,
      configuration: {
        temporalMethod: 'arima',
        windowHours: 6,
        threshold: 5,
        checks: ['gross_range', 'flat_line', 'step', 'consistency'],
        spatialVerify: false,
        spatialMethod: 'pearson',
        neighborRadiusKm: 100,
        variables: ['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain'],
        latenessSlots: 12,
        hindsightSlots: 6,
      },
      verdicts: 'last',
      warnings: [],
    });
  });

  it('reads the same from texts and from typed values', () => {
    const typed = {
      end_time: '2025-12-31T00:00:00Z',
      start_time: 1767052800,
      window_hours: 12,
      temporal_method: '3sigma',
      threshold: 4.5,
      spatial_verify: true,
      neighbor_radius_km: 75.5,
      variables: ['rain', 'temp_out'],
      checks: ['step'],
      verdicts: 'first',
      network: 'alps',
    };
    const texts = {
      end_time: '1767139200',
      start_time: '2025-12-30 00:00:00',
      window_hours: '12',
      temporal_method: '3sigma',
      threshold: '4.5',
      spatial_verify: 'true',
      neighbor_radius_km: '75.5',
      variables: ' temp_out , rain',
      checks: 'step',
      verdicts: 'first',
      network: 'alps',
    };
    const request = readDetection(typed, CONTEXT);
    assert.deepEqual(readDetection(texts, CONTEXT), request);
    assert.deepEqual(request.configuration.variables, ['temp_out', 'rain']);
  });

  it('has the threshold of the chosen method where none is given', () => {
    assert.equal(readDetection({ temporal_method: '3sigma' }, CONTEXT).configuration.threshold, 3);
  });

  it('takes null and undefined as not given', () => {
    const nothing = { end_time: null, window_hours: undefined, variables: null, network: null };
    assert.deepEqual(readDetection(nothing, CONTEXT), readDetection({}, CONTEXT));
  });

  it('turns the common checks off', () => {
    for (const checks of ['none', [], ['none']]) {
      assert.deepEqual(readDetection({ checks }, CONTEXT).configuration.checks, []);
    }
  });

  it('warns of a window beyond 24 hours and only then', () => {
    assert.deepEqual(readDetection({ window_hours: 24 }, CONTEXT).warnings, []);
    assert.match(readDetection({ window_hours: 25 }, CONTEXT).warnings.join(), /window_hours is 25 hours/);
    assert.equal(readDetection({ window_hours: 168 }, CONTEXT).configuration.windowHours, 168);
  });

  it('takes an end that is ahead by no more than clocks differ', () => {
    assert.equal(readDetection({ end_time: (NOW + HOUR) / 1000 }, CONTEXT).end, NOW + HOUR);
    assert.match(problemsOf({ end_time: (NOW + HOUR) / 1000 + 1 }).join(), /end_time lies in the future/);
  });

  const refused: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
    [{ window_hours: 0 }, /window_hours is '0', should be a whole number of hours from 1 to 168/],
    [{ window_hours: -3 }, /window_hours is '-3'/],
    [{ window_hours: 6.5 }, /window_hours is '6.5'/],
    [{ window_hours: '1e9' }, /window_hours is '1e9'/],
    [{ window_hours: 'abc' }, /window_hours is 'abc'/],
    [{ window_hours: '0x10' }, /window_hours is '0x10'/],
    [{ threshold: 0.5 }, /threshold is '0\.5', should be a number from 1 to 20 for arima/],
    [{ threshold: 'x' }, /threshold is 'x'/],
    [{ window_hours: '' }, /window_hours is ''/],
    [{ window_hours: true }, /window_hours is 'true'/],
    [{ window_hours: [6] }, /window_hours is '\[6\]'/],
    [{ temporal_method: 'prophet' }, /one of arima, 3sigma, mad, iqr, isolation_forest, stl, lof/],
    [{ temporal_method: 'ARIMA' }, /temporal_method is 'ARIMA'/],
    [{ spatial_method: 'kriging' }, /one of pearson, distance/],
    [{ spatial_verify: 'yes' }, /spatial_verify is 'yes', should be true or false/],
    [{ spatial_verify: 1 }, /should be true or false/],
    [{ neighbor_radius_km: 0 }, /above 0 and up to 1000/],
    [{ neighbor_radius_km: 1000.1 }, /above 0 and up to 1000/],
    [{ neighbor_radius_km: 'NaN' }, /neighbor_radius_km is 'NaN'/],
    [{ neighbor_radius_km: 'Infinity' }, /neighbor_radius_km is 'Infinity'/],
    [{ variables: 'temp_out,snow' }, /variables holds 'snow', should be a list of temp_out/],
    [{ variables: ['rain', 'rain'] }, /variables names rain twice/],
    [{ variables: [] }, /variables is empty/],
    [{ variables: '' }, /variables holds ''/],
    [{ variables: 7 }, /variables is '7'/],
    [{ variables: ['rain', 7] }, /variables holds '7'/],
    [{ checks: 'none,step' }, /checks holds 'none'/],
    [{ verdicts: 'both' }, /one of last, first/],
    [{ network: '' }, /network is '', should be the name of a network/],
    [{ end_time: 'tomorrow' }, /end_time is 'tomorrow', should be NOW, YYYY-MM-DD HH:MM:SS/],
    [{ end_time: '2030-01-01 00:00:00' }, /end_time lies in the future \(2030-01-01T00:00:00Z\); it is 2026-01-02T03/],
    [{ end_time: '2025-01-01 00:00:00', start_time: '2025-01-02 00:00:00' }, /start_time lies after the end/],
    [{ spatial_verfy: true }, /there is no field 'spatial_verfy'; known are end_time/],
  ];
  for (const [raw, message] of refused) {
    it(`refuses ${JSON.stringify(raw)}`, () => {
      const problems = problemsOf(raw);
      assert.equal(problems.length, 1);
      assert.match(problems[0], message);
    });
  }

  it('says of a documented method that this version does not have which ones it has', () => {
    const [problem] = problemsOf({ temporal_method: 'lof' });
    if (problem !== undefined) assert.match(problem, /this version does not have yet; it has arima/);
  });

  it('takes every spatial method', () => {
    for (const spatial_method of ['pearson', 'distance']) assert.deepEqual(problemsOf({ spatial_method }), []);
  });

  it('names every problem at once', () => {
    const problems = problemsOf({ window_hours: 0, variables: 'x,y', verdicts: 'z', end_time: 'w' });
    assert.equal(problems.length, 5);
  });

  it('shows what was refused on one line and not without end', () => {
    const [problem] = problemsOf({ network: '', verdicts: `a\n\u001b[31m${'b'.repeat(500)}` }).slice(-1);
    assert.ok(!/\p{C}/u.test(problem));
    assert.ok(problem.length < 200);
  });
});
