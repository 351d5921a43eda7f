import assert from 'node:assert/strict';
import type { Fault, FaultVersion } from '../../../../schemas/fault.ts';
import { type AlertEngine, faultMark } from '../../../../services/alerts/alert-engine.ts';
import { newFaultWord } from '../../../../services/experts/new-rule.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { NOON } from '../../api/some-records.ts';
import { MINUTE, PlayedFaults } from './played-faults.ts';

const STATIONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** Alerts of what many stations have in common. */
export function alertsOfFeeds(catalogue: () => Catalogue): void {
  describe('where many stations come to send another unit', () => {
    let played: PlayedFaults;
    beforeEach(async () => {
      played = await PlayedFaults.over(catalogue());
      played.store.registered = STATIONS;
      await played.rule({ variables: null, minDurationMinutes: 20 });
    });

    /** What a station reports in degF from noon until some minutes after it. */
    const inDegF = (station: string, fields: Partial<Fault> = {}): FaultVersion =>
      played.of(60, {
        ...{ id: `${played.network}${station}`.padEnd(32, '0'), station, stationName: station },
        ...{ variable: 'temp_out', kind: 'unit', unit: 'degF', offset: null, reason: 'reports degF, not degC' },
        ...fields,
      });
    /** Stores versions of one time, and has each looked at after that. */
    const comeTogether = async (
      versions: readonly FaultVersion[],
      engines: readonly AlertEngine[] = [played.engine],
    ) => {
      played.clock = NOON + 60 * MINUTE;
      played.store.newest = played.clock;
      for (const version of versions) played.store.giveFault(version);
      const marks = versions.map(({ fault, values }) => faultMark(fault, values));
      await Promise.all(
        engines.map(async (engine) => {
          for (const touched of await engine.touchedByFaults(marks)) await engine.look(touched);
        }),
      );
    };

    // There was one for each station: 45 messages of one cause.
    it('there is one alert that names them, however many look in whatever order', async () => {
      const versions = STATIONS.slice(0, 5).map((station) => inDegF(station));
      await comeTogether(versions.toReversed(), [played.engine, played.engineOver(played.store)]);
      const alert = await played.only();
      assert.deepEqual(alert.stations, ['a', 'b', 'c', 'd', 'e']);
      assert.deepEqual([alert.variables, alert.classification], [['temp_out'], 'device_failure']);
      const words = `device failure: 5 of 10 stations of ${played.network} report temperature in degF since `;
      assert.ok(alert.summary.startsWith(words), alert.summary);
      assert.deepEqual(await played.events(alert), ['alert.opened']);
    });

    it('the alerts of the first two become one when a third has it too', async () => {
      await comeTogether(['a', 'b'].map((station) => inDegF(station)));
      assert.equal((await played.alerts()).length, 2);
      await comeTogether(['a', 'b', 'c'].map((station) => inDegF(station)));
      const alerts = await played.alerts();
      const [open, ...others] = alerts.filter(({ state }) => state === 'open');
      assert.deepEqual([open.stations, others], [['a', 'b', 'c'], []]);
      const resolved = alerts.filter(({ state }) => state === 'resolved');
      assert.equal(resolved.length, 1);
      assert.match((await played.comments(resolved[0])).join(), /It is of one fault with alert/);
    });

    it('the alert stays until the last of them is right again', async () => {
      const three = STATIONS.slice(0, 3);
      await comeTogether(three.map((station) => inDegF(station)));
      const right = { end: NOON + 60 * MINUTE, recovered: NOON + 90 * MINUTE };
      await comeTogether(three.slice(0, 2).map((station) => inDegF(station, right)));
      assert.deepEqual([(await played.only()).state, (await played.only()).stations], ['open', three]);
      await comeTogether([inDegF('c', right)]);
      const alert = await played.only();
      assert.equal(alert.state, 'resolved');
      assert.deepEqual(await played.comments(alert), ['halcyon: The stations are right again.']);
    });

    it('the alert names none of which people say that it is right', async () => {
      const four = STATIONS.slice(0, 4).map((station) => inDegF(station));
      await comeTogether(four);
      const [{ fault }] = four;
      const word = { classification: 'normal', start: fault.start, end: fault.end } as const;
      const entering = { by: 'ann', reason: 'a test of the logger', at: played.clock };
      await played.experts.enter(newFaultWord(fault, word, entering));
      played.clock += 11 * MINUTE;
      await played.lookAgain();
      const alert = await played.only();
      assert.deepEqual([alert.state, alert.stations], ['open', ['b', 'c', 'd']]);
    });

    it('two stations of many have an alert each, as do three where these are few of all', async () => {
      played.store.registered = Array.from({ length: 40 }, (_, k) => `s${k}`);
      await comeTogether(['a', 'b', 'c'].map((station) => inDegF(station)));
      assert.deepEqual((await played.alerts()).flatMap(({ stations }) => stations).sort(), ['a', 'b', 'c']);
    });
  });
}
