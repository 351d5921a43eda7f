import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { JudgementConfiguration } from '../../../schemas/judgement-configuration.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { configuration, delayed, judgeLive, said } from './live-judgement.ts';
import { MemorySource } from './small-network.ts';

/** Those that are settled, in the order of their ids. */
function settled<T extends { readonly id: string; readonly state: string }>(records: Iterable<T>): T[] {
  return [...records].filter(({ state }) => state === 'settled').sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * What is settled where observations arrive so, and where they are replayed, in the order of ids. The faults are equal.
 *
 * @param scored as `LiveRun.scored`: a replay scores only what needs it
 */
export async function settledBothWays(
  stations: readonly Station[],
  arrivals: readonly Observation[],
  methods: Partial<JudgementConfiguration> = {},
  scored = false,
) {
  const arrived = [...new Set(arrivals)];
  const end = arrived.reduce((latest, { time }) => Math.max(latest, time), 0);
  const start = arrived.reduce((first, { time }) => Math.min(first, time), end);
  const asked = { ...configuration, ...methods };
  const request = { network: 'small', start, end, configuration: asked, verdicts: 'last' } as const;
  const live = await judgeLive(stations, arrivals, methods, { scored });
  const replayed = await replay(new MemorySource(stations, arrived), request);
  assert.deepEqual(live.settledFaults.map(said), settled(replayed.faults).map(said), 'faults');
  for (const fault of live.settledFaults) assert.equal(live.valuesOf(fault).length, fault.values, fault.reason);
  return { live: live.settledVerdicts, expected: settled(replayed.anomalies), replayed };
}

/** A test for each order of arrival: 0 is in order, with a score of each value, others are seeds of delays. */
export function settlesByMethods(
  methods: Pick<JudgementConfiguration, 'temporalMethod' | 'spatialMethod'>,
  stations: readonly Station[],
  history: readonly Observation[],
  orders: readonly number[],
): void {
  const by = `${methods.temporalMethod} and ${methods.spatialMethod}`;
  for (const order of orders) {
    const arrive = order === 0 ? 'arrive in order' : `are delayed, order ${order}`;
    it(`settles the same verdicts, to the id, by ${by} when observations ${arrive}`, async () => {
      const arrivals = order === 0 ? history : delayed(history, order);
      assert.ok(new Set(arrivals).size > history.length * 0.95, 'nearly everything arrives in time');
      const { live, expected } = await settledBothWays(stations, arrivals, methods, order === 0);
      assert.ok(expected.length > 10, `the history has anomalies: ${expected.length}`);
      assert.ok(new Set(expected.map((anomaly) => anomaly.classification)).size >= 2, 'of more than one class');
      assert.deepEqual(live.map(said), expected.map(said));
    });
  }
}
