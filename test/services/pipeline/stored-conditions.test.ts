import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SensorCondition } from '../../../schemas/fault.ts';
import { storedConditions } from '../../../services/pipeline/stored-conditions.ts';

const CONDITION: SensorCondition = {
  kind: 'condition',
  network: 'n',
  station: 's',
  variable: 'temp_out',
  slot: 7,
  content: '{}',
};

describe('conditions of sensors for a successor', () => {
  /** A log with 5 records on the first of two partitions of `faults`, and a store that has them up to `stored`. */
  const parts = () => {
    const state = { stored: 0, stopping: new AbortController() };
    const log = { ends: async () => [5, 0], done: async () => [state.stored, null] };
    const store = { sensorConditions: async (_network: string, slot: number) => (slot === 7 ? [CONDITION] : []) };
    return { state, parts: { log, store, stopping: state.stopping.signal } };
  };

  it('are read once all that was published is stored', async () => {
    const { state, parts: given } = parts();
    let found: readonly SensorCondition[] | null = null;
    const reading = storedConditions(given, 'n', 7).then((conditions) => {
      found = conditions;
    });
    await sleep(300);
    assert.equal(found, null);
    state.stored = 5;
    await reading;
    assert.deepEqual(found, [CONDITION]);
  });

  it('are given up after a while, so that the partition is taken again', async () => {
    const { parts: given } = parts();
    await assert.rejects(storedConditions({ ...given, waitMs: 1_000 }, 'n', 7), {
      code: 'store_unavailable',
      message: 'the faults of sensors are published and not stored for 1 s',
    });
  });

  it('are not waited for at a stop', async () => {
    const { state, parts: given } = parts();
    const refused = assert.rejects(storedConditions(given, 'n', 7), { code: 'interrupted' });
    await sleep(50);
    state.stopping.abort();
    await refused;
  });
});
