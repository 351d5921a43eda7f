import assert from 'node:assert/strict';
import { changeAlert } from '../../../../services/alerts/change-alert.ts';
import { alertEmail } from '../../../../services/alerts/deliveries/alert-email.ts';
import { type AlertPayload, alertMessage } from '../../../../services/alerts/deliveries/alert-message.ts';
import { feedAfter } from '../../../../services/alerts/records/delivery-records.ts';
import { newFaultWord, newOverride, newWindow } from '../../../../services/experts/new-rule.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { NOON } from '../../api/some-records.ts';
import { verdict } from '../played-verdicts.ts';
import { HOUR, MINUTE, PlayedFaults } from './played-faults.ts';

/** What people do with an alert, and say of its fault. */
export function alertsThatPeopleChange(catalogue: () => Catalogue): void {
  let played: PlayedFaults;

  beforeEach(async () => {
    played = await PlayedFaults.over(catalogue());
  });

  it('stay acknowledged through all versions, also when the fault goes on after its end', async () => {
    await played.rule({ minDurationMinutes: 60 });
    await played.come(played.of(60));
    const { id } = await played.only();
    await changeAlert(played.catalogue, id, { state: 'acknowledged', by: 'bob', comment: null, at: played.clock });
    await played.come(played.of(70));
    assert.deepEqual([(await played.only()).state, (await played.only()).acknowledgedBy], ['acknowledged', 'bob']);
    await played.come(played.ended());
    assert.equal((await played.only()).state, 'resolved');
    await played.come(played.of(120, { kind: 'noise' }));
    const alert = await played.only();
    assert.deepEqual([alert.id, alert.state, alert.acknowledgedBy, alert.resolved], [id, 'acknowledged', 'bob', null]);
    assert.ok((await played.comments(alert)).includes('halcyon: The fault goes on.'));
    await played.come(played.of(120, { kind: 'noise', end: NOON + 2 * HOUR, recovered: NOON + 150 * MINUTE }));
    assert.deepEqual(await played.events(alert), [
      'alert.opened',
      'alert.acknowledged',
      'alert.resolved',
      'alert.opened',
      'alert.resolved',
    ]);
  });

  it('that people resolved stay so while the fault holds', async () => {
    await played.rule({ minDurationMinutes: 60 });
    await played.come(played.of(60));
    await changeAlert(played.catalogue, (await played.only()).id, {
      state: 'resolved',
      by: 'bob',
      comment: null,
      at: played.clock,
    });
    await played.come(played.of(70), played.of(80));
    const alert = await played.only();
    assert.deepEqual([alert.state, alert.resolvedBy], ['resolved', 'bob']);
  });

  it('are not raised in maintenance, but by a fault that outlasts it', async () => {
    await played.rule({ minDurationMinutes: 60 });
    const window = { variables: ['wind_speed'] as const, from: NOON - HOUR, to: NOON + 100 * MINUTE };
    await played.experts.enter(
      newWindow('maintenance', { network: played.network, id: 'a' }, window, { by: 'ann', reason: 'r', at: NOON }),
    );
    await played.come(played.of(60), played.of(90));
    assert.deepEqual(await played.alerts(), []);
    await played.come(played.of(100));
    assert.equal((await played.only()).state, 'open');
  });

  it('are resolved when people explain the anomaly that the fault was named by', async () => {
    await played.rule({ minDurationMinutes: 60 });
    const onset = verdict(0, { network: played.network, variable: 'wind_speed', id: `${played.network} onset` });
    played.store.give(onset);
    await played.come(played.of(60, { anomalyIds: [onset.id] }));
    await played.experts.enter(newOverride(onset, 'weather_event', { by: 'ann', reason: 'hail', at: played.clock }));
    played.clock += 11 * MINUTE;
    await played.lookAgain();
    const alert = await played.only();
    assert.deepEqual(await played.comments(alert), ['halcyon: ann says that it is a weather event: hail']);
    assert.equal(alert.summary, 'Alpha: weather event, ann says of wind_speed: hail');
  });

  it('are resolved when people say that the fault is none, and its anomalies raise none', async () => {
    await played.rule({ minDurationMinutes: 60 });
    const onset = verdict(0, { network: played.network, variable: 'wind_speed', id: `${played.network} onset` });
    played.store.give(onset);
    const version = played.of(60, { anomalyIds: [onset.id] });
    await played.come(version);
    const { fault } = version;
    const { start, end } = fault;
    const entering = { by: 'ann', reason: 'a drone', at: played.clock };
    await played.experts.enter(newFaultWord(fault, { classification: 'normal', start, end }, entering));
    played.clock += 11 * MINUTE;
    await played.lookAgain();
    const alert = await played.only();
    assert.deepEqual(await played.comments(alert), ['halcyon: ann says that it is no fault: a drone']);
  });

  // The message repeated that the device had failed, as if it had.
  it('that people overrule end with a message that says who calls it no fault, and why', async () => {
    await played.rule({ minDurationMinutes: 60, channels: [{ type: 'feed' }] });
    const version = played.of(60);
    await played.come(version);
    const { fault } = version;
    const word = { classification: 'normal', start: fault.start, end: fault.end } as const;
    await played.experts.enter(newFaultWord(fault, word, { by: 'ada', reason: 'the hose was on', at: played.clock }));
    // What the machine says of it meanwhile changes nothing.
    await played.come(played.of(70));
    const messages = await feedAfter(played.catalogue, 0, 1_000);
    const payloads = messages.map(({ payload }) => JSON.parse(payload) as AlertPayload);
    const told = payloads.find(({ type, alert }) => type === 'alert.resolved' && alert.network === played.network);
    assert.ok(told !== undefined);
    assert.equal(told.comment, 'ada says that it is no fault: the hose was on');
    assert.equal(told.alert.summary, 'Alpha: no fault, ada says of wind_speed: the hose was on');
    assert.equal(alertMessage(told, 'https://h.example').comment, told.comment);
    const { subject, text } = alertEmail(told, 'https://h.example');
    assert.match(subject, /resolved: Alpha: no fault, ada says of wind_speed: the hose was on$/);
    assert.match(text, /^Comment +ada says that it is no fault: the hose was on$/m);
  });
}
