import assert from 'node:assert/strict';
import { type HeldSensor, Jump } from '../../../detectors/faults/jump-kind.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';

const JUMPS = 60;
const AROUND = [1, 2, 3, 4];
/** A station that reads 9 where its four neighbours read 15, as it did before, and 15.5 in its reports from JUMPS on. */
const SENSOR: HeldSensor = {
  station: 0,
  variable: VARIABLE_INDEX.temp_out,
  expectation: {
    over: 'hours',
    differences: AROUND.map((index) => ({ neighbour: { index, id: `n${index}`, km: 10 }, usual: [-6], weight: 1 })),
    passing: null,
    sigma: 0.5,
    step: 0.5,
  },
};

/**
 * @param every slots between two reports
 * @param read what it reads from JUMPS on
 * @param beside what its neighbours read
 */
function jump(
  every: number,
  read: (slot: number) => number,
  beside: (slot: number, neighbour: number) => number = () => 15,
  usual: (neighbour: number) => number = () => -6,
): Jump {
  const windows = new WindowStore(144);
  const put = (station: number, slot: number, temperature: number) =>
    windows.put(station, slot, timeOfSlot(slot), {
      ...{ temp_out: temperature, out_hum: null, wind_speed: null, bar: null, rain: null },
    });
  for (let slot = 0; slot < 2 * JUMPS; slot += every) {
    put(SENSOR.station, slot, slot < JUMPS ? 9 : read(slot));
    for (const neighbour of AROUND) put(neighbour, slot, beside(slot, neighbour));
  }
  const differences = SENSOR.expectation.differences.map((one) => ({ ...one, usual: [usual(one.neighbour.index)] }));
  return new Jump(windows, { ...SENSOR, expectation: { ...SENSOR.expectation, differences } }, JUMPS, 6.5, 0);
}

describe('a jump against the neighbours', () => {
  it('is a return that nobody saw begin where several reports stand among the neighbours that did not before', () => {
    assert.equal(jump(1, () => 15.5).kindBy(Number.POSITIVE_INFINITY), 'return');
  });

  // On mountains seven hours of right values were called wrong, and the wrong ones after them right.
  it('is an onset where each neighbour has a level of its own, or a level far from that of the station', () => {
    const level = (neighbour: number) => 3 + 8 * (neighbour - 1);
    const ofMountains = jump(
      1,
      () => 15.5,
      (_slot, neighbour) => level(neighbour),
      (neighbour) => 9 - level(neighbour),
    );
    assert.equal(ofMountains.kindBy(Number.POSITIVE_INFINITY), 'onset');
    const fromAfar = jump(
      1,
      () => 15.5,
      () => 30,
      () => -21,
    );
    assert.equal(fromAfar.kindBy(Number.POSITIVE_INFINITY), 'onset');
  });

  // Of hourly stations one report tells nothing: spikes of those that stand apart were taken for returns.
  it('is an onset where a single report before it would have to tell that the sensor was wrong then', () => {
    assert.equal(jump(6, (slot) => (slot === JUMPS ? 15.5 : 9)).kindBy(Number.POSITIVE_INFINITY), 'onset');
  });

  // Hours of right values before noise were called wrong.
  it('is an onset where the reports after it are noise, though most are nearer to the neighbours than before', () => {
    const noise = [15.5, 20.5, 16, 6, 13.5, 21];
    assert.equal(jump(1, (slot) => noise[(slot - JUMPS) % 6]).kindBy(Number.POSITIVE_INFINITY), 'onset');
  });

  // 12 degC in one hourly report were a return from what had been right for hours, as neighbours had come back from a fault.
  it('is an onset where the next report of an hourly station stands where it stood before', () => {
    const read = (slot: number) => (slot === JUMPS ? 15.5 : 9);
    const beside = (slot: number) => (slot < JUMPS - 18 ? 8.5 : 15);
    assert.equal(jump(6, read, beside).kindBy(JUMPS + 6), 'onset');
    assert.equal(jump(6, () => 15.5, beside).kindBy(JUMPS + 6), 'seen_return');
  });
});
