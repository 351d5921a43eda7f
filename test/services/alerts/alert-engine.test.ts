import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { AlertEngine } from '../../../services/alerts/alert-engine.ts';
import { changeAlert } from '../../../services/alerts/change-alert.ts';
import { dueAlerts } from '../../../services/alerts/due-alerts.ts';
import { type Alert, listAlerts } from '../../../services/alerts/records/alert-records.ts';
import { commentsOf } from '../../../services/alerts/records/comment-records.ts';
import { deliveriesOf } from '../../../services/alerts/records/delivery-records.ts';
import { addRule, changeRule, deleteRule } from '../../../services/alerts/records/rule-records.ts';
import { addSilence } from '../../../services/alerts/records/silence-records.ts';
import type { RuleDefinition } from '../../../services/alerts/rules/alert-rule.ts';
import { newOverride, newWindow } from '../../../services/experts/new-rule.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { NOON } from '../api/some-records.ts';
import { MemoryRules } from '../experts/memory-rules.ts';
import { onBothCatalogues } from '../stores/both-catalogues.ts';
import { PlayedVerdicts, someRule, someSilence, verdict } from './played-verdicts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** LATENESS and HINDSIGHT together. */
const SETTLES = 3 * HOUR;

describe('alerts', () => {
  onBothCatalogues((catalogue) => alertContract(catalogue));
});

function alertContract(catalogue: () => Catalogue): void {
  let store: PlayedVerdicts;
  let engine: AlertEngine;
  let experts: MemoryRules;
  let clock: number;
  let network: string;
  let count = 0;

  beforeEach(async () => {
    // Of the rules of other tests nothing is to be heard.
    await catalogue().query('UPDATE alert_rules SET deleted = now()');
    count += 1;
    network = `n${count}`;
    clock = NOON;
    store = new PlayedVerdicts();
    experts = new MemoryRules();
    engine = newEngine();
  });

  const newEngine = () =>
    new AlertEngine({
      catalogue: catalogue(),
      store,
      experts,
      windowMs: 6 * HOUR,
      settlesAfterMs: SETTLES,
      now: () => clock,
    });
  const rule = (fields: Partial<RuleDefinition> = {}) =>
    addRule(catalogue(), randomUUID(), someRule({ networks: [network], ...fields }), 'ann', NOON - HOUR);
  const of = (minutes: number, fields: Partial<Anomaly> = {}) => verdict(minutes, { network, ...fields });
  /** Stores verdicts and has them looked at. */
  const come = async (...verdicts: Anomaly[]) => {
    store.give(...verdicts);
    for (const touched of await engine.touchedBy(verdicts)) await engine.look(touched);
  };
  const alerts = (): Promise<Alert[]> => listAlerts(catalogue(), { network, limit: 100, after: null });
  const events = async ({ id }: Alert) => (await deliveriesOf(catalogue(), id)).map(({ event }) => event);
  const comments = async ({ id }: Alert) => (await commentsOf(catalogue(), id)).map(({ by, text }) => `${by}: ${text}`);
  /** Moves the clock and the observations on, and has looked at what may have ended. */
  const later = async (ms: number) => {
    clock += ms;
    store.newest = clock;
    for (const touched of await dueAlerts(catalogue(), engine, clock)) await engine.look(touched);
  };

  it('are opened once for an episode, however many its anomalies and variables', async () => {
    const { id } = await rule();
    await come(of(0));
    await come(of(0, { variable: 'bar' }), of(10), of(10, { variable: 'bar' }));
    await come(of(20), of(0));
    const [alert, ...others] = await alerts();
    assert.equal(others.length, 0);
    assert.deepEqual(alert.rule, { id, name: 'Failures' });
    assert.equal(alert.state, 'open');
    assert.equal(alert.severity, 'warning');
    assert.deepEqual(alert.variables, ['temp_out', 'bar']);
    assert.equal(alert.anomalies.length, 5);
    assert.equal(alert.episode, of(0).id);
    assert.deepEqual([alert.first, alert.last], [NOON, NOON + 20 * MINUTE]);
    assert.match(alert.summary, /^Alpha: device failure, temp_out \+15\.0 degC/);
    assert.deepEqual(await events(alert), ['alert.opened']);
  });

  it('are opened for each rule and each fault by itself', async () => {
    await rule();
    await rule({ name: 'All', classes: ['device_failure', 'weather_event'] });
    await come(of(0), of(0, { station: 'b' }));
    assert.equal((await alerts()).length, 4);
  });

  it('wait for the settled verdict, but not of impossible values', async () => {
    await rule();
    await come(of(0, { state: 'provisional', final: false }));
    assert.equal((await alerts()).length, 0);
    await come(of(0, { station: 'b', state: 'provisional', final: false, check: 'gross_range' }));
    assert.deepEqual(
      (await alerts()).flatMap(({ stations }) => stations),
      ['b'],
    );
    await come(of(0));
    assert.equal((await alerts()).length, 2);
  });

  it('wait for the settled verdict of values that are only suspect by their limits', async () => {
    await rule({ classes: ['suspected'] });
    const suspect = { check: 'gross_range', classification: 'suspected' } as const;
    await come(of(0, { ...suspect, state: 'provisional', final: false }));
    assert.equal((await alerts()).length, 0);
    await come(of(0, suspect));
    assert.equal((await alerts()).length, 1);
  });

  it('stay one when the first anomaly of the episode becomes another', async () => {
    await rule();
    await come(of(20, { check: 'gross_range', state: 'provisional' }));
    await come(of(0), of(20, { check: 'gross_range' }));
    const [alert, ...others] = await alerts();
    assert.equal(others.length, 0);
    assert.equal(alert.episode, of(0).id);
    await come(of(0, { state: 'withdrawn' }));
    assert.equal((await alerts())[0].episode, of(20).id);
    assert.equal((await alerts()).length, 1);
  });

  it('are of the rule’s classes, variables, stations, box and duration only', async () => {
    await rule({ variables: ['bar'] });
    await rule({ stations: ['b'] });
    await rule({ box: [5, 50, 6, 52] });
    await rule({ classes: ['weather_event'] });
    await rule({ networks: ['elsewhere'] });
    await rule({ enabled: false });
    await rule({ minDurationMinutes: 30 });
    await come(of(0), of(20));
    assert.equal((await alerts()).length, 0);
    await come(of(30));
    assert.equal((await alerts()).length, 1, 'half an hour has passed');
    await rule({ box: [3, 50, 5, 52], name: 'Here' });
    await rule({ box: [170, 50, 5, 52], name: 'Across' });
    await come(of(40));
    const names = (await alerts()).map((alert) => alert.rule.name);
    assert.deepEqual(names.sort(), ['Across', 'Failures', 'Here']);
  });

  it('are not raised by verdicts from before the rule, nor by history', async () => {
    await addRule(catalogue(), randomUUID(), someRule({ networks: [network] }), 'ann', NOON + 5 * MINUTE);
    await come(of(0));
    assert.equal((await alerts()).length, 0);
    await come(of(10));
    assert.equal((await alerts()).length, 1, 'the episode goes on');
    await come(of(-25 * 60, { station: 'b', judged: NOON + HOUR }));
    assert.equal((await alerts()).length, 1);
  });

  it('resolve themselves when the verdict is withdrawn or of another class', async () => {
    await rule();
    await come(of(0, { check: 'gross_range', state: 'provisional' }), of(0, { station: 'b' }));
    await come(of(0, { state: 'withdrawn' }), of(0, { station: 'b', classification: 'weather_event' }));
    const found = await alerts();
    assert.equal(found.length, 2);
    for (const alert of found) {
      assert.deepEqual([alert.state, alert.resolvedBy], ['resolved', 'halcyon']);
      assert.deepEqual(await events(alert), ['alert.opened', 'alert.resolved']);
    }
    const said = (await Promise.all(found.map(comments))).flat();
    assert.ok(said.includes('halcyon: Its anomalies were withdrawn, or people have explained them.'), said.join());
    assert.ok(said.includes('halcyon: The verdict is weather_event in temp_out now.'), said.join());
  });

  it('of impossible values stay while a correction is not settled', async () => {
    await rule();
    await come(of(0, { check: 'gross_range', state: 'provisional' }));
    await come(of(0, { check: 'arima', state: 'provisional' }));
    assert.equal((await alerts())[0].state, 'open');
    await come(of(0, { check: 'arima' }));
    assert.equal((await alerts())[0].state, 'open');
    assert.equal((await alerts()).length, 1);
  });

  it('resolve themselves when no anomaly has come for an hour that is settled', async () => {
    await rule();
    clock = NOON + SETTLES;
    store.newest = clock;
    await come(of(0));
    await later(50 * MINUTE);
    assert.equal((await alerts())[0].state, 'open');
    await later(30 * MINUTE);
    const [alert] = await alerts();
    assert.equal(alert.state, 'resolved');
    assert.deepEqual(await comments(alert), ['halcyon: No anomaly of its episode has come since.']);
    assert.deepEqual(await events(alert), ['alert.opened', 'alert.resolved']);
    await come(of(80));
    assert.equal((await alerts()).length, 2, 'another fault is another alert');
  });

  it('that are resolved are not raised again by what comes of the same episode', async () => {
    await rule();
    await come(of(0));
    const [alert] = await alerts();
    await changeAlert(catalogue(), alert.id, { state: 'resolved', by: 'bob', comment: null, at: clock });
    await come(of(10));
    await come(of(20));
    const [same, ...others] = await alerts();
    assert.equal(others.length, 0);
    assert.deepEqual([same.state, same.resolvedBy, same.anomalies.length], ['resolved', 'bob', 3]);
    assert.deepEqual(await events(alert), ['alert.opened', 'alert.resolved']);
  });

  it('are one when two processes look at the same time', async () => {
    await rule();
    store.give(of(0));
    const [touched] = await engine.touchedBy([of(0)]);
    await Promise.all(Array.from({ length: 8 }, () => newEngine().look(touched)));
    assert.equal((await alerts()).length, 1);
    assert.deepEqual(await events((await alerts())[0]), ['alert.opened']);
  });

  it('that a look without the newest verdicts finds are left as they are', async () => {
    await rule();
    const behind = new PlayedVerdicts();
    let reads = 0;
    const slow = new AlertEngine({
      catalogue: catalogue(),
      store: store.answering({
        anomalies: async (query) => {
          reads += 1;
          if (reads > 1) return store.anomalies(query);
          // Another process opens the alert between this one's look at the alerts and its look at the store.
          const page = await behind.anomalies(query);
          await come(of(0));
          return page;
        },
      }),
      experts,
      windowMs: 6 * HOUR,
      settlesAfterMs: SETTLES,
      now: () => clock,
    });
    await slow.look({ network, station: 'a', from: NOON, to: NOON });
    assert.equal((await alerts())[0].state, 'open');
  });

  it('of a rule that was deleted are resolved', async () => {
    const { id } = await rule();
    await come(of(0));
    await deleteRule(catalogue(), id, 'ann', clock);
    await later(11 * MINUTE);
    const [alert] = await alerts();
    assert.equal(alert.state, 'resolved');
    assert.deepEqual(await comments(alert), ['halcyon: Its rule was deleted.']);
  });

  it('go on by the rule as it was changed', async () => {
    const { id } = await rule();
    await come(of(0));
    const changed = someRule({ name: 'Renamed', networks: [network], severity: 'critical' });
    await changeRule(catalogue(), id, changed, 'ann', clock);
    await come(of(10));
    const [alert, ...others] = await alerts();
    assert.equal(others.length, 0);
    assert.equal(alert.rule.name, 'Renamed');
    assert.equal(alert.severity, 'warning', 'it opened as one');
  });

  it('that open in a silence are kept and told to nobody', async () => {
    await rule();
    const silence = someSilence({ networks: [network], stations: ['a', 'b', 'c'], variables: ['temp_out'] });
    await addSilence(catalogue(), silence);
    // Its verdict is settled when the silence has ended: it began inside.
    clock = NOON + SETTLES;
    await come(of(0), of(0, { station: 'd' }), of(0, { station: 'b', variable: 'bar' }), of(90, { station: 'c' }));
    const found = await alerts();
    const silenced = found.filter((alert) => alert.silenced !== null);
    assert.deepEqual(
      silenced.map((alert) => [alert.stations[0], alert.silenced]),
      [['a', silence.id]],
    );
    assert.equal(found.length, 4);
    await changeAlert(catalogue(), silenced[0].id, { state: 'acknowledged', by: 'bob', comment: null, at: clock });
    assert.deepEqual(await events(silenced[0]), []);
  });

  it('are not raised by what people have explained', async () => {
    await rule();
    const entering = { by: 'ann', reason: 'calibration', at: NOON };
    const window = { variables: ['temp_out'] as const, from: NOON, to: NOON + HOUR };
    await experts.enter(newWindow('maintenance', { network, id: 'b' }, window, entering));
    await experts.enter(newOverride(of(0, { station: 'c' }), 'normal', entering));
    await experts.enter(newOverride(of(0, { station: 'd' }), 'weather_event', entering));
    await come(...['b', 'c', 'd', 'e'].map((station) => of(0, { station })));
    assert.deepEqual(
      (await alerts()).flatMap(({ stations }) => stations),
      ['e'],
    );
  });

  it('resolve themselves when people explain what they are of', async () => {
    await rule();
    await come(of(0), of(0, { station: 'b' }));
    const entering = { by: 'ann', reason: 'hail', at: NOON };
    await experts.enter(newOverride(of(0), 'weather_event', entering));
    await experts.enter(newOverride(of(0, { station: 'b' }), 'normal', entering));
    await later(11 * MINUTE);
    assert.deepEqual(
      (await alerts()).map(({ state, resolvedBy }) => [state, resolvedBy]),
      [
        ['resolved', 'halcyon'],
        ['resolved', 'halcyon'],
      ],
    );
  });

  it('follow a sensor that is stuck for days without reading all of it again', async () => {
    await rule();
    await come(of(0));
    for (let minutes = 30; minutes <= 5 * 24 * 60; minutes += 30) store.give(of(minutes));
    for (let hours = 12; hours <= 5 * 24; hours += 12) {
      clock = NOON + hours * HOUR;
      await come(of(hours * 60));
    }
    const [alert, ...others] = await alerts();
    assert.equal(others.length, 0);
    assert.equal(alert.first, NOON);
    assert.equal(alert.episode, of(0).id);
    assert.equal(alert.last, NOON + 5 * 24 * HOUR);
  });
}
