import assert from 'node:assert/strict';
import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import type { Passage } from '../../../detectors/weather/passage.ts';
import { UsualHours } from '../../../detectors/weather/usual-hours.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { FIRST_SLOT } from '../stages/small-network.ts';
import { madeHistory, squareOf } from './made-weather.ts';

const STATIONS = squareOf(2, 20);
const DAYS = 7;
const HOUR = 17;
const HISTORY = madeHistory(STATIONS, { days: DAYS, breeze: { stations: ['s00'], hour: HOUR } });

/** A passage like the breeze over a station on a day, an hour after it usually comes. */
function passage(station: string, day: number, left: readonly number[] = [-1.5, 4, 9, 0, 0]): Passage {
  const slot = FIRST_SLOT + day * SLOTS_PER_DAY + (HOUR + 1) * SLOTS_PER_HOUR;
  return {
    ...{ station, stationName: station, latitude: 50, longitude: 4, slot, time: timeOfSlot(slot), apart: 4 },
    ...{ changes: left, left, sizes: [-2, 1.5, 1.5, 0, 0], asked: [] },
  };
}

describe('what is usual at an hour', () => {
  let read = 0;
  const reports = async function* (from: number, to: number, wants: (station: string) => boolean) {
    read++;
    for (const { station, time, values } of HISTORY) {
      const isAsked = wants(station) && slotOf(time) >= from && slotOf(time) <= to;
      if (isAsked) yield [{ station, time, values, rainCount: null, rainInterval: null }];
    }
  };
  const hours = (before?: ReadonlyMap<string, number>) =>
    new UsualHours({ stations: new NetworkStations('made', 60, STATIONS), reports }, before);
  const shareOf = async (one: Passage) => (await hours().usualShares([one])).get(one) ?? Number.NaN;

  it('is the whole of a change that the station shows every day', async () => {
    assert.ok((await shareOf(passage('s00', 6))) > 0.9);
    assert.equal(await shareOf(passage('s01', 6)), 0, 'no station shows what another one does');
  });

  it('is a part of one that is larger', async () => {
    const share = await shareOf(passage('s00', 6, [-6, 16, 36, 0, 0]));
    assert.ok(share > 0.2 && share < 0.4, `${share}`);
  });

  it('is nothing of a change the other way, nor of one of another variable', async () => {
    assert.equal(await shareOf(passage('s00', 6, [1.5, -4, 0, 0, 0])), 0);
    const pressure = { ...passage('s00', 6, [0, 0, 0, 2, 0]), sizes: [0, 0, 0, 3, 0] };
    assert.equal(await shareOf(pressure), 0);
  });

  // A weak front at night was none, as a part of it is in the noise of any hour.
  it('is nothing where no day shows a passage', async () => {
    const weak = { ...passage('s01', 6, [0, 0, 0, -0.06, 0]), sizes: [0, 0, 0, -1.1, 0] };
    assert.equal(await shareOf(weak), 0);
    assert.ok((await shareOf({ ...weak, sizes: [0, 0, 0, -3, 0] })) > 0.3);
  });

  it('is nothing where fewer than four days are known', async () => {
    assert.equal(await shareOf(passage('s00', 3)), 0);
    assert.ok((await shareOf(passage('s00', 4))) > 0.9);
  });

  it('is the same of passages that are asked for together, and is not read again where it is known', async () => {
    const passages = [passage('s00', 6), passage('s01', 6), passage('s00', 5)];
    const together = hours();
    const shares = await together.usualShares(passages);
    for (const one of passages) assert.equal(shares.get(one), await shareOf(one));
    read = 0;
    const again = await hours(together.shares).usualShares(passages);
    assert.deepEqual([...again.values()], [...shares.values()]);
    assert.equal(read, 0);
  });

  // A month with events each day was read seven times, which took longer than to judge it.
  it('reads each day once, however many of the days after it ask for it', async () => {
    read = 0;
    await hours().usualShares([passage('s00', 4), passage('s01', 5), passage('s00', 6)]);
    assert.equal(read, 9);
  });
});
