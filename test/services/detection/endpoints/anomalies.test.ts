import assert from 'node:assert/strict';
import { anomalyAnswerShape, anomalyEvidenceShape } from '../../../../schemas/http/answers/anomaly-answer.ts';
import { pageShape } from '../../../../schemas/http/answers/page-answer.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someAnomaly } from '../../api/some-records.ts';

const PATH = '/api/v1/anomalies';
const PAGE = pageShape('anomalies', anomalyAnswerShape);
const { id } = someAnomaly();

describe('GET /api/v1/anomalies', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.anomalies = [someAnomaly()];
    running.parts.next = null;
  });

  it('shows an anomaly in the words of the report', async () => {
    const { anomalies, next_cursor } = (await running.request(PATH)).as(PAGE);
    assert.equal(next_cursor, null);
    assert.deepEqual(anomalies, [
      {
        station_id: 'a',
        station_name: 'Alpha',
        variable: 'wind_speed',
        timestamp: '2026-03-01T12:00:00Z',
        actual_value: 72,
        expected_value: 36,
        deviation: 36,
        temporal_method: 'arima',
        classification: 'device_failure',
        spatial_verification: {
          enabled: true,
          method: 'pearson',
          correlation: 0.1,
          neighbors_checked: 1,
          neighbors: ['b'],
        },
        anomaly_id: id,
        network: 'north',
        check: 'arima',
        score: 12,
        scale: 3.6,
        threshold: 5,
        units: 'km/h',
        reason: '0 of 2 neighbours show this change',
        state: 'settled',
        version: 'v2',
        baseline: null,
        flags: {
          qartod: 4,
          qartod_tests: { gross_range: 1, temporal_method: 3, neighbors: 4 },
          madis: { descriptor: 'Q', qca: 83, qcr: 81 },
          bufr_033020: 3,
          bufr_033050: 4,
        },
        judged: '2026-03-01T12:00:01Z',
        final: true,
      },
    ]);
  });

  it('converts wind and pressure to m/s and Pa where asked, scores untouched', async () => {
    running.parts.anomalies = [
      someAnomaly(),
      someAnomaly({ variable: 'bar', actual: 1013.25, expected: 1010, scale: 0.5 }),
      someAnomaly({ variable: 'temp_out', actual: 20, expected: 10, scale: 2 }),
    ];
    const { anomalies } = (await running.request(`${PATH}?units=si`)).as(PAGE);
    const shown = anomalies.map((anomaly) => [
      anomaly.actual_value,
      anomaly.expected_value,
      anomaly.deviation,
      anomaly.scale,
      anomaly.units,
      anomaly.score,
    ]);
    assert.deepEqual(shown, [
      [20, 10, 10, 1, 'm/s', 12],
      [101325, 101000, 325, 50, 'Pa', 12],
      [20, 10, 10, 2, 'degC', 12],
    ]);
  });

  it('hands every filter to the store, and only what was given', async () => {
    await running.request(PATH);
    assert.deepEqual(running.parts.asked.at(-1), { limit: 100, revisions: false });
    const all =
      'from=2026-03-01T00:00:00Z&to=1772366400&network=north&station=a%2Fb&variable=bar&class=suspected&state=withdrawn' +
      '&method=3sigma&box=-5,50,6.5,52&revisions=all&limit=7&cursor=xyz';
    await running.request(`${PATH}?${all}`);
    assert.deepEqual(running.parts.asked.at(-1), {
      from: NOON - 12 * 3_600_000,
      to: NOON,
      network: 'north',
      station: 'a/b',
      variable: 'bar',
      classification: 'suspected',
      state: 'withdrawn',
      method: '3sigma',
      box: { west: -5, south: 50, east: 6.5, north: 52 },
      revisions: true,
      limit: 7,
      cursor: 'xyz',
    });
  });

  it('gives the cursor of the next page', async () => {
    running.parts.next = 'more';
    assert.equal((await running.request(`${PATH}?limit=1`)).as(PAGE).next_cursor, 'more');
  });

  it('names everything that is wrong at once', async () => {
    const { status, problems } = await running.request(
      `${PATH}?limit=abc&from=yesterday&variable=snow&class=x&state=y&method=z&box=NaN,1,2,3&revisions=2&units=us&station=`,
    );
    assert.equal(status, 422);
    const named = problems.map(({ loc, type }) => [loc.join('.'), type]);
    assert.deepEqual(named.sort(), [
      ['query.box', 'value_error'],
      ['query.class', 'enum'],
      ['query.from', 'datetime_parsing'],
      ['query.limit', 'int_parsing'],
      ['query.method', 'enum'],
      ['query.revisions', 'enum'],
      ['query.state', 'enum'],
      ['query.station', 'string_too_short'],
      ['query.units', 'enum'],
      ['query.variable', 'enum'],
    ]);
    const limit = problems.find((problem) => problem.loc[1] === 'limit');
    assert.equal(limit?.msg, 'Input should be a valid integer, unable to parse string as an integer');
  });

  const WRONG: [query: string, type: string][] = [
    ['limit=0', 'greater_than_equal'],
    ['limit=-3', 'greater_than_equal'],
    ['limit=10001', 'less_than_equal'],
    ['limit=1e3', 'int_parsing'],
    ['limit=NaN', 'int_parsing'],
    ['limit=99999999999999999999', 'int_parsing'],
    ['limit=', 'int_parsing'],
    ['limit=1.5', 'int_parsing'],
    ['from=NaN', 'datetime_parsing'],
    ['from=Infinity', 'datetime_parsing'],
    ['from=', 'datetime_parsing'],
    ['from=2026-02-30T00:00:00Z', 'datetime_parsing'],
    ['from=2026-03-01T25:00:00Z', 'datetime_parsing'],
    ['to=1772366400000', 'datetime_parsing'],
    ['to=99999-01-01T00:00:00Z', 'datetime_parsing'],
    ['from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', 'value_error'],
    ['box=1,2,3', 'value_error'],
    ['box=1,2,3,', 'value_error'],
    ['box=10,50,5,52', 'value_error'],
    ['box=0,0,0,91', 'value_error'],
    ['box=0,0,Infinity,1', 'value_error'],
    ['network=%00', 'value_error'],
    ['network=%ff%fe', 'value_error'],
    [`station=${'x'.repeat(129)}`, 'string_too_long'],
    ['cursor=bad', 'value_error'],
  ];
  for (const [query, type] of WRONG) {
    it(`refuses ${query.slice(0, 60)}`, async () => {
      const { status, problems, text } = await running.request(`${PATH}?${query}`);
      assert.equal(status, 422);
      assert.equal(problems[0].type, type, text);
      assert.equal(problems[0].loc[0], 'query');
    });
  }

  it('says how a zone is written in a URL when its plus has become a space', async () => {
    const { problems } = await running.request(`${PATH}?from=2026-03-01T00:00:00+02:00`);
    assert.match(problems[0].msg, /%2B/);
    const { status } = await running.request(`${PATH}?from=2026-03-01T00:00:00%2B02:00`);
    assert.equal(status, 200);
    assert.equal((running.parts.asked.at(-1) as { from: number }).from, NOON - 14 * 3_600_000);
  });
});

describe('GET /api/v1/anomalies/{id}', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());

  it('shows the evidence and the earlier versions', async () => {
    running.parts.anomalies = [someAnomaly(), someAnomaly({ version: 'v1', state: 'provisional', final: false })];
    const answer = await running.request(`${PATH}/${id}`);
    assert.equal(answer.status, 200);
    const anomaly = answer.as(anomalyEvidenceShape);
    assert.equal(anomaly.version, 'v2');
    assert.equal(anomaly.configuration, 'c0');
    assert.deepEqual(anomaly.evidence, { history: [1, 2, 3] });
    assert.deepEqual(
      anomaly.earlier_versions.map(({ version, state }) => [version, state]),
      [['v1', 'provisional']],
    );
  });

  it('answers 404 for an id that is not there or is none', async () => {
    for (const none of ['f'.repeat(32), 'x', '%2e%2e', "'%20OR%201=1", '%zz', id.toUpperCase()]) {
      const { status, error } = await running.request(`${PATH}/${none}`);
      assert.equal(status, 404, none);
      assert.equal(error.code, 'not_found');
    }
  });
});
