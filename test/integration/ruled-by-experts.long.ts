import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnomalyAnswer } from '../../schemas/http/answers/anomaly-answer.ts';
import type { FaultAnswer } from '../../schemas/http/answers/fault-answer.ts';
import type { ShortTermReport } from '../../schemas/reports/report.ts';
import { isoOf, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { FIRST_SLOT, smallHistory, smallStations } from '../detectors/stages/small-network.ts';
import { until } from '../until.ts';
import type { Report } from './calm-network.ts';
import { freshDataFolder, temporaryFolder } from './data-folders.ts';
import { inSteps } from './in-steps.ts';
import { RunningSystem } from './running-system.ts';

const NETWORK = 'small';
const STATIONS = smallStations(6, NETWORK);
const DAYS = 2;
const LAST = DAYS * 144 - 1;
const REPORTS = smallHistory(STATIONS, DAYS, 7).map(({ station, time, values }): Report => {
  return { station_id: station, time: isoOf(time), ...values } as Report;
});
const reason = 'for a test';
type ReportedFault = Pick<FaultAnswer, 'fault_id' | 'start' | 'end' | 'certainty' | 'state' | 'values'>;
interface FlaggedReport {
  readonly timestamp: string;
  readonly flags: Readonly<Record<string, { readonly flag: number }>>;
}
interface FaultPage {
  readonly faults: readonly FaultAnswer[];
}

describe('what people rule while the system runs', function () {
  this.timeout(180_000);
  let system: RunningSystem;

  const reach = (first: number, last: number) =>
    inSteps(first, last, async (from, to) => {
      system.clock = timeOfSlot(FIRST_SLOT + to) + 290_000;
      const slots = REPORTS.filter(({ time }) => {
        const k = slotOf(Date.parse(time)) - FIRST_SLOT;
        return k >= from && k <= to;
      });
      await system.pushJudged(NETWORK, slots);
    });
  /** The stages learn of a rule by the log, where it is put ahead of what the catalogue is asked later, one after the other. */
  const learnt = async () => {
    for (let asked = 0; asked < 5; asked++) await system.get('/api/v1/maintenance');
  };
  const enter = async <T = { id: string }>(method: string, path: string, body: object): Promise<T> => {
    const entered = await system.send<T>(method, path, { reason, ...body });
    await learnt();
    return entered;
  };
  const end = async (path: string) => {
    assert.equal((await fetch(`${system.url}${path}/end`, { method: 'POST' })).status, 200);
    await learnt();
  };
  const from = (slot: number) => isoOf(timeOfSlot(FIRST_SLOT + slot));
  /** What is said of the anomalies that are settled, as far as replay and live can say the same. */
  const settled = (anomalies: readonly (AnomalyAnswer | ShortTermReport['anomalies'][number])[]) =>
    anomalies
      .filter(({ state }) => state === 'settled')
      .map(({ anomaly_id, version, classification, machine_classification, override, maintenance, threshold }) =>
        JSON.stringify({
          anomaly_id,
          version,
          classification,
          machine_classification,
          override,
          maintenance,
          threshold,
        }),
      )
      .sort();

  let window: { id: string };
  let overridden: AnomalyAnswer;
  /** A fault that people call none, one that was from when to when they say, and one that only they know of. */
  let none: FaultAnswer;
  let other: FaultAnswer;
  let known: FaultAnswer;

  before(async () => {
    system = await new RunningSystem(await freshDataFolder(), timeOfSlot(FIRST_SLOT)).start();
    const registered = STATIONS.map(({ id, latitude, longitude }) => ({ station_id: id, latitude, longitude }));
    await system.send('POST', `/api/v1/stations?network=${NETWORK}`, registered);
    await reach(0, 49);
    window = await enter('POST', '/api/v1/maintenance', { station: 's00', from: from(48), variables: ['temp_out'] });
    await enter('PUT', '/api/v1/stations/s01/thresholds/temp_out', { threshold: 20, floor: 9 });
    await enter('PUT', '/api/v1/stations/s04/thresholds/bar', { threshold: 2.5, floor: 0.05 });
    const bar = await enter('POST', '/api/v1/bars', { station: 's02', from: from(50) });
    await enter('POST', '/api/v1/bars', { station: 's05', from: from(160) });
    await reach(50, 119);
    await system.stop();
    await system.start();
    await reach(120, 179);
    await end(`/api/v1/bars/${bar.id}`);
    await end(`/api/v1/maintenance/${window.id}`);
    await fetch(`${system.url}/api/v1/stations/s04/thresholds/bar`, { method: 'DELETE' });
    await learnt();
    await reach(180, 239);
    await system.stop();
    await system.start();
    await reach(240, LAST);
    await until('verdicts are settled', async () => (await system.anomalies(NETWORK, '&state=settled')).length > 10);
    const all = await system.anomalies(NETWORK, '&state=settled');
    [overridden] = all.filter(({ classification, maintenance }) => {
      return classification === 'device_failure' && maintenance === undefined;
    });
    const override = { classification: 'weather_event', reason };
    await system.send('PUT', `/api/v1/anomalies/${overridden.anomaly_id}/override`, override);
    const [hidden] = all.filter(({ anomaly_id }) => anomaly_id !== overridden.anomaly_id);
    const normal = { classification: 'normal', reason };
    await system.send('PUT', `/api/v1/anomalies/${hidden.anomaly_id}/override`, normal);
    const late = { station: 's03', from: from(0), to: from(LAST), variables: ['out_hum', 'wind_speed'] };
    await enter('POST', '/api/v1/maintenance', late);
    const { faults } = await system.get<FaultPage>(`/api/v1/faults?network=${NETWORK}&state=settled&limit=200`);
    [none, other] = faults.filter(({ station_id, start }) => station_id !== 's00' && start > from(20));
    await enter('PUT', `/api/v1/faults/${none.fault_id}/override`, { classification: 'normal' });
    const span = { start: isoOf(Date.parse(other.start) - 900_000), end: other.start };
    await enter('PUT', `/api/v1/faults/${other.fault_id}/override`, { classification: 'suspected', ...span });
    const nest = { station: 's03', variable: 'rain', kind: 'stuck', start: from(200), end: from(203) };
    known = await enter<FaultAnswer>('POST', '/api/v1/faults', nest);
  });
  after(() => system.stop());

  const span = { start_time: from(0), end_time: isoOf(timeOfSlot(FIRST_SLOT + LAST) + 290_000) };
  const asked = { ...span, network: NETWORK, spatial_verify: true };

  it('is honoured by a replay over HTTP: it gives what was given live, to the id, version and mark', async () => {
    const live = settled(await system.anomalies(NETWORK));
    const report = await system.detect(asked);
    assert.ok(live.length > 10, `${live.length}`);
    assert.deepEqual(settled(report.anomalies), live);
    assert.ok(report.summary.in_maintenance > 0);
    const { device_failures, weather_events, suspected, in_maintenance } = report.summary;
    assert.equal(device_failures + weather_events + suspected + in_maintenance, report.anomalies.length);
    const found = report.anomalies.find(({ anomaly_id }) => anomaly_id === overridden.anomaly_id);
    assert.deepEqual([found?.classification, found?.machine_classification], ['weather_event', 'device_failure']);
  });

  it('goes before what was found of faults, in lists, in a replay and in the flags of their values', async () => {
    const { faults } = await system.get<FaultPage>(`/api/v1/faults?network=${NETWORK}&limit=200`);
    const shown = (all: readonly ReportedFault[]) =>
      all
        .filter(({ state }) => state === 'settled')
        .map(({ fault_id, start, end, certainty, values }) => [fault_id, start, end, certainty, values].join())
        .sort();
    assert.deepEqual(shown((await system.detect(asked)).faults), shown(faults));
    const byId = new Map(faults.map((fault) => [fault.fault_id, fault]));
    assert.equal(byId.has(none.fault_id), false);
    assert.deepEqual([byId.get(other.fault_id)?.certainty, byId.get(other.fault_id)?.values], ['suspected', 2]);
    assert.equal(byId.get(known.fault_id)?.override?.reason, reason);
    const flagsOf = async ({ station_id, variable }: FaultAnswer, first: string, last: string) => {
      const path = `/api/v1/observations?network=${NETWORK}&station=${station_id}&from=${first}&to=${last}`;
      const { observations } = await system.get<{ observations: readonly FlaggedReport[] }>(path);
      return observations.map(({ timestamp, flags }) => ({ timestamp, flag: flags[variable].flag }));
    };
    const around = await flagsOf(known, from(195), from(210));
    const under = around.filter(({ flag }) => flag === 4);
    assert.equal(under.length, byId.get(known.fault_id)?.values);
    assert.deepEqual(
      around.filter(({ timestamp }) => timestamp >= known.start && timestamp <= (known.end ?? '')),
      under,
    );
    assert.ok(under.length > 2 && under.length < around.length);
    assert.ok((await flagsOf(none, none.start, none.end ?? none.start)).every(({ flag }) => flag === 1));
  });

  it('is honoured by anomaly-detector beside the system, and without it', async () => {
    const live = settled(await system.anomalies(NETWORK));
    const analysed = async () => {
      const save = join(temporaryFolder(), 'report.json');
      const times = ['--start', span.start_time, '--end', span.end_time];
      const done = await system.detector('--network', NETWORK, '--spatial-verify', ...times, '--save', save);
      assert.equal(done.code, 0, done.err);
      return settled((JSON.parse(readFileSync(save, 'utf8')) as ShortTermReport).anomalies);
    };
    assert.deepEqual(await analysed(), live);
    await system.stop();
    assert.deepEqual(await analysed(), live);
    await system.start();
  });

  it('changed what was judged', async () => {
    const all = await system.anomalies(NETWORK);
    const byMethod = (station: string, name: string) =>
      all.filter(({ station_id, variable, check }) => station_id === station && variable === name && check === 'arima');
    const inForce = byMethod('s01', 'temp_out').filter(({ timestamp }) => timestamp >= from(52));
    assert.ok(inForce.every(({ threshold, deviation }) => threshold === 20 && Math.abs(deviation) >= 9));
    const pressure = byMethod('s04', 'bar');
    assert.ok(pressure.length > 0);
    const holds = (time: string) => slotOf(Date.parse(time)) >= slotOf(Date.parse(from(51))) && time < from(180.5);
    assert.ok(pressure.every(({ threshold, timestamp }) => threshold === (holds(timestamp) ? 2.5 : 5)));
    const barred = all.filter(({ timestamp }) => timestamp > from(70) && timestamp < from(170));
    assert.ok(barred.length > 0);
    assert.ok(barred.every(({ spatial_verification: { neighbors } }) => !neighbors.includes('s02')));
    const { variables } = await system.get<{ variables: { variable: string; expert: object | null }[] }>(
      '/api/v1/stations/s01/thresholds',
    );
    assert.deepEqual(
      variables.filter(({ expert }) => expert !== null).map(({ variable }) => variable),
      ['temp_out'],
    );
  });

  it('is kept in the store for whoever replays it, as the catalogue has it', async () => {
    assert.deepEqual(system.failures, []);
    const { maintenance } = await system.get<{ maintenance: { id: string; ended_by: string | null }[] }>(
      '/api/v1/maintenance',
    );
    assert.equal(maintenance.length, 2);
    assert.equal(maintenance.find(({ id }) => id === window.id)?.ended_by, 'local');
  });
});
