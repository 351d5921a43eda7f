import assert from 'node:assert/strict';
import type { ExpertRule, OverrideClass } from '../../../schemas/expert-rule.ts';
import type { Fault } from '../../../schemas/fault.ts';
import { SLOT_MS } from '../../../schemas/time.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { networkStates } from '../../../services/detection/network-states.ts';
import type { StationAtMoment } from '../../../services/detection/station-states.ts';
import { newOverride, newWindow } from '../../../services/experts/new-rule.ts';
import type { StationReports } from '../../../services/stores/roles/observation-store.ts';
import type { LatestValue, VerdictMark } from '../../../services/stores/time-series-store.ts';
import { someFault } from '../answers/some-fault.ts';
import { NOON, someAnomaly, someStation } from '../api/some-records.ts';
import { MemoryRules } from '../experts/memory-rules.ts';
import { type GivenMoment, momentsOf } from '../stores/some-moments.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function latest(changes: Partial<LatestValue> = {}): LatestValue {
  return { value: 20, time: NOON, judged: true, ...changes };
}

function moment(changes: Partial<GivenMoment> = {}): GivenMoment {
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

interface Given {
  readonly moments?: GivenMoment[];
  readonly marks?: VerdictMark[];
  readonly faults?: Fault[];
  readonly retired?: boolean;
  readonly rules?: ExpertRule[];
  readonly reports?: StationReports['values'];
}

async function stateOf(given: Given, time = NOON): Promise<StationAtMoment | undefined> {
  const { moments = [moment()], marks = [], faults = [], retired = false, rules = [], reports = {} } = given;
  const experts = new MemoryRules();
  for (const rule of rules) await experts.enter(rule);
  const store = {
    allStations: async () => [someStation({ retired })],
    stationMoments: async (_network: string, _time: number, ids: readonly string[]) => momentsOf(ids, moments),
    stationReports: async () => [
      { station: 'a', first: NOON - DAY, last: NOON, heard: NOON, slots: 144, values: reports },
    ],
    verdictMarks: async () => marks,
    faultsOver: async (_network: string, from: number, to: number) =>
      faults.filter(({ start, end }) => start <= to && (end === null || end >= from)),
  };
  const states = await networkStates(store, experts, { network: 'north', time });
  const [found] = states.detailed(states.stations);
  // In brief it is the same, though nothing is made of most stations' variables for that.
  for (const { state, provisional, seen } of states.stations) {
    assert.deepEqual([state, provisional, seen], [found.state, found.provisional, found.seen]);
  }
  return found;
}

describe('the state of a station', () => {
  it('is good where a value was judged and none stands out', async () => {
    assert.deepEqual(await stateOf({}), {
      station: someStation(),
      state: 'good',
      provisional: false,
      variables: {
        temp_out: { value: 20, time: NOON, state: 'good', fault: null, verdict: null },
        bar: { value: 20, time: NOON, state: 'good', fault: null, verdict: null },
      },
      silentSensors: [],
      seen: NOON,
      heard: NOON,
    });
  });

  // A station whose barometer had sent nothing for three days was a green dot.
  it('is that of a silent sensor where all that comes is good', async () => {
    const moments = [moment({ latest: { temp_out: latest() } })];
    const reports = { bar: { first: NOON - DAY, last: NOON - 2 * HOUR, slots: 130 } };
    const found = await stateOf({ moments, reports });
    assert.deepEqual([found?.state, found?.silentSensors], ['silent_sensor', ['bar']]);
    assert.equal((await stateOf({ moments, reports, marks: [mark()] }))?.state, 'device_failure');
    const unjudged = [moment({ latest: { temp_out: latest({ judged: false }) } })];
    assert.equal((await stateOf({ moments: unjudged, reports }))?.state, 'not_judged');
    const never = await stateOf({ moments });
    assert.deepEqual([never?.state, never?.silentSensors], ['good', []]);
    assert.equal((await stateOf({ moments, reports }, NOON + 5 * HOUR))?.state, 'silent');
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

  it('is silent when nothing came for more than three of its reports', async () => {
    for (const [cadence, slots] of [
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

  // Before, it was silent: the times of its reports counted, not when these arrived.
  it('is the failure of its clock where its reports arrive with times of an hour before', async () => {
    const behind = NOON - 65 * MINUTE;
    const moments = [moment({ seen: behind, heard: NOON - 5 * MINUTE, latest: { bar: latest({ time: behind }) } })];
    const fault = someFault({ kind: 'clock', variable: 'bar', start: NOON - 30 * HOUR });
    const found = await stateOf({ moments, faults: [fault] });
    assert.deepEqual([found?.state, found?.seen], ['device_failure', behind]);
    assert.equal(found?.variables.bar?.fault?.kind, 'clock');
    assert.equal((await stateOf({ moments }))?.state, 'good');
    const marks = [mark({ variable: 'bar', time: behind - HOUR })];
    assert.equal((await stateOf({ moments, marks }))?.state, 'device_failure', 'of the hour before its newest report');
    const stopped = await stateOf({ moments, faults: [fault] }, NOON + 26 * MINUTE);
    assert.deepEqual([stopped?.state, stopped?.heard], ['silent', NOON - 5 * MINUTE]);
  });

  it('is told of a retired station only while it reported', async () => {
    assert.equal((await stateOf({ retired: true }))?.state, 'good');
    assert.equal(await stateOf({ retired: true }, NOON + HOUR), undefined);
  });
});

describe('the state of a station whose sensor is under a fault', () => {
  const ONSET = NOON - 9 * HOUR;
  const BACK = NOON;
  /** It jumped at three and was back at noon, of which three right reports told. */
  const ended = someFault({
    variable: 'temp_out',
    start: ONSET,
    named: ONSET,
    end: BACK - SLOT_MS,
    recovered: BACK + 2 * SLOT_MS,
    state: 'settled',
    anomalyIds: ['1', '2'],
  });
  const open = { ...ended, end: null, recovered: null };
  const marks = [
    mark({ id: '1', time: ONSET }),
    mark({ id: '2', time: BACK - SLOT_MS }),
    mark({ id: '3', time: BACK }),
  ];
  const at = (time: number, given: Given = {}) => {
    const standing = { marks: marks.filter((one) => one.time <= time), faults: [ended] };
    return stateOf({ moments: [reporting(time)], ...standing, ...given }, time);
  };

  it('is a device failure at each of its reports, and good from the one on by which it is back', async () => {
    for (let time = ONSET; time < BACK; time += SLOT_MS) {
      const found = await at(time);
      assert.equal(found?.state, 'device_failure', new Date(time).toISOString());
      assert.equal(found.variables.temp_out?.fault?.id, ended.id);
      assert.equal(found.variables.bar?.state, 'good');
      assert.equal(found.variables.bar.fault, null);
    }
    assert.equal((await at(ONSET - SLOT_MS))?.state, 'good');
    // Between two reports it is as the one before.
    const between = { moments: [reporting(BACK - SLOT_MS)] };
    assert.equal((await at(BACK - 1, between))?.state, 'device_failure');
    for (let time = BACK; time < BACK + 3 * HOUR; time += SLOT_MS) {
      const found = await at(time);
      assert.deepEqual([found?.state, found?.variables.temp_out?.fault], ['good', null], new Date(time).toISOString());
    }
  });

  it('is provisional as the fault is', async () => {
    assert.equal((await at(NOON, { faults: [open] }))?.provisional, false);
    const found = await at(NOON, { faults: [{ ...open, state: 'provisional' }] });
    assert.deepEqual([found?.state, found?.provisional], ['device_failure', true]);
  });

  it('is suspected where the fault is, or from when on nobody can tell', async () => {
    const states = async (changes: Partial<Fault>, given: Given = {}) =>
      (await at(NOON, { marks: [], faults: [{ ...open, ...changes }], ...given }))?.variables.temp_out;
    assert.equal((await states({ certainty: 'suspected' }))?.state, 'suspected');
    const unknown = { certainty: 'suspected', unknownSince: NOON } as const;
    assert.equal((await states(unknown))?.state, 'suspected');
    assert.equal((await states({ ...unknown, unknownSince: NOON + 1 }))?.state, 'device_failure');
    // An anomaly that no fault has goes before what is suspected.
    const other = mark({ id: '9', time: ONSET - SLOT_MS });
    const hourly = [moment({ cadence: 60 })];
    const graver = await states({ certainty: 'suspected' }, { marks: [other], moments: hourly });
    assert.deepEqual([graver?.state, graver?.verdict?.id], ['device_failure', '9']);
    assert.equal(graver?.fault?.id, ended.id);
  });

  it('goes before weather, which stays where the fault has ended', async () => {
    const weather = mark({ id: '2', classification: 'weather_event' });
    const during = await at(NOON, { faults: [open], marks: [weather] });
    assert.equal(during?.state, 'device_failure');
    assert.equal(during.variables.temp_out?.verdict, null);
    const after = await at(NOON, { marks: [weather] });
    assert.deepEqual([after?.state, after?.variables.temp_out?.verdict?.id], ['weather_event', '2']);
  });

  it('is by what people call the anomaly that named it', async () => {
    const called = async (classification: OverrideClass, id = '1') => {
      const named = someAnomaly({ id, variable: 'temp_out', time: ONSET });
      const rules = [newOverride(named, classification, { by: 'ann', reason: 'seen', at: NOON })];
      return (await at(NOON, { faults: [open], rules }))?.variables.temp_out;
    };
    assert.deepEqual(await called('normal'), { value: 20, time: NOON, state: 'good', fault: null, verdict: null });
    assert.equal((await called('weather_event'))?.state, 'good');
    assert.equal((await called('suspected'))?.state, 'suspected');
    assert.equal((await called('normal', '2'))?.state, 'device_failure');
  });

  it('is good while the value lies in maintenance, and not after', async () => {
    const entering = { by: 'ann', reason: 'exchange', at: NOON };
    const window = (from: number, to: number | null) =>
      newWindow('maintenance', someStation(), { variables: ['temp_out'], from, to }, entering);
    const states = async (rule: ExpertRule) => (await at(NOON, { faults: [open], rules: [rule] }))?.state;
    assert.equal(await states(window(NOON - HOUR, null)), 'good');
    assert.equal(await states(window(ONSET, NOON - HOUR)), 'device_failure');
  });

  it('is of the gravest of several faults, and of the first of these', async () => {
    const suspected = { ...open, id: 's', certainty: 'suspected' } as const;
    const found = await at(NOON, { faults: [suspected, { ...open, id: 'a' }, { ...open, id: 'b', start: NOON }] });
    assert.equal(found?.variables.temp_out?.fault?.id, 'a');
  });

  it('stays silent where it is silent', async () => {
    const found = await at(NOON, { faults: [open], moments: [moment({ seen: NOON - HOUR })] });
    assert.deepEqual([found?.state, found?.variables], ['silent', {}]);
  });
});

/** A station that reported at a time. */
function reporting(time: number): GivenMoment {
  const value = latest({ time });
  return moment({ seen: time, latest: { temp_out: value, bar: value } });
}
