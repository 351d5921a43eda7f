import assert from 'node:assert/strict';
import { z } from 'zod';
import { limitsAnswerShape } from '../../../../schemas/http/answers/expert-answers.ts';
import { limitsListShape } from '../../../../schemas/http/answers/limits-list.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { someStation } from '../../api/some-records.ts';

const STATION = '/api/v1/stations/a/limits/temp_out';
const NETWORK = '/api/v1/networks/north/limits/temp_out';
const REASON = 'a mountain pass';

describe('limits that are set', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.stations = [someStation({ elevation: 2400, pressureLevel: 'station' })];
    running.parts.experts.all = [];
  });
  const effective = async (search: string, variable = 'temp_out') => {
    const { effective: all, set } = (await running.request(`/api/v1/limits${search}`)).as(limitsListShape);
    const found = all.find((one) => one.variable === variable);
    assert.ok(found !== undefined);
    return { ...found, set };
  };

  it('say from when on they hold', async () => {
    const body = { fail: { low: -40, high: 50 }, suspect: { low: -30.5, high: 38 }, reason: REASON };
    const answer = await running.json('PUT', STATION, body);
    assert.equal(answer.status, 200);
    const [{ id }] = running.parts.experts.all;
    assert.deepEqual(answer.body, {
      id,
      network: 'north',
      station_id: 'a',
      variable: 'temp_out',
      fail: { low: -40, high: 50 },
      suspect: { low: -30.5, high: 38 },
      reason: REASON,
      by: 'local',
      at: '2026-03-01T12:00:00Z',
      effective_from: '2026-03-01T12:20:00Z',
      ended_by: null,
      ended_at: null,
    });
  });

  it('are as by default where a side is left out, by the elevation of the station too', async () => {
    const fail = await running.json('PUT', STATION, { fail: { low: -60 }, reason: REASON });
    const { fail: failSpan, suspect } = fail.as(limitsAnswerShape);
    assert.deepEqual(
      [failSpan, suspect],
      [
        { low: -60, high: 60 },
        { low: -51.1, high: 54.4 },
      ],
    );
    const pressure = await running.json('PUT', STATION.replace('temp_out', 'bar'), {
      fail: { low: 400 },
      reason: REASON,
    });
    assert.deepEqual(pressure.as(limitsAnswerShape).suspect, { low: 649.3, high: 809.8 });
    const whole = await running.json('PUT', NETWORK.replace('temp_out', 'bar'), { fail: { low: 400 }, reason: REASON });
    assert.deepEqual(whole.as(limitsAnswerShape).suspect, { low: 568, high: 1100 });
  });

  it('take the place of what was set before, of a station and of the network, and are taken back', async () => {
    await running.json('PUT', STATION, { suspect: { high: 30 }, reason: REASON });
    const { id } = (await running.json('PUT', STATION, { suspect: { high: 31 }, reason: REASON })).as(
      limitsAnswerShape,
    );
    const whole = await running.json('PUT', NETWORK, { suspect: { high: 40 }, reason: REASON });
    assert.equal(whole.as(limitsAnswerShape).station_id, null);
    const inForce = running.parts.experts.all.filter(({ ended }) => ended === null);
    assert.deepEqual(inForce.map(({ station }) => station).sort(), ['', 'a']);
    const taken = await running.request(STATION, { method: 'DELETE' });
    const { ended } = taken.as(z.object({ ended: limitsAnswerShape }));
    assert.deepEqual([taken.status, ended.id, ended.ended_by], [200, id, 'local']);
    assert.deepEqual((await running.request(STATION, { method: 'DELETE' })).body, { ended: null });
    const network = await running.request(NETWORK, { method: 'DELETE' });
    assert.equal(network.as(z.object({ ended: limitsAnswerShape })).ended.suspect.high, 40);
  });

  it('are listed with the limits that apply by them', async () => {
    assert.deepEqual(await effective(''), {
      variable: 'temp_out',
      units: 'degC',
      fail: { low: -80, high: 60 },
      suspect: { low: -51.1, high: 54.4 },
      from: 'default',
      set: [],
    });
    const { from, suspect } = await effective('?station=a', 'bar');
    assert.deepEqual([from, suspect], ['registration', { low: 649.3, high: 809.8 }]);
    await running.json('PUT', NETWORK, { suspect: { high: 40 }, reason: REASON });
    await running.json('PUT', STATION, { suspect: { high: 30 }, reason: REASON });
    for (const [search, source, high, count] of [
      ['', 'default', 54.4, 2],
      ['?network=north', 'network', 40, 2],
      ['?network=north&station=a', 'station', 30, 2],
    ] as const) {
      const { from, suspect, set } = await effective(search);
      assert.deepEqual([from, suspect.high, set.length], [source, high, count], search);
    }
    await running.request(STATION, { method: 'DELETE' });
    const { from: left, set } = await effective('?station=a');
    assert.deepEqual([left, set.map((one) => one.station_id)], ['network', [null]]);
  });

  it('are refused where they do not fit, with the field and what would be right', async () => {
    const wrong: [body: object, loc: readonly string[], msg: string | RegExp][] = [
      [
        { fail: { low: 60, high: -80 }, reason: REASON },
        ['body', 'fail', 'low'],
        "'fail.low' is 60, should be below 'fail.high' (-80)",
      ],
      [
        { suspect: { low: -90 }, reason: REASON },
        ['body', 'suspect', 'low'],
        "'suspect.low' is -90, should be 'fail.low' (-80) or above",
      ],
      [{ reason: REASON }, ['body', 'fail'], /should be given; DELETE takes back/],
      [{ fail: {}, suspect: { low: null }, reason: REASON }, ['body', 'fail'], /should be given/],
      [{ fail: { low: 'cold' }, reason: REASON }, ['body', 'fail', 'low'], /number/],
      [{ fail: { lowest: 1 }, reason: REASON }, ['body', 'fail', 'lowest'], /./],
      [{ fail: { low: -40 } }, ['body', 'reason'], /./],
    ];
    for (const path of [STATION, NETWORK]) {
      for (const [body, loc, msg] of wrong) {
        const { status, problems } = await running.json('PUT', path, body);
        assert.deepEqual([status, problems[0].loc], [422, loc]);
        if (typeof msg === 'string') assert.equal(problems[0].msg, msg);
        else assert.match(problems[0].msg, msg);
      }
    }
    const infinite = { method: 'PUT', headers: { 'Content-Type': 'application/json' } };
    const text = `{"fail":{"low":-1e999},"reason":"${REASON}"}`;
    assert.equal((await running.request(STATION, { ...infinite, body: text })).status, 422);
  });

  it('are of stations, networks and variables that there are', async () => {
    const body = { fail: { low: -40 }, reason: REASON };
    for (const [path, status] of [
      [STATION.replace('/a/', '/z/'), 404],
      [NETWORK.replace('north', 'south'), 404],
      [STATION.replace('temp_out', 'snow'), 422],
    ] as const) {
      assert.equal((await running.json('PUT', path, body)).status, status, path);
      assert.equal((await running.request(path, { method: 'DELETE' })).status, status, path);
    }
    for (const search of ['?station=z', '?network=south']) {
      assert.equal((await running.request(`/api/v1/limits${search}`)).status, 404, search);
    }
  });
});
