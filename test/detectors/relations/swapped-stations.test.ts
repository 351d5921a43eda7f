import assert from 'node:assert/strict';
import { PARTS_PER_DAY, SLOTS_PER_PART } from '../../../detectors/relations/day-parts.ts';
import { GatheredParts } from '../../../detectors/relations/gathered-parts.ts';
import { asToldNow, type Swap } from '../../../detectors/relations/named-condition.ts';
import { standingOf, swapOf } from '../../../detectors/relations/swapped-stations.ts';
import { SLOTS_PER_HOUR, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES } from '../../../schemas/variables.ts';
import { NO_VALUES } from '../../no-values.ts';
import { seeded } from '../stages/small-network.ts';

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

  // By means over three hours, what passes one place and not the other was as good as gone: half of all swaps were not told.
  it('shows in what passes over each place, hour by hour, where both are alike', () => {
    const { network: alike, two } = alikePlaces(PARTS_PER_DAY);
    const [one, other] = [0, 1].map((station) => standingOf(alike, station, END));
    const swap = swapOf(alike, one, other, END, FIRST);
    assert.equal(swap?.other, 1);
    assert.ok(Math.abs((swap?.from ?? 0) - (END - PARTS_PER_DAY)) <= 1);
    for (const station of two) {
      const sound = [0, station].map((of) => standingOf(alikePlaces(0).network, of, END));
      assert.equal(swapOf(alike, sound[0], sound[1], END, FIRST), null);
    }
  });

  it('goes on as 0.1.0 stored it, by parts of a day', () => {
    const differences = Array.from({ length: PARTS_PER_DAY }, (_, part) => part);
    const neighbour = { index: 2, id: 's2', km: 4 };
    const related = [{ neighbour, differences, weight: 3 }];
    const variable = VARIABLE_INDEX.temp_out;
    const variables = [{ variable, own: related, other: related, ownSpread: 0.3, otherSpread: 0.5 }];
    const stored = { kind: 'swapped', other: 1, gain: 4, variables, from: END, isDoubtful: false } as unknown as Swap;
    const now = asToldNow(stored);
    assert.ok(now.kind === 'swapped');
    const [{ own, other }] = now.variables;
    assert.deepEqual(own.related[0].neighbour, neighbour);
    assert.deepEqual(own.related[0].differences.slice(0, 7), [0, 0, 0, 1, 1, 1, 2]);
    assert.deepEqual([own.scatter?.[23], other.scatter?.[0]], [0.3, 0.5]);
    assert.deepEqual(asToldNow(now), now);
  });
});

/**
 * Two places that are alike but for what passes over each and its three neighbours for an hour; the first two stations have each
 * other's records for the last parts.
 */
function alikePlaces(parts: number) {
  const random = seeded(5);
  const means = new GatheredParts();
  const placeOf = (station: number) => station % 2;
  for (let slot = FIRST * SLOTS_PER_PART; slot < END * SLOTS_PER_PART; slot++) {
    const isHour = slot % SLOTS_PER_HOUR === 0;
    if (!isHour) continue;
    const passing = [0, 1].map(() => [2 * (random() - 0.5), 10 * (random() - 0.5)]);
    const isSwapped = slot >= (END - parts) * SLOTS_PER_PART;
    for (let station = 0; station < STATIONS; station++) {
      const place = isSwapped && station < 2 ? 1 - placeOf(station) : placeOf(station);
      const [warmer, damper] = passing[place];
      const values = { temp_out: 10 + warmer + 0.2 * random(), out_hum: 50 + damper + random() };
      means.add(station, { time: timeOfSlot(slot), values: { ...NO_VALUES, ...values } });
    }
  }
  const neighboursOf = (of: number) =>
    Array.from({ length: STATIONS }, (_, index) => ({
      ...{ index, id: `s${index}` },
      km: placeOf(index) === placeOf(of) ? 5 + index : 40 + index,
    }))
      .filter(({ index }) => index !== of)
      .sort((a, b) => a.km - b.km);
  const variables = VARIABLES.map((name) => VARIABLE_INDEX[name]);
  return { network: { means, neighboursOf, variables }, two: [2, 4] };
}
