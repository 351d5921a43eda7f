import assert from 'node:assert/strict';
import { SilentSensors } from '../../../services/detection/silent-sensors.ts';
import { KeptReadings } from '../../../services/duty/kept-readings.ts';
import { newFaultWord } from '../../../services/experts/new-rule.ts';
import { someFault } from '../answers/some-fault.ts';
import { FakeParts } from '../api/fake-parts.ts';
import { NOON, someStation } from '../api/some-records.ts';

const SECOND = 1_000;
const signal = new AbortController().signal;

describe('readings that are kept', () => {
  let parts: FakeParts;
  let clock: number;
  let readings: KeptReadings;
  /** Networks of which the stations were read, in their order. */
  let read: string[];
  /** What a reader waits for. */
  let held: Promise<void>;
  beforeEach(() => {
    parts = new FakeParts();
    parts.stations = [someStation({ id: 'a' }), someStation({ id: 'b', network: 'south' })];
    parts.faults = [someFault({ station: 'a', start: NOON - 600_000, known: NOON - 600_000, named: NOON - 600_000 })];
    clock = 0;
    readings = new KeptReadings(() => clock, new SilentSensors());
    read = [];
    held = Promise.resolve();
  });

  const sources = () => {
    const { store, experts } = parts.parts();
    const stationMoments: typeof store.stationMoments = async (network, ...rest) => {
      read.push(network);
      await held;
      return store.stationMoments(network, ...rest);
    };
    return { store: Object.assign(Object.create(store) as typeof store, { stationMoments }), experts };
  };
  const ask = (fields: { network?: string; time?: number | null; now?: number; isPaged?: boolean } = {}, by = signal) =>
    readings.of(sources(), { network: 'north', time: null, now: NOON, isPaged: false, ...fields }, by);

  it('are of one moment for whoever asks within two seconds, and are read again after them', async () => {
    const first = await ask();
    clock += 2 * SECOND;
    assert.equal(await ask({ now: NOON + 2 * SECOND }), first);
    clock += 1;
    const later = await ask({ now: NOON + 3 * SECOND });
    assert.deepEqual([first.time, later.time, read.length], [NOON, NOON + 3 * SECOND, 2]);
  });

  // With 100,000 stations a reading takes longer than it was kept: each who asked meanwhile began another.
  it('are waited for while they are read, and kept for as long again as that took', async () => {
    let go = () => {};
    held = new Promise((resolve) => {
      go = resolve;
    });
    const first = ask();
    clock += 5 * SECOND;
    const meanwhile = ask({ now: NOON + 5 * SECOND });
    clock += SECOND;
    go();
    assert.equal(await meanwhile, await first);
    clock += 6 * SECOND;
    assert.equal(await ask({ now: NOON + 12 * SECOND }), await first);
    assert.equal(read.length, 1);
    clock += 1;
    await ask({ now: NOON + 12 * SECOND });
    assert.equal(read.length, 2);
  });

  it('are kept for a minute for whoever pages through their rows', async () => {
    const first = await ask();
    clock += 30 * SECOND;
    await ask({ now: NOON + 30 * SECOND });
    clock += 30 * SECOND;
    assert.equal(await ask({ time: NOON, isPaged: true }), first);
    assert.equal(read.length, 2);
    clock += 1;
    const again = await ask({ time: NOON, isPaged: true });
    assert.deepEqual([again.time, read.length], [NOON, 3], 'the same moment, read once more');
  });

  it('are of their network alone', async () => {
    const north = await ask();
    const south = await ask({ network: 'south', time: NOON, isPaged: true });
    assert.deepEqual([north.network, south.network], ['north', 'south']);
    assert.deepEqual([north.faults.length, south.faults.length], [1, 0]);
    assert.deepEqual(read, ['north', 'south']);
  });

  it('are read again when somebody has said something of a fault', async () => {
    const [fault] = parts.faults;
    assert.equal((await ask()).faults.length, 1);
    const said = { by: 'ann', reason: 'x', at: NOON };
    parts.experts.all = [newFaultWord(fault, { classification: 'normal', start: fault.start, end: null }, said)];
    assert.equal((await ask()).faults.length, 0);
    parts.experts.all = [];
    assert.equal((await ask({ time: NOON, isPaged: true })).faults.length, 1);
    assert.equal(read.length, 3);
  });

  it('are read once for those who ask at once, and again where the first of them leaves', async () => {
    const leaving = new AbortController();
    let go = () => {};
    held = new Promise((resolve) => {
      go = resolve;
    });
    const [one, two] = [ask(), ask()];
    go();
    assert.equal(await one, await two);
    assert.equal(read.length, 1);

    clock += 3 * SECOND;
    held = Promise.reject(new Error('the connection was closed'));
    const [left, stays] = [ask({}, leaving.signal), ask()];
    await assert.rejects(left, /the connection was closed/);
    await assert.rejects(stays, /the connection was closed/, 'it has asked for itself');
    held = Promise.resolve();
    assert.equal((await ask()).network, 'north');
    assert.equal(read.length, 4);
  });
});
