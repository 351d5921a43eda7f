import assert from 'node:assert/strict';
import { SensorFold } from '../../../detectors/faults/sensor-fold.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { S } from '../spatial/calm-air.ts';
import { NO_LEVELS } from './no-levels.ts';

const V = VARIABLE_INDEX.temp_out;
/** Slots from the first report to S, and the reports in which the sensor stands still, up to that before S. */
const PAST = 80;
const LOOK_BACK = 60;

/** What neighbour k of two reads: it warms by 0.1 degC a report, a little unlike its fellow. */
const beside = (k: number) => (at: number) => 10 + 0.1 * (at - (S - PAST)) + ((at * (k + 2)) % 3) / 10;
/** What the sensor reads where it is well. */
const sound = (at: number) => 11 + 0.1 * (at - (S - PAST)) + ((at * 5) % 3) / 10;

interface Course {
  /** What the sensor reads. */
  readonly read: (slot: number) => number;
  readonly around?: readonly ((slot: number) => number)[];
  /** Slots of the reports that are named: S where it is not given. */
  readonly named?: readonly number[];
  readonly check?: string;
  /** Slots from one report to the next; 1 where it is not given. */
  readonly every?: number;
}

/** The faults of a sensor with two neighbours of which one report is named, two hours after it. */
function faultsOf({ read, around = [beside(1), beside(2)], named = [S], check = 'arima', every = 1 }: Course) {
  const windows = new WindowStore(288);
  for (let slot = S - PAST; slot <= S + 12; slot += every) {
    for (const [station, value] of [read, ...around].entries()) {
      const values = { temp_out: value(slot), out_hum: null, wind_speed: null, bar: null, rain: null };
      windows.put(station, slot, timeOfSlot(slot), values);
    }
  }
  const neighbours = around.map((_, k) => ({ index: k + 1, id: `n${k + 1}`, km: 10 * (k + 1) }));
  const fold = new SensorFold(
    {
      ...{ windows, levels: NO_LEVELS, lookBackSlots: LOOK_BACK, hindsightSlots: 6 },
      ...{ neighboursOf: () => neighbours, knownBy: () => named[0] },
    },
    0,
    V,
  );
  const conditions: (string | null)[] = [];
  for (let slot = S - 12; slot <= S + 12; slot++) {
    const report = { anomalyId: 'a', slot, time: timeOfSlot(slot), check, actual: read(slot), deviation: 1 };
    conditions.push(fold.take(slot, named.includes(slot) ? [report] : []));
  }
  const told = fold.faults.map(({ kind, course, onset }) => ({
    kind,
    first: onset.start - S,
    last: course.lastSlot - S,
    offset: course.offset,
    range: course.stuckRange,
  }));
  return { told, isOpen: fold.open !== null, condition: conditions[12] };
}

const stuckFor = (reports: number) => (at: number) => (at < S && at >= S - reports ? sound(S - reports) : sound(at));

/** Weather that is steady from a slot on: what two neighbours read then, by turns, and the sensor. */
function steadySince(from: number) {
  const held = (at: number) => (at < from ? at : from + (at % 2));
  const around = [1, 2].map((k) => (at: number) => beside(k)(held(at)));
  return { around, stands: (at: number) => sound(Math.min(at, from)) };
}

describe('a sensor that stood still', () => {
  // Its return was once taken for a fault that began then, which held for up to a day.
  it('was stuck until a jump to where its neighbours imply it, and is right from then on', () => {
    const { told, isOpen, condition } = faultsOf({ read: stuckFor(30) });
    assert.deepEqual([told.length, isOpen, condition], [1, false, 'right']);
    assert.deepEqual([told[0].kind, told[0].last], ['stuck', -1]);
    assert.ok(told[0].first > -30 && told[0].first < -15, `from where it was off: ${told[0].first}`);
    // It had no range: where it goes on, nothing said that it moves.
    const at = Math.fround(sound(S - 30));
    assert.deepEqual(told[0].range, [at, at]);
  });

  it('was stuck where all that is looked back to is the same, of which its neighbours tell', () => {
    const { told, isOpen, condition } = faultsOf({ read: stuckFor(PAST) });
    assert.deepEqual([told.length, isOpen, condition], [1, false, 'right']);
    assert.deepEqual([told[0].kind, told[0].last], ['stuck', -1]);
  });

  it('is wrong where it jumps to what its neighbours do not imply, as a sensor that starts anew does', () => {
    const stuck = stuckFor(30);
    const { told, isOpen, condition } = faultsOf({ read: (at) => (at < S ? stuck(at) : 85) });
    assert.deepEqual([told.length, isOpen, condition], [1, true, 'wrong']);
    assert.deepEqual([told[0].kind, told[0].first], ['level', 0]);
  });

  it('is wrong where it agreed with its neighbours until it jumped', () => {
    const { around, stands } = steadySince(S - 28);
    for (const jump of [1.5, 2, -2]) {
      const { told, condition } = faultsOf({ read: (at) => stands(at) + (at < S ? 0 : jump), around });
      assert.deepEqual([told.map(({ kind, first }) => [kind, first]), condition], [[['level', 0]], 'wrong'], `${jump}`);
    }
  });

  it('need not have been stuck where it reports hourly, four times the same', () => {
    const { around, stands } = steadySince(S - 24);
    const { told } = faultsOf({ read: (at) => stands(at) + (at < S ? 1.2 : 0), around, every: 6 });
    assert.deepEqual(
      told.filter(({ kind }) => kind === 'stuck'),
      [],
    );
  });

  it('is not stuck again by the next report that is named, where it moves', () => {
    const { told, isOpen } = faultsOf({ read: stuckFor(30), named: [S, S + 1] });
    assert.deepEqual([told.map(({ kind, last }) => [kind, last]), isOpen], [[['stuck', -1]], false]);
  });

  it('need not have been stuck where it changes as seldom otherwise', () => {
    const coarse = (at: number) => 10 + 4 * Math.floor((at - S) / 12);
    const { told, condition } = faultsOf({ read: coarse });
    assert.deepEqual([told.map(({ kind }) => kind), condition], [['level'], 'wrong']);
  });

  it('need not have been stuck where its neighbours stood still as well', () => {
    const calm = (at: number) => (at < S ? 10 : 10.1);
    const { told, condition } = faultsOf({ read: (at) => (at < S ? 11 : 18), around: [calm, calm] });
    assert.deepEqual([told.map(({ kind, first }) => [kind, first]), condition], [[['level', 0]], 'wrong']);
  });

  it('is held against neighbours that did not stand still with it', () => {
    const first = sound(S - 28);
    const with28 = (at: number) => (at >= S - 28 && at < S + 3 ? first - 1 : beside(1)(at));
    const { told, isOpen, condition } = faultsOf({ read: stuckFor(30), around: [with28, beside(2)] });
    assert.deepEqual(
      [told.map(({ kind, last }) => [kind, last]), isOpen, condition],
      [[['stuck', -1]], false, 'right'],
    );
  });

  // The weather at the station had parted from that around it while it was stuck: it stayed wrong for a morning.
  it('has come back where it moves nearer to what its neighbours imply than it would be still stuck', () => {
    const parted = (at: number) => (at >= S ? sound(at) - 4 : stuckFor(56)(at));
    const { told, isOpen } = faultsOf({ read: parted, named: [S - 6], check: 'flat_line' });
    assert.deepEqual([told.map(({ kind, last }) => [kind, last]), isOpen], [[['stuck', -1]], false]);
  });

  it('is off by as much as it has come to be, and stays stuck where it creeps by less than matters', () => {
    const read = (at: number) => (at < S - 3 ? stuckFor(56)(at) : stuckFor(56)(S - 4) + 0.1);
    const { told, isOpen } = faultsOf({ read, named: [S - 12], check: 'flat_line' });
    assert.deepEqual([told.map(({ kind }) => kind), isOpen], [['stuck'], true]);
    assert.ok(told[0].offset < -5, `${told[0].offset}`);
  });
});
