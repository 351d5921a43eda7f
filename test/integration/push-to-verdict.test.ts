import assert from 'node:assert/strict';
import type { AnomalyAnswer } from '../../schemas/http/answers/anomaly-answer.ts';
import type { FaultAnswer } from '../../schemas/http/answers/fault-answer.ts';
import { ENDPOINTS } from '../../services/api/registry.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';
import { inSteps } from './in-steps.ts';
import { RunningSystem } from './running-system.ts';

interface AnomalyWithEvidence extends AnomalyAnswer {
  readonly evidence: { readonly history: readonly (number | null)[] };
  readonly configuration: string;
  readonly earlier_versions: readonly AnomalyAnswer[];
}

const STATIONS = 4;
const NETWORK = 'north';
const UNKNOWN = "there is no network 'nope' in the store; it has north";
const SPIKE = 80;
const SPIKES = { [`s1@${SPIKE}`]: 15 };

describe('from a push to a settled verdict', () => {
  let system: RunningSystem;

  /** Pushes slots, the clock at the last of them. */
  const reach = (first: number, last: number, spikes = SPIKES) =>
    inSteps(first, last, async (from, to) => {
      system.clock = timeAt(to) + 1000;
      await system.pushJudged(NETWORK, calmReports(STATIONS, from, to, spikes));
    });
  const ofSpike = (anomaly: AnomalyAnswer) =>
    anomaly.station_id === 's1' && anomaly.variable === 'temp_out' && Date.parse(anomaly.timestamp) === timeAt(SPIKE);

  before(async () => {
    system = await new RunningSystem(await freshDataFolder(), timeAt(0)).start();
    await system.send('POST', `/api/v1/stations?network=${NETWORK}`, calmStations(STATIONS));
    await reach(0, SPIKE - 1);
  });
  after(async () => {
    await system.stop();
    assert.deepEqual(system.failures, []);
  });

  it('stores and judges what is pushed', async () => {
    const found = await system.observations(NETWORK);
    assert.equal(found.length, STATIONS * SPIKE);
    const [newest] = found;
    assert.equal(newest.timestamp, new Date(timeAt(SPIKE - 1)).toISOString().replace('.000', ''));
    assert.equal(newest.flags?.['temp_out'].flag, 1);
    assert.equal(newest.source, 'push');
    const first = found[found.length - 1];
    assert.equal(first.flags?.['temp_out'].flag, 2, 'the first value has no history to be judged against');
  });

  it('has nothing in lists that go by network as by a filter, and no such network where all is of one', async () => {
    const lists = ENDPOINTS.filter(
      ({ name, queryNames }) => name.startsWith('list-') && queryNames.includes('network'),
    );
    for (const { path, errors } of lists) {
      const response = await fetch(`${system.url}${path}?network=nope`);
      const answer = (await response.json()) as Record<string, unknown>;
      assert.equal(response.status, errors[404] === undefined ? 200 : 404, path);
      if (response.ok) assert.deepEqual(Object.values(answer).filter(Array.isArray), [[]], path);
      else assert.deepEqual([answer['code'], answer['detail']], ['unknown_network', UNKNOWN]);
    }
    const ofOne = lists.filter(({ errors }) => errors[404] !== undefined).map(({ name }) => name);
    assert.deepEqual(ofOne.sort(), ['list-limits', 'list-outages', 'list-states', 'list-weather-events']);
  });

  it('makes a spike at one of several neighbours a provisional and then a settled device failure', async () => {
    await reach(SPIKE, SPIKE);
    await until('the spike is an anomaly', async () => (await system.anomalies(NETWORK)).some(ofSpike));
    const provisional = (await system.anomalies(NETWORK)).filter(ofSpike);
    assert.equal(provisional.length, 1);
    assert.equal(provisional[0].state, 'provisional');
    assert.equal(provisional[0].classification, 'device_failure');
    assert.equal(provisional[0].spatial_verification.neighbors_checked, STATIONS - 1);
    assert.ok(Math.abs(provisional[0].deviation - 15) < 1.5, `deviation ${provisional[0].deviation}`);
    const said = system.said.filter((line) => /DEVICE FAILURE +s1 .*temp_out/.test(line));
    assert.equal(said.length, 1, 'the operator is told in one line');

    await reach(SPIKE + 1, SPIKE + 19);
    await until('it is settled', async () => (await system.anomalies(NETWORK, '&state=settled')).some(ofSpike));
    const [settled] = (await system.anomalies(NETWORK, '&state=settled&class=device_failure')).filter(ofSpike);
    assert.equal(settled.anomaly_id, provisional[0].anomaly_id);
    assert.equal(settled.final, true);
    const whole = await system.get<AnomalyWithEvidence>(`/api/v1/anomalies/${settled.anomaly_id}`);
    assert.equal(whole.state, 'settled');
    assert.equal(whole.evidence.history.length, 36);
    assert.ok(whole.evidence.history.every((value) => value !== null && value < 25));
    assert.equal(whole.earlier_versions.at(-1)?.state, 'provisional');
    const [flagged] = (await system.observations(NETWORK, '&station=s1')).filter(
      (observation) => Date.parse(observation.timestamp) === timeAt(SPIKE),
    );
    assert.equal(flagged.flags?.['temp_out'].flag, 4, 'the value has the flag of its verdict');
    assert.deepEqual(flagged.flags?.['temp_out'].madis, settled.flags.madis, 'as the anomaly has it');
    assert.equal(flagged.flags?.['bar'].flag, 1, 'the other values of the record stay good');

    const { faults } = await system.get<{ faults: FaultAnswer[] }>(`/api/v1/faults?network=${NETWORK}`);
    const [fault] = faults.filter(({ station_id }) => station_id === 's1');
    const { variable, kind, start, end, values } = fault;
    assert.deepEqual([variable, kind, values], ['temp_out', 'spike', 1]);
    assert.deepEqual([start, end], [flagged.timestamp, flagged.timestamp]);
    const { fault_id, best_estimate } = flagged.flags?.['temp_out'] ?? {};
    assert.equal(fault_id, fault.fault_id);
    assert.ok(Math.abs((best_estimate ?? 0) - ((flagged.temp_out ?? 0) - 15)) < 1.5, `best estimate ${best_estimate}`);
    const one = await system.get<FaultAnswer>(`/api/v1/faults/${fault_id}`);
    assert.equal(one.start, start);
  });

  it('keeps what an unknown station sends as dead letters until it is registered, then judges it or marks it late', async () => {
    const newest = SPIKE + 19;
    const [early, timely] = [newest - 30, newest].map((k) => ({
      station_id: 'stranger',
      time: new Date(timeAt(k)).toISOString(),
      temp_out: 16,
    }));
    const items = await system.push(NETWORK, [early, timely, { time: 'yesterday' }]);
    assert.deepEqual(
      items.map((item) => item.reason),
      ['unknown_station', 'unknown_station', 'invalid_id'],
    );

    const listed = await system.halcyon('dead-letters', 'list');
    assert.equal(listed.code, 0, listed.err);
    for (const { id } of items) assert.ok(listed.out.includes(String(id)), `${id} is listed`);
    const shown = await system.halcyon('dead-letters', 'show', String(items[0].id));
    assert.match(shown.out, /^reason +unknown_station$/m);
    assert.match(shown.out, /^bytes +\{"station_id":"stranger"/m);
    const tooSoon = await system.halcyon('dead-letters', 'replay', String(items[0].id));
    assert.match(tooSoon.out, /still unknown_station: .*\n0 replayed, 1 still dead\n$/);

    await system.send('PUT', `/api/v1/stations/stranger?network=${NETWORK}`, { latitude: 50.01, longitude: 4.01 });
    const replayed = await system.halcyon('dead-letters', 'replay');
    assert.equal(replayed.code, 0, replayed.err);
    assert.match(replayed.out, /^2 replayed, 1 still dead$/m);
    const left = await system.halcyon('dead-letters', 'list');
    assert.ok(!left.out.includes(String(items[0].id)) && left.out.includes(String(items[2].id)), left.out);

    const judged = async () => system.observations(NETWORK, '&station=stranger');
    await until('both are judged', async () => {
      const found = await judged();
      return found.length === 2 && found.every(({ flags }) => flags !== null);
    });
    const [ofNow, ofThen] = await judged();
    assert.equal(ofThen.flags?.['temp_out'].reason, 'late');
    assert.equal(ofNow.flags?.['temp_out'].flag, 2);
    assert.notEqual(ofNow.flags?.['temp_out'].reason, 'late');
  });
});
