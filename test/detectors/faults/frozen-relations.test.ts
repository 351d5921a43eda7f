import assert from 'node:assert/strict';
import { type FrozenRelation, frozenRelations } from '../../../detectors/faults/frozen-relations.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY } from '../../../schemas/time.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { history as exchanged } from './foggy-weeks.ts';
import { lastingOf } from './lasting-of.ts';
import { about, DAYS, FIRST, history, weather } from './two-weeks.ts';

/** What is changed from a day on. */
const WRONG_FROM = 10;
const changed = (change: (values: Values, slot: number) => Values) => history(change, WRONG_FROM, DAYS);

/** What was usual of sensors at the end of some reports. */
function relationsOf(
  observations: readonly Observation[],
): (variable: Variable, station?: string) => FrozenRelation | null {
  const lasting = lastingOf(observations);
  lasting.passUpTo(FIRST + DAYS * SLOTS_PER_DAY - 1, true);
  const relations = frozenRelations(`[${lasting.content()}]`);
  return (variable, station = 's03') => relations(station, variable);
}

/** Every neighbour usually reads about the same, at so many parts of the day. */
function isAlike(relation: FrozenRelation | null, parts: number, by: number): void {
  assert.ok(relation !== null && relation.size >= 2);
  for (const differences of relation.values()) {
    assert.equal(differences.length, parts);
    for (const difference of differences) about(difference, 0, by);
  }
}

describe('what was usual before a fault of days', () => {
  it('is known of a sensor that is off, and of no other', () => {
    const relationOf = relationsOf(changed((values) => ({ ...values, bar: (values.bar ?? 0) + 1.5 })));
    isAlike(relationOf('bar'), 8, 0.3);
    assert.equal(relationOf('temp_out'), null);
    assert.equal(relationOf('bar', 's04'), null);
  });

  it('is known of what comes in another unit', () => {
    const inFahrenheit = changed((values) => ({ ...values, temp_out: 1.8 * (values.temp_out ?? 0) + 32 }));
    isAlike(relationsOf(inFahrenheit)('temp_out'), 8, 0.5);
  });

  it('is known of a station with a wrong clock by the hour, and not of its wind and rain', () => {
    const relationOf = relationsOf(changed((_, slot) => weather(slot - 6, () => 0.5)));
    isAlike(relationOf('temp_out'), 24, 0.5);
    assert.equal(relationOf('wind_speed'), null);
    assert.equal(relationOf('rain'), null);
  });

  it('is of no sensor that is right again', () => {
    const ended = history((values) => ({ ...values, bar: (values.bar ?? 0) + 1.5 }), 6, 11);
    assert.equal(relationsOf(ended)('bar'), null);
    const inFahrenheit = (values: Values) => ({ ...values, temp_out: 1.8 * (values.temp_out ?? 0) + 32 });
    assert.equal(relationsOf(history(inFahrenheit, 6, 11))('temp_out'), null);
  });

  it('is known of both stations that are swapped, each as it stood to its neighbours where it was', () => {
    const swapped = relationsOf(
      exchanged({ s03: (_values, _slot, at) => at(2), s02: (_values, _slot, at) => at(3) }, WRONG_FROM, DAYS),
    );
    for (const station of ['s02', 's03']) {
      const relation = swapped('temp_out', station);
      assert.ok(relation !== null && relation.size >= 2, station);
      assert.equal(relation.has(station), false);
    }
    assert.equal(swapped('wind_speed'), null);
    assert.equal(swapped('temp_out', 's04'), null);
  });
});
