import assert from 'node:assert/strict';
import { LastingFaults } from '../../../detectors/faults/lasting-faults.ts';
import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { GatheredParts } from '../../../detectors/relations/gathered-parts.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { seeded } from '../stages/small-network.ts';
import { type Change, found, history, sunAt, weather } from './foggy-weeks.ts';
import { about, DAYS, dayOf, FIRST, isBetween, ofDays, STATIONS } from './two-weeks.ts';

const HOUR_MS = 3_600_000;
const RADIUS_KM = 100;

/** What is told of some of the stations by whoever looks at these alone: plain JSON of each fault. */
function toldOf(observations: readonly Observation[], isLookedAt: (station: number) => boolean): string[] {
  const stations = new NetworkStations('small', RADIUS_KM, STATIONS);
  const means = new GatheredParts();
  for (const observation of observations) means.add(stations.indexOf(observation.station), observation);
  const lasting = new LastingFaults(
    {
      ...{ means, variables: [...VARIABLES.keys()], isLookedAt, otherFaults: () => [] },
      neighboursOf: (station) => stations.neighbours.of(station),
    },
    { stations, identity: 'test', now: () => 0 },
  );
  lasting.passUpTo(FIRST + DAYS * SLOTS_PER_DAY - 1, true);
  return lasting.told().map((fault: Fault) => JSON.stringify(fault));
}

const isExchanged = (slot: number, from = 6) => isBetween(slot, from, 11);
const kindsOf = (faults: readonly Fault[]) => new Set(faults.map(({ station, kind }) => `${station} ${kind}`));

/** Two stations of one kind, of which one reads more by day; their records are exchanged from a day on. */
function ofASunnyPlace(warmer: number, drier: number, from: number): Observation[] {
  const sunny = (values: Values, slot: number): Values => {
    const sun = sunAt(slot);
    return {
      ...values,
      ...{ temp_out: (values.temp_out ?? 0) + warmer * sun, out_hum: (values.out_hum ?? 0) - drier * sun },
    };
  };
  const s01: Change = (values, slot, at) => (isExchanged(slot, from) ? at(4) : sunny(values, slot));
  const s04: Change = (values, slot, at) => (isExchanged(slot, from) ? sunny(at(1), slot) : values);
  return history({ s01, s04 }, 0, DAYS);
}

describe('two stations that are swapped', () => {
  it('are told where their records are exchanged, of every variable', async () => {
    const faults = ofDays(await found(history({ s03: (_v, _s, at) => at(2), s02: (_v, _s, at) => at(3) }, 6, 11)));
    assert.ok(faults.every(({ kind }) => kind === 'swapped'));
    const partners = new Set(faults.map(({ station, swappedWith }) => `${station} ${swappedWith}`));
    assert.deepEqual([...partners].sort(), ['s02 s03', 's03 s02']);
    for (const fault of faults) {
      about(dayOf(fault.start), 6, 0.5);
      about(dayOf(fault.end), 11, 0.5);
      assert.ok(fault.known - fault.start <= 48 * HOUR_MS, fault.reason);
    }
  });

  // Each then has the hours of the other as well, and both clocks were called wrong.
  it('have no wrong clocks', async () => {
    const random = seeded(12);
    const later: Change = (_, slot) => weather(3, slot - SLOTS_PER_DAY / 24, random);
    const s03: Change = (values, slot, at) => (isExchanged(slot) ? at(2) : later(values, slot, at));
    const s02: Change = (values, slot, at) => (isExchanged(slot) ? later(values, slot, at) : values);
    const faults = ofDays(await found(history({ s03, s02 }, 0, DAYS)));
    assert.deepEqual(kindsOf(faults), new Set(['s02 swapped', 's03 swapped']));
  });

  // Of places that differ in little else the clock was told first, and stayed beside the swap.
  it('have no wrong clocks that were told before', async () => {
    const random = seeded(12);
    const at4 = (slot: number) => {
      const values = weather(4, slot - SLOTS_PER_DAY / 24, random);
      return { ...values, temp_out: (values.temp_out ?? 0) + 0.6, out_hum: (values.out_hum ?? 0) - 3 };
    };
    const s04: Change = (_, slot, at) => (isExchanged(slot, 6.25) ? at(1) : at4(slot));
    const s01: Change = (values, slot) => (isExchanged(slot, 6.25) ? at4(slot) : values);
    const faults = ofDays(await found(history({ s04, s01 }, 0, DAYS)));
    assert.deepEqual(kindsOf(faults), new Set(['s01 swapped', 's04 swapped']));
  });

  // The warmer days of the other place were told beside the swap, as heating by the sun.
  it('are not heated by day', async () => {
    const faults = ofDays(await found(ofASunnyPlace(2.5, 9, 6)));
    assert.deepEqual(kindsOf(faults), new Set(['s01 swapped', 's04 swapped']));
  });

  // Heating that was told first hid the swap from whoever looked at that station, and from nobody else.
  it('are the same whoever looks at which of them', () => {
    for (const from of [5.75, 6.25]) {
      const observations = ofASunnyPlace(2, 2, from);
      const whole = toldOf(observations, () => true);
      const shares = [...toldOf(observations, (at) => at === 4), ...toldOf(observations, (at) => at !== 4)];
      assert.deepEqual(shares.sort(), whole.sort());
    }
  });

  it('are no two of which one is off while the other has ceased to be', async () => {
    const off: Change = (values) => ({
      ...values,
      temp_out: (values.temp_out ?? 0) - 3,
      out_hum: (values.out_hum ?? 0) - 14,
    });
    const between = (from: number, until: number, change: Change): Change => {
      return (values, slot, at) => (isBetween(slot, from, until) ? change(values, slot, at) : values);
    };
    const changes = { s03: between(1, 9, off), s00: between(6, 13, off) };
    const kinds = ofDays(await found(history(changes, 0, DAYS))).map(({ kind }) => kind);
    assert.deepEqual(
      kinds.filter((kind) => kind === 'swapped'),
      [],
    );
    assert.ok(kinds.length > 0);
  });
});
