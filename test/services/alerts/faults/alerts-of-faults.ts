import assert from 'node:assert/strict';
import type { Fault, FaultVersion } from '../../../../schemas/fault.ts';
import { faultMark } from '../../../../services/alerts/alert-engine.ts';
import { alertAnswer } from '../../../../services/alerts/answers/alert-answer.ts';
import { alertEmail } from '../../../../services/alerts/deliveries/alert-email.ts';
import { FaultCatchUp } from '../../../../services/alerts/missed-faults.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { NOON } from '../../api/some-records.ts';
import { verdict } from '../played-verdicts.ts';
import { HOUR, MINUTE, PlayedFaults, SETTLES } from './played-faults.ts';

/** When a fault raises an alert, what the alert says, and how long it lasts. */
export function alertsOfFaults(catalogue: () => Catalogue): void {
  let played: PlayedFaults;

  beforeEach(async () => {
    played = await PlayedFaults.over(catalogue());
  });

  it('open when the fault has lasted for as long as the rule asks, though only its first value is an anomaly', async () => {
    await played.rule({ minDurationMinutes: 60 });
    played.store.give(verdict(0, { network: played.network, variable: 'wind_speed', id: 'onset' }));
    for (const minutes of [0, 10, 20, 30, 40, 50]) await played.come(played.of(minutes));
    assert.deepEqual(await played.alerts(), []);
    await played.come(played.of(60));
    const alert = await played.only();
    assert.deepEqual([alert.state, alert.first, alert.last], ['open', NOON, NOON + HOUR]);
    assert.deepEqual(alert.anomalies, ['onset']);
    assert.deepEqual(await played.events(alert), ['alert.opened']);
  });

  /** The same, of which the reports after the first minutes are not known to be wrong. */
  const doubtfulAfter = (minutes: number, version: FaultVersion): FaultVersion => ({
    ...version,
    values: version.values.map((value) => (value.time > NOON + minutes * MINUTE ? { ...value, flag: 3 } : value)),
  });

  // One value that no sensor can read woke people as a fault of 20 minutes, with two right ones after it.
  it('do not count the right reports after the last wrong one, while the fault has not ended', async () => {
    await played.rule({ minDurationMinutes: 20 });
    for (const kind of ['impossible', 'level'] as const) {
      await played.come(doubtfulAfter(0, played.of(20, { kind, id: `${played.network}${kind}`.padEnd(32, '0') })));
    }
    assert.deepEqual(await played.alerts(), []);
    await played.come(doubtfulAfter(20, played.of(40)));
    assert.equal((await played.only()).last, NOON + 20 * MINUTE);
  });

  it('count reports of which no neighbour tells, and those of a fault of days', async () => {
    await played.rule({ minDurationMinutes: 20, classes: ['suspected'] });
    const suspected = { certainty: 'suspected' } as const;
    await played.come(doubtfulAfter(0, played.of(30, { ...suspected, unknownSince: NOON + 10 * MINUTE })));
    await played.come(
      doubtfulAfter(
        -1,
        played.of(40, { ...suspected, kind: 'bias', variable: 'bar', id: `${played.network}b`.padEnd(32, '0') }),
      ),
    );
    const found = (await played.alerts()).map(({ variables, last }) => [variables[0], (last - NOON) / MINUTE]);
    assert.deepEqual(found.toSorted(), [
      ['bar', 40],
      ['wind_speed', 30],
    ]);
  });

  // It lasted no time, as nobody has said of any of its reports that it is wrong.
  it('count reports of a fault that only people suspect', async () => {
    await played.rule({ minDurationMinutes: 20, classes: ['suspected'] });
    await played.come(doubtfulAfter(-1, played.of(30, { certainty: 'suspected', unknownSince: null })));
    assert.equal((await played.only()).last, NOON + 30 * MINUTE);
  });

  // Two stations that were swapped woke people with ten alerts.
  it('are one of what is wrong with all that a station sends, with all its variables, until all of it is over', async () => {
    await played.rule({ minDurationMinutes: 60 });
    const variables = ['wind_speed', 'temp_out', 'bar'] as const;
    const clocks = (minutes: number, fields: Partial<Fault> = {}) =>
      variables.map((variable, k) =>
        played.of(minutes, { kind: 'clock', variable, id: `${played.network}${k}`.padEnd(32, '0'), ...fields }),
      );
    for (const minutes of [60, 120]) await played.come(...clocks(minutes));
    const alert = await played.only();
    assert.deepEqual([alert.state, alert.variables], ['open', ['temp_out', 'wind_speed', 'bar']]);
    assert.match(alert.summary, /Alpha: device failure, temp_out, wind_speed, bar reads/);
    assert.deepEqual(await played.events(alert), ['alert.opened']);
    // Others of the station, or of another time, are told apart.
    await played.come(played.of(120, { kind: 'stuck', variable: 'out_hum', id: `${played.network}s`.padEnd(32, '0') }));
    assert.equal((await played.alerts()).length, 2);
    const over = { end: NOON + 2 * HOUR, recovered: NOON + 4 * HOUR };
    await played.come(...clocks(120, over));
    const states = (await played.alerts()).map(({ variables: its, state }) => [its.length, state]);
    assert.deepEqual(states.toSorted(), [
      [1, 'open'],
      [3, 'resolved'],
    ]);
  });

  it('open when the fault has lasted for days, where the rule asks for that', async () => {
    await played.rule({ minDurationMinutes: 3 * 1440 });
    for (const hours of [1, 24, 48, 71]) await played.come(played.of(hours * 60));
    assert.deepEqual(await played.alerts(), []);
    await played.come(played.of(72 * 60));
    assert.deepEqual([(await played.only()).first, (await played.only()).last], [NOON, NOON + 72 * HOUR]);
  });

  it('stay open for as long as the fault holds, and are resolved when the sensor is right again', async () => {
    await played.rule({ minDurationMinutes: 60 });
    for (let minutes = 60; minutes <= 9 * 60; minutes += 60) await played.come(played.of(minutes));
    played.clock += 5 * HOUR;
    await played.lookAgain();
    assert.equal((await played.only()).state, 'open');
    await played.come(played.of(9 * 60, { end: NOON + 9 * HOUR, recovered: NOON + 9.5 * HOUR }));
    const alert = await played.only();
    assert.deepEqual([alert.state, alert.resolvedBy], ['resolved', 'halcyon']);
    assert.deepEqual(await played.comments(alert), [
      'halcyon: The sensor is right again: known at 2026-03-01T21:30:00Z.',
    ]);
    assert.deepEqual(await played.events(alert), ['alert.opened', 'alert.resolved']);
  });

  it('say what the fault is, in answers and e-mails', async () => {
    await played.rule({ minDurationMinutes: 60 });
    await played.come(played.of(60));
    const alert = alertAnswer(await played.only());
    assert.equal(alert.fault_id, played.of(60).fault.id);
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
    assert.match(text, new RegExp(`^Fault id +${played.of(60).fault.id}$`, 'm'));
    const page = `https://h.example/map/stations/a?network=${played.network}&time=2026-03-01T13%3A00%3A00Z`;
    assert.ok(text.endsWith(`\n${page}\n`), text);
    assert.ok(html.includes(`<a href="${page.replace('&', '&amp;')}">`), html);
  });

  it('wait for what is settled where the rule asks for no duration, but not of impossible values', async () => {
    await played.rule();
    await played.come(played.of(60));
    assert.deepEqual(await played.alerts(), []);
    await played.come(played.of(60, { id: 'e'.repeat(32), station: 'b', kind: 'impossible' }));
    assert.equal((await played.only()).stations[0], 'b');
    await played.come(played.of(180));
    assert.equal((await played.alerts()).length, 2);
  });

  it('of a spike are opened and resolved when it is settled', async () => {
    await played.rule();
    const spike = { kind: 'spike', end: NOON, recovered: NOON + 30 * MINUTE } as const;
    await played.come(played.of(0, spike));
    assert.deepEqual(await played.alerts(), []);
    played.clock = NOON + 2 * SETTLES;
    played.store.newest = played.clock;
    await played.come(played.of(0, { ...spike, state: 'settled' }));
    const alert = await played.only();
    assert.equal(alert.state, 'resolved');
    assert.deepEqual(await played.events(alert), ['alert.opened', 'alert.resolved']);
  });

  it('are changed by nothing when the same version comes twice', async () => {
    await played.rule({ minDurationMinutes: 60 });
    await played.come(played.of(60));
    const before = await played.only();
    await played.come(played.of(60), played.of(60));
    assert.deepEqual(await played.only(), before);
    await played.come(played.ended(), played.ended());
    assert.deepEqual(await played.events(await played.only()), ['alert.opened', 'alert.resolved']);
  });

  it('that have ended are not opened again by whoever read the store before the end', async () => {
    await played.rule({ minDurationMinutes: 60 });
    await played.come(played.of(60));
    let reads = 0;
    const slow = played.engineOver(
      played.store.answering({
        faultsOver: async (...given) => {
          reads += 1;
          const open = await played.store.faultsOver(...given);
          // Another process resolves the alert between this one's look at the store and what it writes.
          if (reads === 1) await played.come(played.ended());
          return open;
        },
      }),
    );
    await slow.look({ network: played.network, station: 'a', from: NOON, to: NOON + HOUR });
    const alert = await played.only();
    assert.equal(alert.state, 'resolved');
    assert.deepEqual(await played.events(alert), ['alert.opened', 'alert.resolved']);
  });

  it('are resolved when the fault is withdrawn', async () => {
    await played.rule({ minDurationMinutes: 60 });
    await played.come(played.of(60));
    await played.come(played.of(60, { state: 'withdrawn' }));
    const alert = await played.only();
    assert.equal(alert.state, 'resolved');
    assert.deepEqual(await played.comments(alert), ['halcyon: The fault was withdrawn.']);
  });

  it('stay open while nobody can tell whether the fault still holds', async () => {
    await played.rule({ minDurationMinutes: 60 });
    await played.come(played.of(60), played.of(70, { certainty: 'suspected', unknownSince: NOON + 70 * MINUTE }));
    assert.deepEqual([(await played.only()).state, (await played.only()).classification], ['open', 'suspected']);
    await played.come(played.of(10, { id: 'e'.repeat(32), station: 'b', certainty: 'suspected' }));
    assert.equal((await played.alerts()).length, 1, 'none of these opens one for failures');
  });

  it('are one with that of an anomaly which came before its fault', async () => {
    await played.rule();
    const onset = { network: played.network, variable: 'wind_speed', id: `${played.network} onset` } as const;
    played.store.give(verdict(0, { ...onset, check: 'gross_range', state: 'provisional' }));
    await played.engine.look({ network: played.network, station: 'a', from: NOON, to: NOON });
    const { id } = await played.only();
    await played.come(played.of(0, { kind: 'impossible', anomalyIds: [onset.id] }));
    const alert = await played.only();
    assert.deepEqual([alert.id, alert.fault?.id], [id, played.of(0).fault.id]);
  });

  it('are not raised beside the fault by the value at which the sensor comes back', async () => {
    await played.rule();
    await played.come(played.ended());
    played.clock = NOON + 6 * HOUR;
    played.store.newest = played.clock;
    const back = verdict(70, { network: played.network, variable: 'wind_speed', id: `${played.network} back` });
    played.store.give(back);
    await played.come(played.ended({ state: 'settled' }));
    for (const touched of await played.engine.touchedBy([back])) await played.engine.look(touched);
    assert.equal((await played.alerts()).length, 1);
  });

  it('are of the variables and stations of their rule', async () => {
    await played.rule({ minDurationMinutes: 60, variables: ['temp_out'] });
    await played.rule({ minDurationMinutes: 60, stations: ['b'] });
    await played.rule({ minDurationMinutes: 60, classes: ['weather_event'] });
    await played.come(played.of(60));
    assert.deepEqual(await played.alerts(), []);
  });

  it('are not raised by history', async () => {
    await played.rule({ minDurationMinutes: 60 });
    played.clock = NOON + 26 * HOUR;
    await played.come(played.of(60, { judged: played.clock }));
    assert.deepEqual(await played.alerts(), []);
  });

  it('are caught up after a stop, each fault once', async () => {
    await played.rule({ minDurationMinutes: 60 });
    played.store.giveFault(played.of(60));
    played.clock = NOON + 2 * HOUR;
    const missed = new FaultCatchUp(played.store);
    for (let look = 0; look < 2; look++) {
      const marks = (await missed.read(played.clock)).map((fault) => faultMark(fault));
      for (const touched of await played.engine.touchedByFaults(marks)) await played.engine.look(touched);
    }
    assert.deepEqual(await played.events(await played.only()), ['alert.opened']);
  });
}
