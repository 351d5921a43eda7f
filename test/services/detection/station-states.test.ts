import assert from 'node:assert/strict';
import type { ExpertRule, OverrideClass } from '../../../schemas/expert-rule.ts';
import { SLOT_MS } from '../../../schemas/time.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { type StationAtMoment, stationStates } from '../../../services/detection/station-states.ts';
import { newOverride, newWindow } from '../../../services/experts/new-rule.ts';
import { Overlay } from '../../../services/experts/overlay.ts';
import type { LatestValue, StationMoment, VerdictMark } from '../../../services/stores/time-series-store.ts';
import { NOON, someAnomaly, someStation } from '../http/fake-parts.ts';

const HOUR = 3_600_000;

function latest(changes: Partial<LatestValue> = {}): LatestValue {
  return { value: 20, time: NOON, judged: true, ...changes };
}

function moment(changes: Partial<StationMoment> = {}): StationMoment {
  return { station: 'a', seen: NOON, cadence: 1, latest: { temp_out: latest(), bar: latest() }, ...changes };
}

function mark(changes: Partial<VerdictMark> = {}): VerdictMark {
  return {
    id: '1',
    network: 'north',
    station: 'a',
    variable: 'temp_out',
    time: NOON,
    classification: 'device_failure',
    state: 'settled',
    ...changes,
  };
}

async function stateOf(
  given: { moments?: StationMoment[]; marks?: VerdictMark[]; retired?: boolean; rules?: ExpertRule[] },
  time = NOON,
): Promise<StationAtMoment | undefined> {
  const { moments = [moment()], marks = [], retired = false, rules = [] } = given;
  const store = {
    allStations: async () => [someStation({ retired })],
    stationMoments: async () => moments,
    verdictMarks: async () => marks,
  };
  return (await stationStates(store, { network: 'north', time }, new Overlay(rules)))[0];
}

describe('the state of a station', () => {
  it('is good where a value was judged and none stands out', async () => {
    assert.deepEqual(await stateOf({}), {
      station: someStation(),
      state: 'good',
      provisional: false,
      variables: {
        temp_out: { value: 20, time: NOON, state: 'good', verdict: null },
        bar: { value: 20, time: NOON, state: 'good', verdict: null },
      },
      seen: NOON,
    });
  });

  it('is by what people call its anomalies, and not by what lies in maintenance', async () => {
    const entering = { by: 'ann', reason: 'seen', at: NOON };
    const marks = [mark()];
    const called = (classification: OverrideClass) =>
      newOverride(someAnomaly({ id: '1', variable: 'temp_out' }), classification, entering);
    const states = async (rule: ExpertRule) => (await stateOf({ marks, rules: [rule] }))?.state;
    assert.equal(await states(called('weather_event')), 'weather_event');
    assert.equal(await states(called('normal')), 'good');
    const window = (variable: Variable) =>
      newWindow('maintenance', someStation(), { variables: [variable], from: NOON, to: null }, entering);
    assert.equal(await states(window('temp_out')), 'good');
    assert.equal(await states(window('bar')), 'device_failure');
  });

  it('is never good where nothing was judged', async () => {
    const found = await stateOf({ moments: [moment({ latest: { temp_out: latest({ judged: false }) } })] });
    assert.equal(found?.state, 'not_judged');
    assert.equal(found?.variables.temp_out?.state, 'not_judged');
    assert.equal((await stateOf({ moments: [moment({ latest: {} })] }))?.state, 'not_judged');
    const some = { temp_out: latest({ judged: false }), bar: latest() };
    assert.equal((await stateOf({ moments: [moment({ latest: some })] }))?.state, 'good');
  });

  it('is that of its gravest variable, and of a variable that of its gravest verdict, the newest of these', async () => {
    const weather = mark({ id: '1', variable: 'bar', classification: 'weather_event', state: 'provisional' });
    const suspected = mark({ id: '2', classification: 'suspected', time: NOON - SLOT_MS });
    const later = mark({ id: '3', classification: 'suspected', state: 'provisional' });
    const found = await stateOf({
      marks: [weather, suspected, later, mark({ id: '4', classification: 'weather_event' })],
    });
    assert.equal(found?.state, 'suspected');
    assert.equal(found?.provisional, true);
    assert.equal(found?.variables.temp_out?.verdict?.id, '3');
    assert.equal(found?.variables.bar?.state, 'weather_event');
    const failed = await stateOf({ marks: [weather, later, mark({ id: '5', time: NOON - HOUR })] });
    assert.equal(failed?.state, 'device_failure');
    assert.equal(failed?.provisional, false);
  });

  it('is of a verdict for an hour, or for two reports where these take longer', async () => {
    const marks = [mark({ time: NOON - HOUR })];
    assert.equal((await stateOf({ marks }))?.state, 'device_failure');
    assert.equal((await stateOf({ marks, moments: [moment({ seen: NOON + 1 })] }, NOON + 1))?.state, 'good');
    const hourly = [moment({ cadence: 6 })];
    assert.equal((await stateOf({ marks, moments: hourly }, NOON + HOUR))?.state, 'device_failure');
    assert.equal((await stateOf({ marks, moments: hourly }, NOON + HOUR + 1))?.state, 'good');
  });

  it('is silent when nothing came for more than three of its reports, of ten minutes where it is not known', async () => {
    for (const [cadence, slots] of [
      [null, 3],
      [1, 3],
      [6, 18],
    ] as const) {
      const moments = [moment({ cadence })];
      const until = NOON + slots * SLOT_MS;
      assert.equal((await stateOf({ moments }, until))?.state, 'good');
      const found = await stateOf({ moments, marks: [mark()] }, until + 1);
      assert.deepEqual([found?.state, found?.variables, found?.seen], ['silent', {}, NOON]);
    }
    const never = await stateOf({ moments: [] });
    assert.deepEqual([never?.state, never?.seen], ['silent', null]);
  });

  it('is told of a retired station only while it reported', async () => {
    assert.equal((await stateOf({ retired: true }))?.state, 'good');
    assert.equal(await stateOf({ retired: true }, NOON + HOUR), undefined);
  });
});
