import assert from 'node:assert/strict';
import type { Fault, SensorCondition } from '../../../schemas/fault.ts';
import { SLOTS_PER_DAY, timeOfSlot } from '../../../schemas/time.ts';
import { newFaultWord } from '../../../services/experts/new-rule.ts';
import { storedRules } from '../../../services/experts/stored-rules.ts';
import type { UpToSlot } from '../../../services/stores/roles/fault-store.ts';
import type { StoreReads } from '../../../services/stores/store-reads.ts';
import { StoreSource } from '../../../services/stores/store-source.ts';
import { someFault } from '../answers/some-fault.ts';

const MIDNIGHT = 20_600 * SLOTS_PER_DAY;
/** Slot from which on a report is asked for. */
const ASKED = MIDNIGHT + 60;

interface Stored {
  readonly mark: number | null;
  readonly conditions?: readonly SensorCondition[];
  readonly faults?: readonly Fault[];
}

/** What is known of the sensors before a report. */
function known({ mark, conditions = [], faults = [] }: Stored, asked = ASKED) {
  const store = {
    judgedUntil: async () => (mark === null ? [] : [{ network: 'north', slot: mark }]),
    sensorConditions: async (_network: string, { upTo }: UpToSlot) => {
      const before = conditions.filter((one) => one.slot <= upTo);
      return before.filter((one) => one.slot === Math.max(...before.map((other) => other.slot)));
    },
    faultsOver: async () => faults,
    faultAnomalies: async () => new Map(),
  };
  return new StoreSource(store as unknown as StoreReads, 'a store').sensorsBefore('north', timeOfSlot(asked));
}

const conditionAt = (slot: number, station = 'a'): SensorCondition => ({
  ...{ kind: 'condition', network: 'north', variable: 'temp_out', content: '{"open":null,"ended":[]}' },
  ...{ station, slot },
});
const opened = (slot: number, station = 'a') => {
  return someFault({ network: 'north', station, variable: 'temp_out', named: timeOfSlot(slot), recovered: null });
};

describe('the sensors that a store knows before a report', () => {
  it('are those of the newest slot of the day that is settled', async () => {
    const conditions = [conditionAt(MIDNIGHT), conditionAt(ASKED - 20), conditionAt(ASKED + 1)];
    const found = await known({ mark: ASKED - 10, conditions, faults: [opened(MIDNIGHT - 5)] });
    assert.deepEqual(found, { slot: ASKED - 20, conditions: [conditionAt(ASKED - 20)] });
  });

  it('are those of the day before where the report begins at midnight', async () => {
    const conditions = [conditionAt(MIDNIGHT - 3), conditionAt(MIDNIGHT)];
    const faults = [opened(MIDNIGHT - 5)];
    const found = await known({ mark: MIDNIGHT + 10, conditions, faults }, MIDNIGHT);
    assert.deepEqual(found, { slot: MIDNIGHT - 3, conditions: [conditionAt(MIDNIGHT - 3)] });
    const none = await known({ mark: MIDNIGHT + 10 }, MIDNIGHT);
    assert.deepEqual(none, { slot: MIDNIGHT - SLOTS_PER_DAY, conditions: [] });
  });

  it('are none at midnight where no fault was open then', async () => {
    const found = await known({ mark: ASKED + 500, faults: [opened(MIDNIGHT + 3)] });
    assert.deepEqual(found, { slot: MIDNIGHT, conditions: [] });
  });

  // A report of days that nobody had judged said that all faults were known, and told none.
  it('are not known where the network was not judged so far', async () => {
    assert.equal(await known({ mark: MIDNIGHT - 1, conditions: [conditionAt(MIDNIGHT - 1)] }), null);
    assert.equal(await known({ mark: null }), null);
  });

  it('are not known where a fault that was open has no condition there', async () => {
    const conditions = [conditionAt(ASKED - 20)];
    assert.equal(await known({ mark: ASKED, conditions, faults: [opened(MIDNIGHT - 5, 'b')] }), null);
    assert.equal(await known({ mark: ASKED, faults: [opened(MIDNIGHT - 5)] }), null);
  });
});

describe('the rules that a store knows', () => {
  // A report judged the anomalies that a fault which is called none got after the word as failures.
  it('have the anomalies that a fault which is called none has by now', async () => {
    const fault = someFault({ end: null, anomalyIds: ['a'] });
    const said = { classification: 'normal', start: fault.start, end: null } as const;
    const store = {
      rules: async () => [newFaultWord(fault, said, { by: 'ann', reason: 'calm air', at: 1 })],
      faultAnomalies: async () => new Map([[fault.id, ['a', 'b']]]),
    } as unknown as StoreReads;
    const found = [
      ...(await new StoreSource(store, 'a store').rules('north')),
      ...(await storedRules(store).rules({})),
    ];
    assert.deepEqual(
      found.map((rule) => rule.fault?.anomalyIds),
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
    );
  });
});
