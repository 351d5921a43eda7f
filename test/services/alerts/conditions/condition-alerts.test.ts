import assert from 'node:assert/strict';
import { VARIABLES } from '../../../../schemas/variables.ts';
import { alertAnswer } from '../../../../services/alerts/answers/alert-answer.ts';
import { changeAlert } from '../../../../services/alerts/change-alert.ts';
import { alertEmail } from '../../../../services/alerts/deliveries/alert-email.ts';
import { listAlerts } from '../../../../services/alerts/records/alert-records.ts';
import { deleteRule } from '../../../../services/alerts/records/rule-records.ts';
import { addSilence } from '../../../../services/alerts/records/silence-records.ts';
import { newWindow } from '../../../../services/experts/new-rule.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { NOON } from '../../api/some-records.ts';
import { onBothCatalogues } from '../../stores/both-catalogues.ts';
import { someSilence } from '../played-verdicts.ts';
import { WatchedConditions } from './watched-conditions.ts';
import type { WatchedNetwork } from './watched-network.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('alerts of conditions', () => {
  onBothCatalogues((catalogue) => conditionContract(catalogue));
});

function conditionContract(catalogue: () => Catalogue): void {
  const watched = new WatchedConditions(catalogue);
  const { rule, look, alerts, only, events, comments, silentFrom, anEngine } = watched;
  let network: WatchedNetwork;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    network = await watched.begin(`c${count}`);
  });

  describe('silent', () => {
    it('open when a station was silent for as long as the rule asks, last, and end with its next report', async () => {
      await rule({ minDurationMinutes: 60 });
      silentFrom(0, 200);
      await look(30, 40, 59);
      assert.deepEqual(await alerts(), []);
      await look(65);
      const opened = await only();
      assert.deepEqual([opened.state, opened.stations, opened.first], ['open', ['a'], NOON]);
      assert.equal(opened.summary, 'Station a: silent, no report since 2026-03-01T12:00:00Z');
      await look(100, 150, 195);
      assert.equal((await only()).last, NOON + 195 * MINUTE);
      await look(200);
      const ended = await only();
      assert.deepEqual([ended.state, ended.resolvedBy], ['resolved', 'halcyon']);
      assert.deepEqual(await comments(ended), ['halcyon: It reports again: at 2026-03-01T15:20:00Z.']);
      assert.deepEqual(await events(ended), ['alert.opened', 'alert.resolved']);
      await look(300, 400);
      assert.equal((await only()).state, 'resolved');
    });

    // Before, the times of its reports counted, not when these arrived: "no report since 11:00" at noon.
    it('are not of a station whose clock is an hour behind, but of its last arrival when it stops', async () => {
      await rule({ minDurationMinutes: 30 });
      network.behind = (station) => (station === 'a' ? 60 : 0);
      // As its clock says: its last report arrives at two.
      silentFrom(60);
      await look(0, 30, 60, 90, 120, 150);
      assert.deepEqual(await alerts(), []);
      await look(155);
      const opened = await only();
      assert.equal(opened.summary, 'Station a: silent, no report since 2026-03-01T14:00:00Z');
      silentFrom(60, 120);
      await look(180);
      assert.deepEqual(await comments(await only()), ['halcyon: It reports again: at 2026-03-01T15:00:00Z.']);
    });

    it('are of a sensor of which a station that reports sends nothing', async () => {
      await rule();
      network.says = (station, minutes, usual) =>
        station === 'b' && minutes > 0 && minutes < 100 ? { ...usual, out_hum: null } : usual;
      await look(30);
      assert.deepEqual(await alerts(), []);
      await look(50);
      const alert = await only();
      assert.deepEqual([alert.stations, alert.variables], [['b'], ['out_hum']]);
      assert.equal(alert.summary, 'Station b: silent, no out_hum since 2026-03-01T12:00:00Z');
      await look(110);
      assert.deepEqual(await comments(await only()), ['halcyon: It reports again: at 2026-03-01T13:50:00Z.']);
    });

    it('wait for three reports of what reports seldom', async () => {
      await rule();
      // Station c reports every hour, and of its rain every six.
      network.says = (station, minutes, usual) => {
        if (station !== 'c') return usual;
        if (minutes % 60 !== 0 || minutes > 0) return null;
        return { ...usual, rain: minutes % 360 === 0 ? 0 : null };
      };
      await look(60, 120, 170);
      assert.deepEqual(await alerts(), []);
      await look(190);
      assert.deepEqual((await only()).stations, ['c']);
    });

    it('are told once, whichever processes look, again after a start too', async () => {
      await rule();
      silentFrom(0);
      network.clock = NOON + 40 * MINUTE;
      const engines = Array.from({ length: 4 }, anEngine);
      await Promise.all(engines.map((one) => one.lookAround(new AbortController().signal)));
      for (const minutes of [45, 50, 55]) {
        watched.engine = anEngine();
        await look(minutes);
      }
      assert.deepEqual(await events(await only()), ['alert.opened']);
    });

    it('are not told again of a silence that somebody has resolved, but of the next', async () => {
      await rule();
      network.says = (station, minutes, usual) =>
        station === 'a' && ((minutes > 0 && minutes < 200) || minutes > 300) ? null : usual;
      await look(40);
      const { id } = await only();
      await changeAlert(catalogue(), id, { state: 'resolved', by: 'ann', comment: null, at: network.clock });
      await look(60, 100, 190, 220, 290);
      assert.deepEqual(await events(await only()), ['alert.opened', 'alert.resolved']);
      await look(340);
      assert.deepEqual(
        (await alerts()).map(({ state }) => state),
        ['resolved', 'open'],
      );
    });

    it('go on where a late report was part of the silence', async () => {
      await rule();
      silentFrom(0);
      await look(40);
      network.says = (station, minutes, usual) => (station === 'a' && minutes > 0 && minutes !== 10 ? null : usual);
      await look(45, 50);
      const alert = await only();
      assert.deepEqual([alert.state, alert.first], ['open', NOON + 10 * MINUTE]);
    });

    it('are not of what was silent for days when the rule was made, nor of a station that is retired', async () => {
      await rule({ minDurationMinutes: 60 });
      silentFrom(-26 * 60);
      await look(0);
      assert.deepEqual(await alerts(), []);
      silentFrom(0);
      await look(65);
      network.retired.add('a');
      await look(70);
      assert.deepEqual(await comments(await only()), ['halcyon: The station is retired.']);
    });

    it('last for longer than what is read back', async () => {
      await rule();
      silentFrom(0);
      await look(40, 5 * 1440);
      assert.equal((await only()).state, 'open');
      assert.equal((await only()).first, NOON);
    });

    it('are none in maintenance, and told to nobody in a silence', async () => {
      await rule();
      silentFrom(0);
      const window = { variables: VARIABLES, from: NOON - HOUR, to: NOON + 60 * MINUTE };
      const entering = { by: 'ann', reason: 'r', at: NOON };
      await watched.experts.enter(newWindow('maintenance', { network: network.network, id: 'a' }, window, entering));
      await look(50);
      assert.deepEqual(await alerts(), []);
      await addSilence(catalogue(), someSilence({ networks: [network.network], stations: ['a'], to: NOON + 2 * HOUR }));
      await look(70);
      const alert = await only();
      assert.notEqual(alert.silenced, null);
      assert.deepEqual(await events(alert), []);
    });

    it('are of the area, the stations and the variables of their rule', async () => {
      const circle = (longitude: number) => ({
        type: 'Circle' as const,
        center: [longitude, 51] as [number, number],
        radius_km: 5,
      });
      await rule({ area: circle(4.2) });
      await rule({ stations: ['b'] });
      await rule({ classes: ['outage', 'device_failure'] });
      silentFrom(0);
      await look(40);
      assert.deepEqual(await alerts(), []);
      const there = await rule({ area: circle(4), variables: ['bar'] });
      await look(45);
      assert.equal((await only()).rule.id, there.id);
    });

    it('end with their rule', async () => {
      const { id } = await rule();
      silentFrom(0);
      await look(40);
      await deleteRule(catalogue(), id, 'ann', network.clock);
      await look(50);
      assert.deepEqual(await comments(await only()), ['halcyon: Its rule was deleted.']);
    });
  });

  describe('of an outage', () => {
    /** Stations that are silent from noon to some minutes after it. */
    const missing = (ids: readonly string[], to = Number.POSITIVE_INFINITY) => {
      network.says = (station, minutes, usual) => (ids.includes(station) && minutes > 0 && minutes < to ? null : usual);
    };

    it('open once for all stations that are in it, and are resolved when it is over', async () => {
      await rule({ classes: ['outage'], severity: 'critical' });
      missing(['a', 'b', 'c', 'd'], 300);
      await look(50, 55, 120);
      const alert = await only();
      assert.deepEqual([alert.state, alert.first], ['open', NOON + 10 * MINUTE]);
      assert.deepEqual(alert.stations, ['a', 'b', 'c', 'd']);
      const listed = { network: network.network, limit: 10, after: null } as const;
      assert.equal((await listAlerts(catalogue(), { ...listed, station: ['b'] })).length, 1, 'it is listed by each');
      assert.equal((await listAlerts(catalogue(), { ...listed, station: ['e'] })).length, 0);
      assert.equal(
        alert.summary,
        `${network.network}: outage, 4 of 6 reporting stations were silent at once: feed outage`,
      );
      await look(360);
      assert.deepEqual(await events(await only()), ['alert.opened', 'alert.resolved']);
      await look(500);
      assert.equal((await alerts()).length, 1);
    });

    it('are told once, whichever reports of the newest slot have come when it is looked', async () => {
      await rule({ classes: ['outage'] });
      missing(['a', 'b', 'c', 'd'], 180);
      await look(...Array.from({ length: 60 }, (_, k) => 5 * k));
      const alert = await only();
      assert.deepEqual(await events(alert), ['alert.opened', 'alert.resolved']);
      assert.deepEqual(alert.stations, ['a', 'b', 'c', 'd']);
    });

    it('are told instead of each silent station, where a rule asks for both', async () => {
      await rule({ classes: ['outage', 'silent'] });
      missing(['a', 'b', 'c', 'd']);
      await look(50, 60, 120);
      assert.equal((await only()).classification, 'outage');
      await rule({ classes: ['silent'] });
      await look(130);
      assert.deepEqual(
        (await alerts()).map(({ classification }) => classification),
        ['outage', 'silent', 'silent', 'silent', 'silent'],
      );
    });

    it('last for days, with the beginning that they had', async () => {
      await rule({ classes: ['outage'] });
      missing(['a', 'b', 'c', 'd', 'e', 'f']);
      await look(50, 24 * 60, 3 * 24 * 60);
      const alert = await only();
      assert.deepEqual([alert.state, alert.first], ['open', NOON + 10 * MINUTE]);
    });

    it('are of an area that has one of their stations', async () => {
      const circle = (longitude: number) => ({
        type: 'Circle' as const,
        center: [longitude, 51] as [number, number],
        radius_km: 5,
      });
      await rule({ classes: ['outage'], area: circle(5) });
      const { id } = await rule({ classes: ['outage'], area: circle(4) });
      missing(['a', 'b', 'c', 'd']);
      await look(50);
      assert.equal((await only()).rule.id, id);
    });
  });

  describe('of poor health', () => {
    it('open when the card of a day is critical, and are resolved when it no longer is', async () => {
      await rule({ classes: ['poor_health'] });
      // The anemometer of d stands still for a day.
      network.says = (station, minutes, usual) =>
        station === 'd' && minutes > -1440 && minutes < 0 ? { ...usual, wind_speed: 0 } : usual;
      await look(0);
      const alert = await only();
      assert.deepEqual([alert.stations, alert.variables], [['d'], ['wind_speed']]);
      assert.match(alert.summary, /^Station d: poor health, wind_speed /);
      await look(30, 60);
      assert.equal((await only()).state, 'open');
      await look(26 * 60);
      assert.deepEqual(await comments(await only()), ['halcyon: Its health card has not been critical for 6 hours.']);
    });

    it('last while a station is at the edge of critical, and end six hours after its last critical card', async () => {
      await rule({ classes: ['poor_health'] });
      /** Anemometer d reads 0 from some minutes before noon on: just over, or just under, half of the day. */
      const stillFor = (minutes: number) => {
        network.says = (station, at, usual) =>
          station === 'd' && at > network.minutes - minutes ? { ...usual, wind_speed: 0 } : usual;
      };
      for (let hour = 0; hour < 8; hour++) {
        stillFor(hour % 2 === 0 ? 780 : 660);
        await look(60 * hour);
      }
      assert.deepEqual(await events(await only()), ['alert.opened']);
      stillFor(660);
      await look(11 * 60);
      assert.equal((await only()).state, 'open', 'five hours after the last critical card');
      await look(12 * 60);
      assert.deepEqual(await events(await only()), ['alert.opened', 'alert.resolved']);
    });

    it('are none of a station that said nothing all day', async () => {
      await rule({ classes: ['poor_health'] });
      network.says = (station, _minutes, usual) => (station === 'a' ? null : usual);
      await look(0);
      assert.deepEqual(await alerts(), []);
    });
  });

  it('say in answers and e-mails what they are of', async () => {
    await rule({ classes: ['silent'] });
    silentFrom(0);
    await look(40);
    const alert = alertAnswer(await only());
    assert.deepEqual([alert.classification, alert.episode_id], ['silent', 'silent/a']);
    const { subject, text } = alertEmail(
      { id: 'm', type: 'alert.opened', at: alert.opened_at, alert },
      'https://h.example',
    );
    assert.equal(subject, '[Halcyon] warning: Station a: silent, no report since 2026-03-01T12:00:00Z');
    assert.match(text, /^Class +silent$/m);
  });
}
