import assert from 'node:assert/strict';
import { HalcyonError } from '../../../schemas/errors.ts';
import { type RawHealth, readHealth } from '../../../services/health/health-request.ts';

const NOW = Date.UTC(2026, 0, 2, 3);

function problemsOf(raw: object): readonly string[] {
  try {
    readHealth(raw as RawHealth, { now: NOW });
  } catch (error) {
    assert.ok(error instanceof HalcyonError);
    assert.equal(error.code, 'invalid_parameter');
    assert.equal(error.exitCode, 3);
    return error.problems.map(({ msg }) => msg);
  }
  return [];
}

describe('a request for a health check', () => {
  it('has the defaults of the interface document', () => {
    const defaults = { end: NOW, days: 7, station: null, variables: ['wind_speed'], network: null };
    assert.deepEqual(readHealth({}, { now: NOW }), defaults);
  });

  it('reads the same from texts and from typed values', () => {
    const typed = { end_time: new Date(NOW), days: 30, station: 's1', variables: ['rain', 'bar'], network: 'alps' };
    const texts = { ...typed, end_time: '2026-01-02 03:00:00', days: '30', variables: 'bar,rain' };
    assert.deepEqual(readHealth(typed, { now: NOW }), readHealth(texts, { now: NOW }));
  });

  for (const days of [1, 366, '7', '7.0']) {
    it(`takes ${JSON.stringify(days)} days`, () => assert.deepEqual(problemsOf({ days }), []));
  }
  for (const days of [0, -1, 'abc', 400, 367, 1.5, '', 'NaN', 'Infinity', true, [7]]) {
    it(`refuses ${JSON.stringify(days)} days`, () => {
      const [problem] = problemsOf({ days });
      assert.match(problem, /^days is '.*', should be a whole number of days from 1 to 366$/);
    });
  }

  it('names everything that is wrong at once', () => {
    const raw = { days: 0, station: ' ', variables: 'snow', end_time: '2099-01-01', windw: 3 };
    assert.equal(problemsOf(raw).length, 5);
  });
});
