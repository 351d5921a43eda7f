import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import { SPATIAL_METHODS } from '../../../detectors/spatial/registry.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { JudgementConfiguration } from '../../../schemas/judgement-configuration.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOTS_PER_HOUR, slotOf } from '../../../schemas/time.ts';
import { configuration, delayed, judgeLive, said } from './live-judgement.ts';
import { FIRST_SLOT, MemorySource, smallHistory, smallStations } from './small-network.ts';

/** Each spatial method beside a forecast; `mad` looks farthest back, for the middle of the window and what was before it. */
const METHODS = [
  ...Array.from(SPATIAL_METHODS.keys(), (spatialMethod) => ({ temporalMethod: 'arima', spatialMethod }) as const),
  { temporalMethod: 'mad', spatialMethod: 'pearson' } as const,
];

describe('live equals replay', () => {
  const stations = smallStations(6);
  const history = smallHistory(stations, 3, 7);

  /** What is settled where observations arrive so, and where they are replayed, in the order of ids. */
  const settledBothWays = async (arrivals: readonly Observation[], methods: Partial<JudgementConfiguration> = {}) => {
    const settled = (anomalies: Iterable<Anomaly>) =>
      [...anomalies].filter(({ state }) => state === 'settled').sort((a, b) => (a.id < b.id ? -1 : 1));
    const arrived = [...new Set(arrivals)];
    const end = arrived.reduce((latest, { time }) => Math.max(latest, time), 0);
    const start = arrived.reduce((first, { time }) => Math.min(first, time), end);
    const asked = { ...configuration, ...methods };
    const request = { network: 'small', start, end, configuration: asked, verdicts: 'last' } as const;
    const live = await judgeLive(stations, arrivals, methods);
    const replayed = await replay(new MemorySource(stations, arrived), request);
    const expectedFaults = [...replayed.faults]
      .filter(({ state }) => state === 'settled')
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(live.settledFaults.map(said), expectedFaults.map(said), 'faults');
    for (const fault of live.settledFaults) assert.equal(live.valuesOf(fault).length, fault.values, fault.reason);
    return { live: live.settledVerdicts, expected: settled(replayed.anomalies), expectedFaults, replayed };
  };

  const orders = [
    ['in order', 0],
    ['delayed, order 1', 1],
    ['delayed, order 2', 2],
  ] as const;
  // The second order is for the first pair of methods only: how observations come is the same to all of them.
  const cases = METHODS.flatMap((of, at) => orders.slice(0, at === 0 ? 3 : 2).map((order) => [of, order] as const));
  for (const [methods, [name, seed]] of cases) {
    const by = `${methods.temporalMethod} and ${methods.spatialMethod}`;
    it(`settles the same verdicts, to the id, by ${by} when observations arrive ${name}`, async () => {
      const arrivals = seed === 0 ? history : delayed(history, seed);
      assert.ok(new Set(arrivals).size > history.length * 0.95, 'nearly everything arrives in time');
      const { live, expected } = await settledBothWays(arrivals, methods);
      assert.ok(expected.length > 10, `the history has anomalies: ${expected.length}`);
      assert.ok(new Set(expected.map((anomaly) => anomaly.classification)).size >= 2, 'of more than one class');
      assert.deepEqual(live.map(said), expected.map(said));
    });
  }

  it('settles the same verdicts through an outage of the feed that repeats the last records', async () => {
    const last = new Map<string, Observation['values']>();
    const [from, to] = [FIRST_SLOT + 150, FIRST_SLOT + 186];
    const frozen = history.map((observation) => {
      const { station, time } = observation;
      const repeats = slotOf(time) >= from && slotOf(time) < to && station !== 's00';
      const values = (repeats ? last.get(station) : undefined) ?? observation.values;
      last.set(station, values);
      return { ...observation, values };
    });
    const arrivals = delayed(frozen, 3);
    const { live, expected, replayed } = await settledBothWays(arrivals);
    const explained = expected.filter(({ reason }) => reason.endsWith('feed outage, nothing to compare with'));
    assert.ok(explained.length > 3, `some were raised in the outage: ${explained.length}`);
    assert.ok(explained.every(({ classification }) => classification === 'suspected'));
    assert.deepEqual(live.map(said), expected.map(said));
    assert.deepEqual(
      replayed.outages.map(({ kind, scope }) => [kind, scope]),
      [['repeating', 'network']],
    );
  });

  it('settles the same verdicts on hourly stations, of which it is learnt what is usual between them', async () => {
    const hourly = smallHistory(stations, 14, 11).filter(({ time }) => slotOf(time) % SLOTS_PER_HOUR === 0);
    const arrivals = delayed(hourly, 4);
    const { live, expected } = await settledBothWays(arrivals);
    const known = expected.filter(({ evidence }) => 'usual' in evidence);
    assert.ok(known.length > 5, `it was known of ${known.length} of ${expected.length}`);
    assert.deepEqual(live.map(said), expected.map(said));
  });

  it('settles other verdicts when an observation is missing', async () => {
    const live = (await judgeLive(stations, history)).settledVerdicts;
    const fewer = await judgeLive(
      stations,
      history.filter((o) => o.station !== live[0].station),
    );
    assert.equal(fewer.verdicts.has(live[0].id), false);
  });
});
