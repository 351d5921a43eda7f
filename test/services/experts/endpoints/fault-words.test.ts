import assert from 'node:assert/strict';
import { faultAnswerShape, wholeFaultShape } from '../../../../schemas/http/answers/fault-answer.ts';
import { someFault } from '../../answers/some-fault.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someObservation, someStation } from '../../api/some-records.ts';

const { id } = someFault();
const PATH = `/api/v1/faults/${id}/override`;
const NONE = { classification: 'normal', reason: 'a bonfire beside the mast' };
const KNOWN = {
  station: 'a',
  variable: 'rain',
  kind: 'stuck',
  start: '2026-03-01T09:00:00Z',
  reason: 'a nest in the funnel',
};

describe('what people say of a fault', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.faults = [someFault()];
    running.parts.stations = [someStation()];
    running.parts.experts.all = [];
    running.parts.observations = [someObservation({ time: NOON - 24 * 3_600_000 }), someObservation()];
  });

  it('is shown with it: that it is none', async () => {
    const answer = await running.json('PUT', PATH, NONE);
    assert.equal(answer.status, 200);
    const said = { ...NONE, by: 'local', at: '2026-03-01T12:00:00Z' };
    assert.deepEqual(answer.as(faultAnswerShape).override, said);
    const one = (await running.request(`/api/v1/faults/${id}`)).as(wholeFaultShape);
    assert.deepEqual([one.fault_id, one.reason, one.override], [id, someFault().reason, said]);
  });

  it('may be from when to when it is one, and what is left out stays as it is', async () => {
    const body = { classification: 'device_failure', start: '2026-03-01T11:00:00Z', reason: 'the logger says so' };
    const first = (await running.json('PUT', PATH, body)).as(faultAnswerShape);
    assert.deepEqual(
      [first.start, first.end, first.recovered, first.state, first.reason],
      ['2026-03-01T11:00:00Z', null, null, 'settled', 'local says: the logger says so'],
    );
    const next = { ...body, classification: 'suspected', start: undefined, end: '2026-03-01T11:30:00Z' };
    const second = (await running.json('PUT', PATH, next)).as(faultAnswerShape);
    assert.deepEqual(
      [second.start, second.end, second.certainty, second.estimate],
      ['2026-03-01T11:00:00Z', '2026-03-01T11:30:00Z', 'suspected', first.estimate],
    );
    const [before, now] = running.parts.experts.all;
    assert.deepEqual([before.ended, now.ended], [NOON, null], 'the one before it is ended');
  });

  it('may be one that only they know of, which holds until they say when it ended', async () => {
    const answer = await running.json('POST', '/api/v1/faults', KNOWN);
    assert.equal(answer.status, 200);
    const fault = answer.as(faultAnswerShape);
    assert.match(fault.fault_id, /^[0-9a-f]{32}$/);
    assert.deepEqual(
      [fault.station_id, fault.variable, fault.kind, fault.start, fault.end, fault.certainty, fault.reason],
      ['a', 'rain', 'stuck', KNOWN.start, null, 'failure', 'local says: a nest in the funnel'],
    );
    running.parts.faults = [];
    const path = `/api/v1/faults/${fault.fault_id}/override`;
    const body = { classification: 'device_failure', end: '2026-03-01T10:00:00Z', reason: 'cleaned' };
    const ended = (await running.json('PUT', path, body)).as(faultAnswerShape);
    assert.deepEqual([ended.fault_id, ended.start, ended.end], [fault.fault_id, KNOWN.start, body.end]);
  });

  // Two requests gave two open faults, and two alerts of each rule.
  // A fault could be stated for a time of which there is no report, and was told as if it had been seen.
  it('is refused where the station has no report then, and told from when to when it has', async () => {
    const { reason } = KNOWN;
    const has = "station 'a' has reports from 2026-02-28T12:00:00Z to 2026-03-01T12:00:00Z";
    const answer = await running.json('POST', '/api/v1/faults', { ...KNOWN, start: '1999-03-01T09:00:00Z' });
    assert.deepEqual([answer.status, answer.problems[0].loc.at(-1)], [422, 'start']);
    assert.equal(answer.problems[0].msg, `'start' should not be before the first report; ${has}`);
    const period = { start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' };
    const stated = await running.json('PUT', PATH, { classification: 'device_failure', ...period, reason });
    assert.deepEqual([stated.status, stated.problems[0].loc.at(-1)], [422, 'start']);
    running.parts.observations = [];
    const without = await running.json('POST', '/api/v1/faults', KNOWN);
    assert.deepEqual([without.status, without.problems[0].msg], [422, "station 'a' has no report yet"]);
    assert.equal((await running.json('PUT', PATH, NONE)).status, 200, 'no time is stated');
  });

  it('is entered once: the same again is refused and names the first', async () => {
    const first = (await running.json('POST', '/api/v1/faults', KNOWN)).as(faultAnswerShape);
    const again = await running.json('POST', '/api/v1/faults', { ...KNOWN, reason: 'the nest is still there' });
    assert.deepEqual([again.status, again.error.code], [409, 'conflict']);
    assert.match(again.error.detail, new RegExp(`local has entered this fault already: it is ${first.fault_id}`));
    assert.equal(running.parts.experts.all.length, 1);
    const others = [{ variable: 'bar' }, { kind: 'drift' }, { start: '2026-03-01T09:10:00Z' }];
    for (const other of others)
      assert.equal((await running.json('POST', '/api/v1/faults', { ...KNOWN, ...other })).status, 200);
    await running.request(`/api/v1/faults/${first.fault_id}/override`, { method: 'DELETE' });
    assert.equal((await running.json('POST', '/api/v1/faults', KNOWN)).status, 200, 'it was taken back');
  });

  // The answer spoke of an 'end' that nobody had sent.
  it('is refused with a start after the end that is stored, which is named', async () => {
    const end = NOON - 3_600_000;
    running.parts.faults = [someFault({ end })];
    const body = { ...NONE, start: '2026-03-01T11:30:00Z' };
    const { status, problems } = await running.json('PUT', PATH, body);
    const msg = "'start' should not be after the end that is stored, 2026-03-01T11:00:00Z; state 'end' too";
    assert.deepEqual([status, problems], [422, [{ loc: ['body', 'start'], msg, type: 'value_error' }]]);
    assert.equal((await running.json('PUT', PATH, { ...body, end: null })).status, 200);
  });

  it('is taken back, twice without harm', async () => {
    await running.json('PUT', PATH, NONE);
    assert.equal((await running.request(PATH, { method: 'DELETE' })).as(faultAnswerShape).fault_id, id);
    const again = await running.request(PATH, { method: 'DELETE' });
    assert.equal(again.status, 200);
    assert.equal('override' in again.as(faultAnswerShape), false);
    const [rule] = running.parts.experts.all;
    assert.deepEqual([rule.endedBy, rule.ended], ['local', NOON], 'it is ended and stays');
  });

  it('is refused where it cannot be, with the field and what would be right', async () => {
    const failure = { ...NONE, classification: 'device_failure' };
    const wrongs: readonly (readonly [object, string])[] = [
      [{ classification: 'normal' }, 'reason'],
      [{ ...NONE, reason: ' ' }, 'reason'],
      [{ ...NONE, classification: 'weather_event' }, 'classification'],
      [{ ...failure, start: 'yesterday-ish' }, 'start'],
      [{ ...failure, start: '2026-03-01T12:00:01Z' }, 'start'],
      [{ ...failure, end: '2026-03-02T12:00:00Z' }, 'end'],
      [{ ...failure, start: '2026-03-01T11:00:00Z', end: '2026-03-01T10:59:59Z' }, 'end'],
      [{ ...failure, until: '2026-03-01T11:00:00Z' }, 'until'],
    ];
    for (const [body, field] of wrongs) {
      const answer = await running.json('PUT', PATH, body);
      assert.deepEqual([answer.status, answer.problems[0].loc.at(-1)], [422, field], JSON.stringify(body));
    }
    for (const [body, field] of [
      [{ ...KNOWN, variable: 'snow' }, 'variable'],
      [{ ...KNOWN, kind: 'sticky' }, 'kind'],
      [{ ...KNOWN, start: undefined }, 'start'],
      [{ ...KNOWN, end: '2026-03-01T08:00:00Z' }, 'end'],
    ] as const) {
      const answer = await running.json('POST', '/api/v1/faults', body);
      assert.deepEqual([answer.status, answer.problems[0].loc.at(-1)], [422, field], JSON.stringify(body));
    }
    const elsewhere = await running.json('POST', '/api/v1/faults', { ...KNOWN, network: 'west' });
    assert.deepEqual([elsewhere.status, elsewhere.error.code], [404, 'unknown_network']);
    running.parts.stations = [];
    assert.equal((await running.json('POST', '/api/v1/faults', KNOWN)).status, 404);
    running.parts.faults = [];
    assert.equal((await running.json('PUT', PATH, NONE)).status, 404);
    assert.equal((await running.request('/api/v1/faults/x/override', { method: 'DELETE' })).status, 404);
    assert.deepEqual(running.parts.experts.all, []);
  });
});
