import assert from 'node:assert/strict';
import { LastingFaults } from '../../../detectors/faults/lasting-faults.ts';
import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { PARTS_PER_DAY, SLOTS_PER_PART } from '../../../detectors/relations/day-parts.ts';
import { GatheredParts } from '../../../detectors/relations/gathered-parts.ts';
import { LOOKED_EVERY } from '../../../detectors/relations/lasting-change.ts';
import { NetworkRules } from '../../../detectors/rules/network-rules.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { newFaultWord } from '../../../services/experts/new-rule.ts';
import { lookForLasting } from '../../../services/pipeline/lasting-look.ts';
import type { LastingCondition } from '../../../services/stores/time-series-store.ts';
import { lastingOf } from '../../detectors/faults/lasting-of.ts';
import { DAYS, dayOf, FIRST, history, reportsOf, SEVEN } from '../../detectors/faults/two-weeks.ts';
import { seeded } from '../../detectors/stages/small-network.ts';
import { MemoryStore } from './snapshot/memory-store.ts';

const BEGIN = FIRST / SLOTS_PER_PART;
const DAY_SLOTS = PARTS_PER_DAY * SLOTS_PER_PART;

/** Days of rain, as spans of days; the gauge of s03 is blocked from the 14th on. */
const WET = [
  [2, 3.7],
  [14.2, 14.7],
  [19.2, 19.7],
  [23.2, 23.7],
];
const BLOCKED = 14;
const KNOWN = 24;

function rainOfWeeks(): Observation[] {
  const random = seeded(5);
  const valuesAt = (slot: number) => {
    const day = (slot - FIRST) / DAY_SLOTS;
    const isWet = WET.some(([from, until]) => day >= from && day < until);
    return SEVEN.map(({ id }) => {
      const rain = isWet ? Math.round(0.6 * (0.9 + 0.2 * random()) * 100) / 100 : 0;
      const caught = id === 's03' && day >= BLOCKED ? Math.round(rain * 10) / 100 : rain;
      return { temp_out: null, out_hum: null, wind_speed: null, bar: null, rain: caught };
    });
  };
  return reportsOf(valuesAt, KNOWN);
}

const place = { stations: new NetworkStations('small', 100, SEVEN), identity: 'test', now: () => 0 };
const told = (faults: Iterable<Fault>) =>
  Array.from(faults, ({ id, kind, station, named }) => ({ id, kind, station, named }));

/** What a replay of all of it finds that looks at its last quarter of a day alone. */
function replayed(observations: readonly Observation[]): Fault[] {
  const means = new GatheredParts();
  for (const one of observations) means.add(place.stations.indexOf(one.station), one);
  const lasting = new LastingFaults(
    {
      means,
      variables: [VARIABLE_INDEX.rain],
      isLookedAt: () => true,
      otherFaults: () => [],
      neighboursOf: (station) => place.stations.neighbours.of(station),
    },
    place,
  );
  lasting.beginAt(BEGIN + KNOWN * PARTS_PER_DAY - LOOKED_EVERY);
  lasting.passUpTo(FIRST + KNOWN * DAY_SLOTS - 1, true);
  return lasting.told();
}

describe('a look of the running system at a quarter of a day', () => {
  // It read 20 days back: the two wet days that told what was usual were forgotten, and the gauge was never told.
  it('finds a gauge by what was usual before ten days, as a replay does', async () => {
    const observations = rainOfWeeks();
    const store = new MemoryStore();
    await store.insertObservations(observations);
    const end = BEGIN + KNOWN * PARTS_PER_DAY;
    const found = new Map<string, Fault>();
    for await (const { versions } of lookForLasting(
      { store, place, variables: ['rain'], signal: new AbortController().signal },
      { network: 'small', from: end - LOOKED_EVERY, end, first: BEGIN, known: null },
    )) {
      for (const { fault } of versions) found.set(fault.id, fault);
    }
    const faults = replayed(observations);
    assert.deepEqual(
      faults.map(({ kind, station }) => [kind, station]),
      [['gain', 's03']],
    );
    assert.deepEqual(told(found.values()), told(faults));
  });

  // A bias that was called no fault stayed open: what came later was taken into it, and hidden with it.
  it('ends a fault that people call none, and finds the next, as a replay does', async () => {
    const steps = [4, 10] as const;
    const observations = history(
      (values, slot) => {
        const by = 1.2 * steps.filter((day) => slot - FIRST >= day * DAY_SLOTS).length;
        return { ...values, bar: (values.bar ?? 0) + by };
      },
      ...([0, DAYS, SEVEN] as const),
    );
    const store = new MemoryStore();
    await store.insertObservations(observations);
    const foundBy = async (days: number, words: readonly ExpertRule[]) => {
      const stations = new NetworkStations('small', 100, SEVEN, new NetworkRules(words));
      const found = new Map<string, Fault>();
      let known: LastingCondition | null = null;
      for (let from = BEGIN; from < BEGIN + days * PARTS_PER_DAY; from += PARTS_PER_DAY) {
        const end = from + PARTS_PER_DAY;
        const contents: string[] = [];
        for await (const { versions, contents: next } of lookForLasting(
          { store, place: { ...place, stations }, variables: ['bar'], signal: new AbortController().signal },
          { network: 'small', from, end, first: BEGIN, known },
        )) {
          for (const { fault } of versions) found.set(fault.id, fault);
          contents.push(next.get(end) ?? '');
        }
        known = { network: 'small', slot: end * SLOTS_PER_PART - 1, content: `[${contents.join()}]` };
      }
      return [...found.values()];
    };
    const [bias] = await foundBy(6, []);
    const at = timeOfSlot(FIRST + 6 * DAY_SLOTS);
    const said = { classification: 'normal', start: bias.start, end: null } as const;
    const word = newFaultWord(bias, said, { by: 'ann', reason: 'moved', at });
    const faults = await foundBy(DAYS, [word]);
    const days = (time: number | null) => (time === null ? null : Math.round(dayOf(time)));
    assert.deepEqual(
      faults.map(({ kind, start, end }) => [kind, days(start), days(end)]),
      [
        ['bias', 4, 6],
        ['bias', 10, null],
      ],
    );
    const stations = new NetworkStations('small', 100, SEVEN, new NetworkRules([word]));
    const replayed = lastingOf(observations, stations);
    replayed.passUpTo(FIRST + DAYS * DAY_SLOTS - 1, true);
    assert.deepEqual(told(faults), told(replayed.told()));
  });
});
