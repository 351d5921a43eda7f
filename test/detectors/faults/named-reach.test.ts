import assert from 'node:assert/strict';
import { LastingFaults } from '../../../detectors/faults/lasting-faults.ts';
import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { beginOfPart, PARTS_PER_DAY, SLOTS_PER_PART } from '../../../detectors/relations/day-parts.ts';
import { LOOKED_EVERY } from '../../../detectors/relations/lasting-change.ts';
import { LOOK_REACH } from '../../../detectors/relations/look-reach.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { madeMeans } from '../relations/made-means.ts';
import { smallStations } from '../stages/small-network.ts';

const END = 60 * PARTS_PER_DAY;
const { temp_out: TEMPERATURE } = VARIABLE_INDEX;

describe('a unit that is wrong since before what a look reaches', () => {
  // It began with the first day that happened to be held: another one in a replay than in the running system.
  it('begins where the look ends, however much more is held', () => {
    const stations = new NetworkStations('small', 100, smallStations(7));
    const means = madeMeans((station, variable, part) => {
      if (variable !== TEMPERATURE) return Number.NaN;
      const degrees = 12 + 5 * Math.sin((2 * Math.PI * part) / PARTS_PER_DAY) + 0.1 * station;
      return station === 3 ? 1.8 * degrees + 32 : degrees;
    });
    const lasting = new LastingFaults(
      {
        means: { ...means, hourCount: () => 1 },
        variables: [TEMPERATURE],
        isLookedAt: () => true,
        otherFaults: () => [],
        neighboursOf: (station) => stations.neighbours.of(station),
      },
      { stations, identity: 'test', now: () => 0 },
    );
    lasting.beginAt(END - LOOKED_EVERY);
    lasting.passUpTo(END * SLOTS_PER_PART - 1, true);
    assert.deepEqual(
      lasting.told().map(({ station, kind, start }) => [station, kind, start]),
      [['s03', 'unit', beginOfPart(END - LOOK_REACH)]],
    );
  });
});
