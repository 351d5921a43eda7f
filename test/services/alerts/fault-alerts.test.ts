import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Fault, FaultVersion } from '../../../schemas/fault.ts';
import { AlertEngine, faultMark } from '../../../services/alerts/alert-engine.ts';
import { alertAnswer } from '../../../services/alerts/answers/alert-answer.ts';
import { changeAlert } from '../../../services/alerts/change-alert.ts';
import { alertEmail } from '../../../services/alerts/deliveries/alert-email.ts';
import { type AlertPayload, alertMessage } from '../../../services/alerts/deliveries/alert-message.ts';
import { dueAlerts } from '../../../services/alerts/due-alerts.ts';
import { FaultCatchUp } from '../../../services/alerts/missed-faults.ts';
import { type Alert, listAlerts } from '../../../services/alerts/records/alert-records.ts';
import { commentsOf } from '../../../services/alerts/records/comment-records.ts';
import { deliveriesOf, feedAfter } from '../../../services/alerts/records/delivery-records.ts';
import { addRule } from '../../../services/alerts/records/rule-records.ts';
import type { RuleDefinition } from '../../../services/alerts/rules/alert-rule.ts';
import { newFaultWord, newOverride, newWindow } from '../../../services/experts/new-rule.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { NOON } from '../api/some-records.ts';
import { MemoryRules } from '../experts/memory-rules.ts';
import { onBothCatalogues } from '../stores/both-catalogues.ts';
import { faultUntil, PlayedVerdicts, someRule, verdict } from './played-verdicts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** LATENESS and HINDSIGHT together. */
const SETTLES = 3 * HOUR;

describe('alerts of faults', () => {
  onBothCatalogues((catalogue) => faultContract(catalogue));
});

function faultContract(catalogue: () => Catalogue): void {
  let store: PlayedVerdicts;
  let engine: AlertEngine;
  let experts: MemoryRules;
  let clock: number;
  let network: string;
  let count = 0;

  beforeEach(async () => {
    await catalogue().query('UPDATE alert_rules SET deleted = now()');
    count += 1;
    network = `f${count}`;
    clock = NOON;
    store = new PlayedVerdicts();
    experts = new MemoryRules();
    engine = new AlertEngine({
      catalogue: catalogue(),
      store,
      experts,
      windowMs: 6 * HOUR,
      settlesAfterMs: SETTLES,
      now: () => clock,
    });
  });

  const rule = (fields: Partial<RuleDefinition> = {}) =>
    addRule(catalogue(), randomUUID(), someRule({ networks: [network], ...fields }), 'ann', NOON - HOUR);
  const of = (minutes: number, fields: Partial<Fault> = {}) =>
    faultUntil(minutes, { network, id: network.padEnd(32, '0'), ...fields });
  /** Stores versions at the time of their newest reports and has them looked at. */
  const come = async (...versions: FaultVersion[]) => {
    for (const version of versions) {
      const newest = version.values.reduce((last, { time }) => Math.max(last, time), version.fault.recovered ?? 0);
      clock = Math.max(clock, newest);
      store.newest = Math.max(store.newest, newest);
      store.giveFault(version);
      for (const touched of await engine.touchedByFaults([faultMark(version.fault, version.values)])) {
        await engine.look(touched);
      }
    }
  };
  const alerts = (): Promise<Alert[]> => listAlerts(catalogue(), { network, limit: 100, after: null });
  const only = async (): Promise<Alert> => {
    const [alert, ...others] = await alerts();
    assert.ok(alert !== undefined && others.length === 0, `${others.length} others`);
    return alert;
  };
  const events = async ({ id }: Alert) => (await deliveriesOf(catalogue(), id)).map(({ event }) => event);
  const comments = async ({ id }: Alert) => (await commentsOf(catalogue(), id)).map(({ by, text }) => `${by}: ${text}`);
  const lookAgain = async () => {
    for (const touched of await dueAlerts(catalogue(), engine, clock)) await engine.look(touched);
  };
  /** The fault that was right again at 80 minutes after three right reports. */
  const ended = (fields: Partial<Fault> = {}) =>
    of(60, { end: NOON + 60 * MINUTE, recovered: NOON + 90 * MINUTE, ...fields });

  it('open when the fault has lasted for as long as the rule asks, though only its first value is an anomaly', async () => {
    await rule({ minDurationMinutes: 60 });
    store.give(verdict(0, { network, variable: 'wind_speed', id: 'onset' }));
    for (const minutes of [0, 10, 20, 30, 40, 50]) await come(of(minutes));
    assert.deepEqual(await alerts(), []);
    await come(of(60));
    const alert = await only();
    assert.deepEqual([alert.state, alert.first, alert.last], ['open', NOON, NOON + HOUR]);
    assert.deepEqual(alert.anomalies, ['onset']);
    assert.deepEqual(await events(alert), ['alert.opened']);
  });

  /** The same, of which the reports after the first minutes are not known to be wrong. */
  const doubtfulAfter = (minutes: number, version: FaultVersion): FaultVersion => ({
    ...version,
    values: version.values.map((value) => (value.time > NOON + minutes * MINUTE ? { ...value, flag: 3 } : value)),
  });

  // One value that no sensor can read woke people as a fault of 20 minutes, with two right ones after it.
  it('do not count the right reports after the last wrong one, while the fault has not ended', async () => {
    await rule({ minDurationMinutes: 20 });
    for (const kind of ['impossible', 'level'] as const) {
      await come(doubtfulAfter(0, of(20, { kind, id: `${network}${kind}`.padEnd(32, '0') })));
    }
    assert.deepEqual(await alerts(), []);
    await come(doubtfulAfter(20, of(40)));
    assert.equal((await only()).last, NOON + 20 * MINUTE);
  });

  it('count reports of which no neighbour tells, and those of a fault of days', async () => {
    await rule({ minDurationMinutes: 20, classes: ['suspected'] });
    const suspected = { certainty: 'suspected' } as const;
    await come(doubtfulAfter(0, of(30, { ...suspected, unknownSince: NOON + 10 * MINUTE })));
    await come(
      doubtfulAfter(-1, of(40, { ...suspected, kind: 'bias', variable: 'bar', id: `${network}b`.padEnd(32, '0') })),
    );
    const found = (await alerts()).map(({ variables, last }) => [variables[0], (last - NOON) / MINUTE]);
    assert.deepEqual(found.toSorted(), [
      ['bar', 40],
      ['wind_speed', 30],
    ]);
  });

  // It lasted no time, as nobody has said of any of its reports that it is wrong.
  it('count reports of a fault that only people suspect', async () => {
    await rule({ minDurationMinutes: 20, classes: ['suspected'] });
    await come(doubtfulAfter(-1, of(30, { certainty: 'suspected', unknownSince: null })));
    assert.equal((await only()).last, NOON + 30 * MINUTE);
  });

  // Two stations that were swapped woke people with ten alerts.
  it('are one of what is wrong with all that a station sends, with all its variables, until all of it is over', async () => {
    await rule({ minDurationMinutes: 60 });
    const variables = ['wind_speed', 'temp_out', 'bar'] as const;
    const clocks = (minutes: number, fields: Partial<Fault> = {}) =>
      variables.map((variable, k) =>
        of(minutes, { kind: 'clock', variable, id: `${network}${k}`.padEnd(32, '0'), ...fields }),
      );
    for (const minutes of [60, 120]) await come(...clocks(minutes));
    const alert = await only();
    assert.deepEqual([alert.state, alert.variables], ['open', ['temp_out', 'wind_speed', 'bar']]);
    assert.match(alert.summary, /Alpha: device failure, temp_out, wind_speed, bar reads/);
    assert.deepEqual(await events(alert), ['alert.opened']);
    // Others of the station, or of another time, are told apart.
    await come(of(120, { kind: 'stuck', variable: 'out_hum', id: `${network}s`.padEnd(32, '0') }));
    assert.equal((await alerts()).length, 2);
    const over = { end: NOON + 2 * HOUR, recovered: NOON + 4 * HOUR };
    await come(...clocks(120, over));
    const states = (await alerts()).map(({ variables: its, state }) => [its.length, state]);
    assert.deepEqual(states.toSorted(), [
      [1, 'open'],
      [3, 'resolved'],
    ]);
  });

  it('open when the fault has lasted for days, where the rule asks for that', async () => {
    await rule({ minDurationMinutes: 3 * 1440 });
    for (const hours of [1, 24, 48, 71]) await come(of(hours * 60));
    assert.deepEqual(await alerts(), []);
    await come(of(72 * 60));
    assert.deepEqual([(await only()).first, (await only()).last], [NOON, NOON + 72 * HOUR]);
  });

  it('stay open for as long as the fault holds, and are resolved when the sensor is right again', async () => {
    await rule({ minDurationMinutes: 60 });
    for (let minutes = 60; minutes <= 9 * 60; minutes += 60) await come(of(minutes));
    clock += 5 * HOUR;
    await lookAgain();
    assert.equal((await only()).state, 'open');
    await come(of(9 * 60, { end: NOON + 9 * HOUR, recovered: NOON + 9.5 * HOUR }));
    const alert = await only();
    assert.deepEqual([alert.state, alert.resolvedBy], ['resolved', 'halcyon']);
    assert.deepEqual(await comments(alert), ['halcyon: The sensor is right again: known at 2026-03-01T21:30:00Z.']);
    assert.deepEqual(await events(alert), ['alert.opened', 'alert.resolved']);
  });

  it('say what the fault is, in answers and e-mails', async () => {
    await rule({ minDurationMinutes: 60 });
    await come(of(60));
    const alert = alertAnswer(await only());
    assert.equal(alert.fault_id, of(60).fault.id);
    assert.equal(alert.fault?.kind, 'level');
    assert.deepEqual(alert.fault?.estimate, {
      offset: 48.8,
      ratio: null,
      minutes: null,
      unit: null,
      swapped_with: null,
      ceiling: null,
      uncertainty: 2.1,
    });
    assert.equal(
      alert.summary,
      'Alpha: device failure, wind_speed reads 48.8 km/h above its 12 neighbours since 12:00',
    );
    const { text, html } = alertEmail(
      { id: 'm', type: 'alert.opened', at: alert.opened_at, alert },
      'https://h.example',
    );
    assert.match(text, /^Fault +level$/m);
    assert.match(text, /^Why +reads 48\.8 km\/h above its 12 neighbours since 12:00$/m);
    assert.match(text, /^Off by +\+48\.8 km\/h, give or take 2\.1$/m);
    assert.match(text, new RegExp(`^Fault id +${of(60).fault.id}$`, 'm'));
    const page = `https://h.example/map/stations/a?network=${network}&time=2026-03-01T13%3A00%3A00Z`;
    assert.ok(text.endsWith(`\n${page}\n`), text);
    assert.ok(html.includes(`<a href="${page.replace('&', '&amp;')}">`), html);
  });

  it('wait for what is settled where the rule asks for no duration, but not of impossible values', async () => {
    await rule();
    await come(of(60));
    assert.deepEqual(await alerts(), []);
    await come(of(60, { id: 'e'.repeat(32), station: 'b', kind: 'impossible' }));
    assert.equal((await only()).stations[0], 'b');
    await come(of(180));
    assert.equal((await alerts()).length, 2);
  });

  it('of a spike are opened and resolved when it is settled', async () => {
    await rule();
    const spike = { kind: 'spike', end: NOON, recovered: NOON + 30 * MINUTE } as const;
    await come(of(0, spike));
    assert.deepEqual(await alerts(), []);
    clock = NOON + 2 * SETTLES;
    store.newest = clock;
    await come(of(0, { ...spike, state: 'settled' }));
    const alert = await only();
    assert.equal(alert.state, 'resolved');
    assert.deepEqual(await events(alert), ['alert.opened', 'alert.resolved']);
  });

  it('are changed by nothing when the same version comes twice', async () => {
    await rule({ minDurationMinutes: 60 });
    await come(of(60));
    const before = await only();
    await come(of(60), of(60));
    assert.deepEqual(await only(), before);
    await come(ended(), ended());
    assert.deepEqual(await events(await only()), ['alert.opened', 'alert.resolved']);
  });

  it('stay acknowledged through all versions, also when the fault goes on after its end', async () => {
    await rule({ minDurationMinutes: 60 });
    await come(of(60));
    const { id } = await only();
    await changeAlert(catalogue(), id, { state: 'acknowledged', by: 'bob', comment: null, at: clock });
    await come(of(70));
    assert.deepEqual([(await only()).state, (await only()).acknowledgedBy], ['acknowledged', 'bob']);
    await come(ended());
    assert.equal((await only()).state, 'resolved');
    await come(of(120, { kind: 'noise' }));
    const alert = await only();
    assert.deepEqual([alert.id, alert.state, alert.acknowledgedBy, alert.resolved], [id, 'acknowledged', 'bob', null]);
    assert.ok((await comments(alert)).includes('halcyon: The fault goes on.'));
    await come(of(120, { kind: 'noise', end: NOON + 2 * HOUR, recovered: NOON + 150 * MINUTE }));
    assert.deepEqual(await events(alert), [
      'alert.opened',
      'alert.acknowledged',
      'alert.resolved',
      'alert.opened',
      'alert.resolved',
    ]);
  });

  it('that have ended are not opened again by whoever read the store before the end', async () => {
    await rule({ minDurationMinutes: 60 });
    await come(of(60));
    let reads = 0;
    const slow = new AlertEngine({
      catalogue: catalogue(),
      store: store.answering({
        faultsOver: async (...given) => {
          reads += 1;
          const open = await store.faultsOver(...given);
          // Another process resolves the alert between this one's look at the store and what it writes.
          if (reads === 1) await come(ended());
          return open;
        },
      }),
      experts,
      windowMs: 6 * HOUR,
      settlesAfterMs: SETTLES,
      now: () => clock,
    });
    await slow.look({ network, station: 'a', from: NOON, to: NOON + HOUR });
    const alert = await only();
    assert.equal(alert.state, 'resolved');
    assert.deepEqual(await events(alert), ['alert.opened', 'alert.resolved']);
  });

  it('that people resolved stay so while the fault holds', async () => {
    await rule({ minDurationMinutes: 60 });
    await come(of(60));
    await changeAlert(catalogue(), (await only()).id, { state: 'resolved', by: 'bob', comment: null, at: clock });
    await come(of(70), of(80));
    const alert = await only();
    assert.deepEqual([alert.state, alert.resolvedBy], ['resolved', 'bob']);
  });

  it('are resolved when the fault is withdrawn', async () => {
    await rule({ minDurationMinutes: 60 });
    await come(of(60));
    await come(of(60, { state: 'withdrawn' }));
    const alert = await only();
    assert.equal(alert.state, 'resolved');
    assert.deepEqual(await comments(alert), ['halcyon: The fault was withdrawn.']);
  });

  it('stay open while nobody can tell whether the fault still holds', async () => {
    await rule({ minDurationMinutes: 60 });
    await come(of(60), of(70, { certainty: 'suspected', unknownSince: NOON + 70 * MINUTE }));
    assert.deepEqual([(await only()).state, (await only()).classification], ['open', 'suspected']);
    await come(of(10, { id: 'e'.repeat(32), station: 'b', certainty: 'suspected' }));
    assert.equal((await alerts()).length, 1, 'none of these opens one for failures');
  });

  it('are one with that of an anomaly which came before its fault', async () => {
    await rule();
    const onset = { network, variable: 'wind_speed', id: `${network} onset` } as const;
    store.give(verdict(0, { ...onset, check: 'gross_range', state: 'provisional' }));
    await engine.look({ network, station: 'a', from: NOON, to: NOON });
    const { id } = await only();
    await come(of(0, { kind: 'impossible', anomalyIds: [onset.id] }));
    const alert = await only();
    assert.deepEqual([alert.id, alert.fault?.id], [id, of(0).fault.id]);
  });

  it('are not raised beside the fault by the value at which the sensor comes back', async () => {
    await rule();
    await come(ended());
    clock = NOON + 6 * HOUR;
    store.newest = clock;
    const back = verdict(70, { network, variable: 'wind_speed', id: `${network} back` });
    store.give(back);
    await come(ended({ state: 'settled' }));
    for (const touched of await engine.touchedBy([back])) await engine.look(touched);
    assert.equal((await alerts()).length, 1);
  });

  it('are of the variables and stations of their rule', async () => {
    await rule({ minDurationMinutes: 60, variables: ['temp_out'] });
    await rule({ minDurationMinutes: 60, stations: ['b'] });
    await rule({ minDurationMinutes: 60, classes: ['weather_event'] });
    await come(of(60));
    assert.deepEqual(await alerts(), []);
  });

  it('are not raised in maintenance, but by a fault that outlasts it', async () => {
    await rule({ minDurationMinutes: 60 });
    const window = { variables: ['wind_speed'] as const, from: NOON - HOUR, to: NOON + 100 * MINUTE };
    await experts.enter(newWindow('maintenance', { network, id: 'a' }, window, { by: 'ann', reason: 'r', at: NOON }));
    await come(of(60), of(90));
    assert.deepEqual(await alerts(), []);
    await come(of(100));
    assert.equal((await only()).state, 'open');
  });

  it('are resolved when people explain the anomaly that the fault was named by', async () => {
    await rule({ minDurationMinutes: 60 });
    const onset = verdict(0, { network, variable: 'wind_speed', id: `${network} onset` });
    store.give(onset);
    await come(of(60, { anomalyIds: [onset.id] }));
    await experts.enter(newOverride(onset, 'weather_event', { by: 'ann', reason: 'hail', at: clock }));
    clock += 11 * MINUTE;
    await lookAgain();
    const alert = await only();
    assert.deepEqual(await comments(alert), ['halcyon: ann says that it is a weather event: hail']);
    assert.equal(alert.summary, 'Alpha: weather event, ann says of wind_speed: hail');
  });

  it('are resolved when people say that the fault is none, and its anomalies raise none', async () => {
    await rule({ minDurationMinutes: 60 });
    const onset = verdict(0, { network, variable: 'wind_speed', id: `${network} onset` });
    store.give(onset);
    const version = of(60, { anomalyIds: [onset.id] });
    await come(version);
    const { fault } = version;
    const { start, end } = fault;
    const entering = { by: 'ann', reason: 'a drone', at: clock };
    await experts.enter(newFaultWord(fault, { classification: 'normal', start, end }, entering));
    clock += 11 * MINUTE;
    await lookAgain();
    const alert = await only();
    assert.deepEqual(await comments(alert), ['halcyon: ann says that it is no fault: a drone']);
  });

  // The message repeated that the device had failed, as if it had.
  it('that people overrule end with a message that says who calls it no fault, and why', async () => {
    await rule({ minDurationMinutes: 60, channels: [{ type: 'feed' }] });
    const version = of(60);
    await come(version);
    const { fault } = version;
    const word = { classification: 'normal', start: fault.start, end: fault.end } as const;
    await experts.enter(newFaultWord(fault, word, { by: 'ada', reason: 'the hose was on', at: clock }));
    // What the machine says of it meanwhile changes nothing.
    await come(of(70));
    const messages = await feedAfter(catalogue(), 0, 1_000);
    const payloads = messages.map(({ payload }) => JSON.parse(payload) as AlertPayload);
    const told = payloads.find(({ type, alert }) => type === 'alert.resolved' && alert.network === network);
    assert.ok(told !== undefined);
    assert.equal(told.comment, 'ada says that it is no fault: the hose was on');
    assert.equal(told.alert.summary, 'Alpha: no fault, ada says of wind_speed: the hose was on');
    assert.equal(alertMessage(told, 'https://h.example').comment, told.comment);
    const { subject, text } = alertEmail(told, 'https://h.example');
    assert.match(subject, /resolved: Alpha: no fault, ada says of wind_speed: the hose was on$/);
    assert.match(text, /^Comment +ada says that it is no fault: the hose was on$/m);
  });

  it('are not raised by history', async () => {
    await rule({ minDurationMinutes: 60 });
    clock = NOON + 26 * HOUR;
    await come(of(60, { judged: clock }));
    assert.deepEqual(await alerts(), []);
  });

  it('are caught up after a stop, each fault once', async () => {
    await rule({ minDurationMinutes: 60 });
    store.giveFault(of(60));
    clock = NOON + 2 * HOUR;
    const missed = new FaultCatchUp(store);
    for (let look = 0; look < 2; look++) {
      const marks = (await missed.read(clock)).map((fault) => faultMark(fault));
      for (const touched of await engine.touchedByFaults(marks)) await engine.look(touched);
    }
    assert.deepEqual(await events(await only()), ['alert.opened']);
  });
}
