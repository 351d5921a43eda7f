import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { FaultVersion } from '../../../../schemas/fault.ts';
import { AlertEngine, faultMark } from '../../../../services/alerts/alert-engine.ts';
import { ConditionEngine } from '../../../../services/alerts/conditions/condition-engine.ts';
import { dueAlerts } from '../../../../services/alerts/due-alerts.ts';
import {
  type PreviewSources,
  previewRule,
  type RulePreview,
} from '../../../../services/alerts/preview/rule-preview.ts';
import { rulePreviewAnswer } from '../../../../services/alerts/preview/rule-preview-answer.ts';
import { listAlerts } from '../../../../services/alerts/records/alert-records.ts';
import { deliveriesOf } from '../../../../services/alerts/records/delivery-records.ts';
import { addRule } from '../../../../services/alerts/records/rule-records.ts';
import { addSilence } from '../../../../services/alerts/records/silence-records.ts';
import type { RuleDefinition } from '../../../../services/alerts/rules/alert-rule.ts';
import { newOverride } from '../../../../services/experts/new-rule.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../../services/stores/opening/open-catalogue.ts';
import { NOON } from '../../api/some-records.ts';
import { MemoryRules } from '../../experts/memory-rules.ts';
import { folderWithCatalogue } from '../../stores/made-folders.ts';
import { WatchedNetwork } from '../conditions/watched-network.ts';
import { faultUntil, PlayedVerdicts, someRule, someSilence, verdict } from '../played-verdicts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SETTLES = 3 * HOUR;
const CHANNELS: RuleDefinition['channels'] = [
  { type: 'webhook', url: 'https://h.example/hook', secret: null },
  { type: 'email', to: ['ann@example.org', 'bob@example.org'] },
];

describe('the preview of a rule', () => {
  const { signal } = new AbortController();
  let catalogue: Catalogue;
  let network: WatchedNetwork;
  let verdicts: PlayedVerdicts;
  let experts: MemoryRules;
  let count = 0;

  before(async () => {
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
  });
  after(() => catalogue.close());
  beforeEach(async () => {
    await catalogue.query('UPDATE alert_rules SET deleted = now()');
    await catalogue.query('DELETE FROM silences');
    count += 1;
    network = new WatchedNetwork(`p${count}`);
    verdicts = new PlayedVerdicts();
    experts = new MemoryRules();
  });

  const rule = (fields: Partial<RuleDefinition>): RuleDefinition =>
    someRule({ networks: [network.network], channels: CHANNELS, ...fields });
  const sources = (): PreviewSources => ({
    statements: catalogue,
    store: {
      networks: () => network.networks(),
      allStations: () => network.stations(),
      reportedSlots: (...given) => network.reportedSlots(...given),
      stationReports: (_network, from, to) => network.reports(from, to),
      extent: () => verdicts.extent(),
      anomalies: (query) => verdicts.anomalies(query),
      verdictMarks: (...given) => verdicts.verdictMarks(...given),
      fault: (id) => verdicts.fault(id),
      faultsOver: (...given) => verdicts.faultsOver(...given),
      faultValues: (...given) => verdicts.faultValues(...given),
    },
    source: network,
    experts,
    windowMs: 6 * HOUR,
    settlesAfterMs: SETTLES,
    now: () => network.clock,
  });
  const preview = (fields: Partial<RuleDefinition>) => previewRule(sources(), rule(fields), signal);
  /** What the alerts are of, and what is told of them and when. */
  const toldBy = ({ alerts, told }: RulePreview) => ({
    alerts: alerts.map(({ episode, state }) => `${episode} ${state}`).sort(),
    events: told
      .flatMap(({ event, at, targets }) =>
        Array<string>(targets.webhook + targets.email).fill(`${event} ${new Date(at).toISOString()}`),
      )
      .sort(),
  });
  /** The same of what the running system has told. */
  const toldLive = async () => {
    const alerts = await listAlerts(catalogue, { network: network.network, limit: 100, after: null });
    const deliveries = await Promise.all(alerts.map(({ id }) => deliveriesOf(catalogue, id)));
    return {
      alerts: alerts.map(({ episode, state }) => `${episode} ${state}`).sort(),
      events: deliveries
        .flat()
        .map(({ event, created }) => `${event} ${new Date(created).toISOString()}`)
        .sort(),
    };
  };
  const isTold = (found: RulePreview, alerts: number) => assert.equal(found.alerts.length, alerts);

  describe('of conditions', () => {
    /** The running system looks at the end of each slot, from some hours before noon until some after. */
    const live = async (fields: Partial<RuleDefinition>) => {
      await addRule(catalogue, randomUUID(), rule(fields), 'ann', NOON - 48 * HOUR);
      const engine = new ConditionEngine({
        catalogue,
        source: network,
        reports: (_network, from, to) => network.reports(from, to),
        experts,
        now: () => network.clock,
      });
      for (let minutes = -625; minutes <= 895; minutes += 10) {
        network.clock = NOON + minutes * MINUTE;
        await engine.lookAround(signal);
      }
      return toldLive();
    };
    /** Station a pauses for an hour and for 5 hours, b sends no humidity for 2, and all but two are silent for 3. */
    const trouble = () => {
      network.says = (station, minutes, usual) => {
        const within = (from: number, to: number) => minutes > from && minutes < to;
        if (station === 'a' && (within(-600, -540) || within(-300, 0))) return null;
        if ('abcd'.includes(station) && within(600, 780)) return null;
        return station === 'b' && within(120, 240) ? { ...usual, out_hum: null } : usual;
      };
    };

    it('tells what the running system tells of silences', async () => {
      trouble();
      const told = await live({ classes: ['silent'] });
      assert.deepEqual(toldBy(await preview({ classes: ['silent'] })), told);
      assert.equal(told.alerts.length, 7);
    });

    it('tells what the running system tells of silences that last for long', async () => {
      trouble();
      const fields: Partial<RuleDefinition> = { classes: ['silent'], minDurationMinutes: 120, stations: ['a'] };
      const told = await live(fields);
      assert.deepEqual(toldBy(await preview(fields)), told);
      assert.equal(told.alerts.length, 2);
    });

    // Before, the last hour of a preview had a silence of which the running system knew nothing.
    it('tells no silence of a station whose clock is an hour behind', async () => {
      network.behind = (station) => (station === 'a' ? 60 : 0);
      assert.equal((await preview({ classes: ['silent'] })).alerts.length, 0);
    });

    it('tells what the running system tells of an outage, and of the stations that are silent in it', async () => {
      trouble();
      const told = await live({ classes: ['silent', 'outage'] });
      assert.deepEqual(toldBy(await preview({ classes: ['silent', 'outage'] })), told);
      assert.ok(told.alerts.includes('outage/missing resolved'));
    });

    it('tells of poor health', async () => {
      network.says = (station, minutes, usual) =>
        station === 'd' && minutes > -1440 && minutes < 0 ? { ...usual, wind_speed: 0 } : usual;
      network.clock = NOON + 40 * HOUR;
      const found = await preview({ classes: ['poor_health'] });
      // Before the first reports of all stations the day was not whole.
      const [alert, ...others] = found.alerts.filter(({ opened }) => opened > NOON - 40 * HOUR);
      assert.deepEqual([alert.episode, alert.state, others.length], ['poor_health/d', 'resolved', 0]);
      assert.match(alert.summary, /^Station d: poor health, wind_speed /);
    });

    it('tells of the area of the rule alone, and to nobody in a silence', async () => {
      trouble();
      network.clock = NOON + 16 * HOUR;
      const far = { type: 'Circle' as const, center: [40, 51] as [number, number], radius_km: 5 };
      isTold(await preview({ classes: ['silent'], area: far }), 0);
      await addSilence(catalogue, someSilence({ networks: [network.network], from: NOON - 6 * HOUR, to: NOON }));
      const found = await preview({ classes: ['silent'], stations: ['a'] });
      assert.deepEqual(
        found.alerts.map(({ silenced }) => silenced !== null),
        [false, true, false],
      );
      assert.equal(toldBy(found).events.length, 2 * 2 * 3);
    });
  });

  describe('of faults and episodes', () => {
    const of = (minutes: number, fields: Partial<FaultVersion['fault']> = {}) =>
      faultUntil(minutes, { network: network.network, id: `${count}`.padEnd(32, '0'), ...fields });
    /** The running system sees a fault from noon on until it is right again, and the time after. */
    const live = async (fields: Partial<RuleDefinition>, minutes: number) => {
      await addRule(catalogue, randomUUID(), rule(fields), 'ann', NOON - HOUR);
      const engine = new AlertEngine({
        ...{ catalogue, store: verdicts, experts, windowMs: 6 * HOUR, settlesAfterMs: SETTLES },
        now: () => network.clock,
      });
      const come = async (version: FaultVersion, at: number) => {
        network.clock = NOON + at * MINUTE;
        verdicts.newest = network.clock;
        verdicts.giveFault(version);
        for (const touched of await engine.touchedByFaults([faultMark(version.fault, version.values)])) {
          await engine.look(touched);
        }
      };
      for (let at = 0; at <= minutes; at += 10) await come(of(at), at);
      const [end, recovered] = [NOON + minutes * MINUTE, NOON + (minutes + 30) * MINUTE];
      await come(of(minutes, { end, recovered }), minutes + 30);
      for (let at = minutes + 40; at <= minutes + 400; at += 30) {
        network.clock = NOON + at * MINUTE;
        verdicts.newest = network.clock;
        for (const touched of await dueAlerts(catalogue, engine, network.clock)) await engine.look(touched);
      }
      return toldLive();
    };

    for (const [minutes, least, alerts] of [
      [300, null, 1],
      [300, 60, 1],
      [50, 60, 0],
    ] as const) {
      it(`tells what the running system tells of a fault of ${minutes} minutes, where ${least ?? 0} are asked for`, async () => {
        const told = await live({ minDurationMinutes: least }, minutes);
        assert.deepEqual(toldBy(await preview({ minDurationMinutes: least })), told);
        assert.equal(told.alerts.length, alerts);
      });
    }

    it('tells when, with the text of an e-mail, and counts by station', async () => {
      network.clock = NOON + 24 * HOUR;
      verdicts.newest = network.clock;
      verdicts.giveFault(of(300, { end: NOON + 300 * MINUTE, recovered: NOON + 330 * MINUTE }));
      const found = await preview({ minDurationMinutes: 60 });
      const answer = rulePreviewAnswer(found, () => 'Alpha', 'https://h.example');
      assert.deepEqual(answer.messages, { email: 4, webhook: 2, feed: 0 });
      assert.deepEqual(answer.stations, [
        { network: network.network, station_id: 'a', station_name: 'Alpha', alerts: 1 },
      ]);
      assert.deepEqual(
        answer.last.map(({ at, event }) => [at, event]),
        [
          ['2026-03-01T17:30:00Z', 'alert.resolved'],
          ['2026-03-01T13:00:00Z', 'alert.opened'],
        ],
      );
      const [, opened] = answer.last;
      assert.match(opened.subject, /^\[Halcyon\] warning: Alpha: device failure, wind_speed reads 48\.8 km\/h above/);
      assert.match(opened.text, /^Off by +\+48\.8 km\/h, give or take 2\.1$/m);
      assert.match(opened.text, /https:\/\/h\.example\/map\/stations\/a\?/);
    });

    it('tells once of the unit that many stations come to send', async () => {
      network.clock = NOON + 24 * HOUR;
      verdicts.newest = network.clock;
      const unit = { variable: 'temp_out', kind: 'unit', unit: 'degF', offset: null } as const;
      for (const station of ['a', 'b', 'c', 'd']) {
        const id = `${count}${station}`.padEnd(32, '0');
        const right = { end: NOON + 300 * MINUTE, recovered: NOON + 330 * MINUTE };
        verdicts.giveFault(of(300, { ...unit, ...right, id, station }));
      }
      const found = await preview({ minDurationMinutes: 60 });
      assert.deepEqual(
        found.alerts.map(({ stations, state, opened }) => [stations, state, opened - NOON]),
        [[['a', 'b', 'c', 'd'], 'resolved', HOUR]],
      );
      assert.match(found.alerts[0].summary, /: 4 of 6 stations of p\d+ reported temperature in degF from /);
    });

    it('tells of an episode when it is settled, unless people call it normal', async () => {
      network.clock = NOON + 24 * HOUR;
      verdicts.newest = network.clock;
      const one = { network: network.network, classification: 'weather_event' } as const;
      verdicts.give(verdict(0, one), verdict(10, one), verdict(20, one));
      const found = await preview({ classes: ['weather_event'], minDurationMinutes: 20 });
      assert.deepEqual(
        found.told.map(({ at, event }) => [at - NOON, event]),
        [
          [20 * MINUTE + SETTLES, 'alert.opened'],
          [20 * MINUTE + SETTLES + HOUR, 'alert.resolved'],
        ],
      );
      for (const minutes of [0, 10, 20]) {
        const anomaly = verdict(minutes, one);
        await experts.enter(newOverride(anomaly, 'normal', { by: 'ann', reason: 'r', at: NOON }));
      }
      isTold(await preview({ classes: ['weather_event'] }), 0);
    });
  });

  it('says what it did not look at', async () => {
    network.clock = NOON;
    const many = Array.from({ length: 501 }, (_, k) => k);
    const [station] = await network.stations();
    const stations = many.map((k) => ({ ...station, id: `s${k}` }));
    const whole = sources();
    const large = { ...whole, store: { ...whole.store, allStations: async () => stations } };
    const { leftOut } = await previewRule(large, rule({ classes: ['silent', 'outage'] }), signal);
    assert.deepEqual(leftOut, [
      { network: network.network, classes: ['outage'], reason: '501 stations: a preview looks at up to 500' },
    ]);
  });

  it('ends when nobody waits any more', async () => {
    const ended = new AbortController();
    ended.abort(new Error('gone'));
    network.clock = NOON;
    await assert.rejects(previewRule(sources(), rule({ classes: ['poor_health'] }), ended.signal), /gone/);
  });
});
