import assert from 'node:assert/strict';
import type { SensorCondition, StoredSensors } from '../../../schemas/fault.ts';
import { slotOf } from '../../../schemas/time.ts';
import { awaitStoredSensors, storedSensors } from '../../../services/pipeline/stored-sensors.ts';
import type { AnomalyQuery, FaultQuery } from '../../../services/stores/time-series-store.ts';
import { until } from '../../until.ts';
import { anomaly, fault, faultValue, MINUTE, START } from '../stores/records.ts';

const SLOT = slotOf(START);
/** A fault that may yet change, with a value that is settled and one that is not. */
const TOLD = fault('n', 'f', { station: 's' });
const SETTLED = faultValue(START);
const AHEAD = faultValue(START + 10 * MINUTE);
/** Verdicts of the settled slot and of a later one, both given as open. */
const VERDICTS = [START, START + 10 * MINUTE].map((time) => anomaly('n', `a${time}`, { time, state: 'provisional' }));

const CONDITION: SensorCondition = {
  kind: 'condition',
  network: 'n',
  station: 's',
  variable: 'temp_out',
  slot: SLOT,
  content: '{"open":null,"ended":[]}',
};

describe('sensors for a successor', () => {
  /** A log with 5 records on the first of two partitions of `faults`, and a store that has them up to `stored`. */
  const parts = () => {
    const state = { stored: 0, asked: 0, stopping: new AbortController() };
    const log = {
      ends: async () => [5, 0],
      done: async () => {
        state.asked++;
        return [state.stored, null];
      },
    };
    const open = { items: VERDICTS, next: null };
    const placed = { station: 's', variable: 'temp_out', faultId: 'f' } as const;
    const store = {
      sensorConditions: async (_network: string, slot: number) => (slot === SLOT ? [CONDITION] : []),
      faultAnomalies: async () => new Map<string, string[]>(),
      faults: async ({ state }: FaultQuery) => ({ items: state === 'provisional' ? [TOLD] : [], next: null }),
      anomalies: async ({ state }: AnomalyQuery) => (state === 'provisional' ? open : { items: [], next: null }),
      faultValues: async () => [SETTLED, AHEAD].map((value) => ({ ...value, ...placed })),
    };
    return { state, parts: { log, store, stopping: state.stopping.signal } };
  };

  it('are read once all that was published is stored', async () => {
    const { state, parts: given } = parts();
    let found: StoredSensors | null = null;
    const reading = awaitStoredSensors(given, 'n', SLOT).then((sensors) => {
      found = sensors;
    });
    await until('the log was asked several times', () => state.asked > 2);
    assert.equal(found, null);
    state.stored = 5;
    await reading;
    const told = { kind: 'fault', network: 'n', station: 's', fault: TOLD, values: [AHEAD] };
    assert.deepEqual(found, { conditions: [CONDITION], told: [told], verdicts: VERDICTS.slice(1) });
  });

  it('have the anomalies of a long fault that are stored with its last version alone', async () => {
    const { store } = parts().parts;
    const content = (anomalies: object) => JSON.stringify({ open: { onset: {}, course: {}, ...anomalies }, ended: [] });
    const left = { ...CONDITION, content: content({ anomalyIds: ['c', 'd'], earlier: { fault: 'f', count: 2 } }) };
    const read = async (anomalyIds: readonly string[]) => {
      const faultAnomalies = async () => new Map([['f', anomalyIds]]);
      const given = { ...store, sensorConditions: async () => [left], faultAnomalies };
      return (await storedSensors(given, 'n', SLOT)).conditions.map((condition) => condition.content);
    };
    // That version may say more than the condition.
    assert.deepEqual(await read(['a', 'b', 'c', 'd', 'e']), [content({ anomalyIds: ['a', 'b', 'c', 'd'] })]);
    // Of another fault, or of none, they are not.
    for (const other of [['a', 'b'], ['a', 'b', 'x', 'd'], []])
      assert.deepEqual(await read(other), [content({ anomalyIds: ['c', 'd'] })]);
  });

  it('are given up after a while, so that the partition is taken again', async () => {
    const { parts: given } = parts();
    await assert.rejects(awaitStoredSensors({ ...given, waitMs: 1_000 }, 'n', SLOT), {
      code: 'store_unavailable',
      message: 'anomalies and faults are published and not stored for 1 s',
    });
  });

  it('are not waited for at a stop', async () => {
    const { state, parts: given } = parts();
    const refused = assert.rejects(awaitStoredSensors(given, 'n', SLOT), { code: 'interrupted' });
    await until('the log was asked', () => state.asked > 0);
    state.stopping.abort();
    await refused;
  });
});
