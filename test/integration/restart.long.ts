import assert from 'node:assert/strict';
import type { AnomalyAnswer } from '../../schemas/http/answers/anomaly-answer.ts';
import type { FaultAnswer } from '../../schemas/http/answers/fault-answer.ts';
import type { ObservationAnswer } from '../../schemas/http/answers/observation-answer.ts';
import { isoOf, slotOf, timeOfSlot } from '../../schemas/time.ts';
import {
  FIRST_SLOT as SMALL_FIRST_SLOT,
  seeded,
  smallHistory,
  smallStations,
} from '../detectors/stages/small-network.ts';
import { until } from '../until.ts';
import type { Report } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';
import { inSteps } from './in-steps.ts';
import { RunningSystem } from './running-system.ts';

const NETWORK = 'small';
const STATIONS = smallStations(5, NETWORK);
const SPIKE = 200;

/** Two days of the small network with its faults, as reports; a spike in the first slot after the restart. */
const REPORTS = smallHistory(STATIONS, 2, 5).map((observation): Report => {
  const { station, time, values } = observation;
  const spiked = station === 's02' && slotOf(time) === SMALL_FIRST_SLOT + SPIKE;
  const temp_out = spiked ? 45 : values.temp_out;
  return { station_id: station, time: isoOf(time), ...values, temp_out } as Report;
});

describe('a restart on the same folder', () => {
  let system: RunningSystem;

  const slots = (from: number, to: number) =>
    REPORTS.filter(({ time }) => {
      const k = slotOf(Date.parse(time)) - SMALL_FIRST_SLOT;
      return k >= from && k <= to;
    });
  const reach = (first: number, last: number) =>
    inSteps(first, last, async (from, to) => {
      system.clock = timeOfSlot(SMALL_FIRST_SLOT + to) + 290_000;
      await system.pushJudged(NETWORK, slots(from, to));
    });
  /** Everything that can be read. */
  const everything = async () => ({
    stations: (await system.get<{ stations: object[] }>('/api/v1/stations')).stations,
    observations: await system.observations(NETWORK),
    versions: (await system.anomalies(NETWORK, '&revisions=all')).sort(byIdAndVersion),
    letters: (await system.halcyon('dead-letters', 'list', '--all')).out,
  });
  /** What is said of faults, the last version of each. */
  const faults = async () => {
    const list = await system.get<{ faults: FaultAnswer[] }>(`/api/v1/faults?network=${NETWORK}&limit=1000`);
    return list.faults;
  };
  const steady = async () => {
    let before = '';
    await until('nothing changes any more', async () => {
      const now = JSON.stringify((await everything()).versions);
      const same = now === before;
      before = now;
      return same;
    });
  };

  before(async () => {
    system = await new RunningSystem(await freshDataFolder(), timeOfSlot(SMALL_FIRST_SLOT)).start();
    const registrations = STATIONS.map(({ id, name, latitude, longitude }) => ({
      station_id: id,
      station_name: name,
      latitude,
      longitude,
    }));
    await system.send('POST', `/api/v1/stations?network=${NETWORK}`, registrations);
    await system.push(NETWORK, [{ station_id: 'nobody', time: 0 }]);
    await reach(0, SPIKE - 1);
    await steady();
  });
  after(async () => {
    await system.stop();
    assert.deepEqual(system.failures, []);
  });

  it('finds everything as it was, and judges nothing again under another id', async () => {
    const before = await everything();
    assert.ok(before.versions.some((anomaly) => anomaly.state === 'settled'));
    assert.ok(before.versions.some((anomaly) => anomaly.state === 'provisional'));
    await system.stop();
    await system.start();
    await steady();
    const after = await everything();
    assert.deepEqual(after.stations, before.stations);
    assert.deepEqual(after.observations.map(judged), before.observations.map(judged));
    assert.equal(after.letters, before.letters);
    assert.deepEqual(after.versions.map(saying), before.versions.map(saying));
    const settled = (versions: AnomalyAnswer[]) => versions.filter((anomaly) => anomaly.state === 'settled');
    assert.deepEqual(settled(after.versions), settled(before.versions));
  });

  it('tells of faults at every moment what was known before it', async () => {
    const before = await faults();
    assert.ok(before.some(({ state, end }) => state === 'provisional' && end !== null));
    await system.stop();
    // What was told again would say so by the time.
    system.clock += 1_000;
    await system.start();
    // Not all checks: the space left on the disk changes with whatever else writes there.
    const judging = async () => (await system.get<{ checks: { pipeline: object } }>('/readyz')).checks.pipeline;
    for (let calm = 0, last = ''; calm < 5; ) {
      assert.deepEqual(await faults(), before);
      const now = JSON.stringify([await judging(), (await everything()).versions]);
      calm = now === last ? calm + 1 : 0;
      last = now;
    }
  });

  it('judges the first value after it against the history before it', async () => {
    await reach(SPIKE, SPIKE);
    const ofSpike = (anomaly: AnomalyAnswer) =>
      anomaly.station_id === 's02' && anomaly.variable === 'temp_out' && anomaly.actual_value === 45;
    await until('the spike is an anomaly', async () => (await system.anomalies(NETWORK)).some(ofSpike));
    const [found] = (await system.anomalies(NETWORK)).filter(ofSpike);
    assert.equal(found.classification, 'device_failure');
    const { evidence } = await system.get<{ evidence: { history: (number | null)[] } }>(
      `/api/v1/anomalies/${found.anomaly_id}`,
    );
    const known = new Map(
      REPORTS.filter((report) => report.station_id === 's02').map((report) => [
        slotOf(Date.parse(report.time)) - SMALL_FIRST_SLOT,
        report.temp_out,
      ]),
    );
    const wanted = Array.from({ length: 36 }, (_, i) => known.get(SPIKE - 36 + i) ?? null);
    assert.deepEqual(
      evidence.history.map((value) => (value === null ? null : Math.round(value * 10) / 10)),
      wanted.map((value) => (value === 99 ? null : value)),
    );
  });

  it('settles what a replay of the same observations settles, restarts or not', async () => {
    const random = seeded(1);
    for (let k = SPIKE + 1; k < 286; ) {
      const to = Math.min(285, k + Math.floor(random() * 30));
      await reach(k, to);
      k = to + 1;
      if (to > 220 && to < 260) {
        await system.stop();
        await system.start();
      }
    }
    await steady();
    const live = await system.anomalies(NETWORK, '&state=settled');
    const report = await system.detect({
      network: NETWORK,
      start_time: REPORTS[0].time,
      end_time: isoOf(system.clock),
      spatial_verify: true,
    });
    const replayed = report.anomalies.filter((anomaly) => anomaly.state === 'settled');
    assert.ok(replayed.length > 20, `${replayed.length} settled`);
    const said = (anomalies: readonly { anomaly_id: string }[]) =>
      anomalies
        .map((anomaly) => saying(anomaly as AnomalyAnswer))
        .sort((a, b) => (a.anomaly_id < b.anomaly_id ? -1 : 1));
    assert.deepEqual(said(live), said(replayed));
    const saidOf = (all: readonly Omit<FaultAnswer, 'judged'>[]) =>
      all
        .filter(({ state }) => state === 'settled')
        .map(({ fault_id, kind, start, end, known, recovered, values }) =>
          [fault_id, kind, start, end, known, recovered, values].join(),
        )
        .sort();
    assert.deepEqual(saidOf(await faults()), saidOf(report.faults));
    const places = live.map(({ station_id, variable, timestamp }) => `${station_id} ${variable} ${timestamp}`);
    assert.equal(new Set(places).size, places.length, 'no value has two settled anomalies');
  });
});

/**
 * An observation with how its values were judged. Up to where all is settled is noted now and then, and at a stop: a value
 * flagged for nothing is suspect until then, and passes after it.
 */
function judged({ flags, ...rest }: ObservationAnswer) {
  const values = Object.entries(flags ?? {}).map(([variable, { reason, score }]) => [variable, reason, score]);
  return { ...rest, values };
}

/** What a verdict says, without when it was said, and without the episode of a report, which the others do not name. */
/** Episodes and weather events are told by reports alone. */
function saying(
  anomaly: AnomalyAnswer & { readonly episode_id?: string; readonly weather_event_id?: string },
): Omit<AnomalyAnswer, 'judged' | 'final'> {
  const { judged: _, final: __, episode_id: ___, weather_event_id: ____, ...rest } = anomaly;
  return rest;
}

function byIdAndVersion(a: AnomalyAnswer, b: AnomalyAnswer): number {
  const [left, right] = [`${a.anomaly_id}${a.version}${a.state}`, `${b.anomaly_id}${b.version}${b.state}`];
  return left < right ? -1 : left > right ? 1 : 0;
}
