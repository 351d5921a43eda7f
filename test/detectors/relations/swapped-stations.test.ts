import assert from 'node:assert/strict';
import { PARTS_PER_DAY, SLOTS_PER_PART } from '../../../detectors/relations/day-parts.ts';
import { GatheredParts } from '../../../detectors/relations/gathered-parts.ts';
import { standingOf, swapOf } from '../../../detectors/relations/swapped-stations.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES } from '../../../schemas/variables.ts';
import { NO_VALUES } from '../../no-values.ts';

const DAYS = 14;
const STATIONS = 8;
const FIRST = 20_600 * PARTS_PER_DAY;
const END = FIRST + DAYS * PARTS_PER_DAY;
const TELLING = ['temp_out', 'out_hum'] as const;
/** Sigma of what stands still, as the method takes it. */
const SIGMA_IN_FLOORS = 0.15;
/** How far apart the places of the two stations are [sigmas]. */
const APART = 4;

/** What a made network has. */
interface Made {
  /** Its first part with reports, by default two weeks back. */
  readonly first?: number;
  /** Parts for which two stations read what the place of the other does, by default two days. */
  readonly parts?: number;
}

/** Two stations among others, whose records go over to the place of the other by a share, for the last parts. */
function network(share: number, { first = FIRST, parts = 2 * PARTS_PER_DAY }: Made) {
  const means = new GatheredParts();
  for (let part = first; part < END; part++) {
    for (let station = 0; station < STATIONS; station++) {
      const place = station === 0 ? APART : 0;
      const moved = part >= END - parts && station < 2 ? share * (station === 0 ? -APART : APART) : 0;
      const at = (variable: (typeof TELLING)[number]) =>
        (place + moved) * SIGMA_IN_FLOORS * VARIABLE_SPECIFICATIONS[variable].floor;
      for (let slot = part * SLOTS_PER_PART; slot < (part + 1) * SLOTS_PER_PART; slot++) {
        // It warms a little from hour to hour: a station that repeats itself tells nothing.
        const values = { temp_out: 10 + at('temp_out') + 0.001 * (slot % 18), out_hum: 50 + at('out_hum') };
        means.add(station, { time: timeOfSlot(slot), values: { ...NO_VALUES, ...values } });
      }
    }
  }
  const neighboursOf = (of: number) =>
    Array.from({ length: STATIONS }, (_, index) => ({ index, id: `s${index}`, km: 5 + index })).filter(
      ({ index }) => index !== of,
    );
  return { means, neighboursOf, variables: VARIABLES.map((name) => VARIABLE_INDEX[name]) };
}

function swapBy(share: number, { first = FIRST, ...rest }: Made = {}) {
  const made = network(share, { first, ...rest });
  const [one, two] = [0, 1].map((station) => standingOf(made, station, END));
  return swapOf(made, one, two, END, first);
}

describe('a swap of two stations', () => {
  it('is told where each reads what the place of the other does', () => {
    assert.equal(swapBy(1)?.other, 1);
    assert.equal(swapBy(0.9)?.other, 1);
  });

  // Weather and other faults brought two stations of an island nearer to the place of the other, for days.
  it('is none where they only come nearer to it than to their own', () => {
    assert.equal(swapBy(0.6), null);
    assert.equal(swapBy(0), null);
  });

  // Of a network of two days, two sound stations 51 km apart were told to be exchanged: hardly anything was known of what is usual.
  it('is none before three days tell what is usual', () => {
    const known = (days: number) => swapBy(1, { first: END - (days + 2) * PARTS_PER_DAY });
    assert.equal(known(3)?.other, 1);
    assert.equal(known(2), null);
    assert.equal(swapBy(1, { first: END - 5 * PARTS_PER_DAY + 1 }), null);
  });

  it('is none of less than a day: a night alone may be like that', () => {
    assert.equal(swapBy(1, { parts: PARTS_PER_DAY - 2 }), null);
    assert.equal(swapBy(1, { parts: PARTS_PER_DAY })?.other, 1);
  });
});
