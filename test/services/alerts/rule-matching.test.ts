import assert from 'node:assert/strict';
import type { FaultOfAlert } from '../../../services/alerts/records/alert-records.ts';
import { isSilenced, mutes } from '../../../services/alerts/rule-matching.ts';
import { someFault } from '../answers/some-fault.ts';
import { NOON, someStation } from '../api/some-records.ts';
import { faultUntil, someSilence } from './played-verdicts.ts';

/** An alert that opened at noon, of a fault of a kind or of none. */
const alertOf = (kind: FaultOfAlert['said']['kind'] | null) => ({
  ...{ network: 'north', stations: ['a'], variables: ['wind_speed' as const], first: NOON, opened: NOON },
  fault: kind === null ? null : { id: 'f', said: { kind } as FaultOfAlert['said'] },
});

describe('a silence of some kinds of faults', () => {
  const silence = someSilence({ kinds: ['stuck', 'noise'] });

  it('keeps alerts of these to itself, no others, and none that is of no fault', () => {
    const silenced = (['stuck', 'level', null] as const).map((kind) => isSilenced(silence, alertOf(kind), () => null));
    assert.deepEqual(silenced, [true, false, false]);
    assert.equal(
      isSilenced(someSilence(), alertOf(null), () => null),
      true,
      'without kinds it is for all',
    );
  });

  it('is for faults of these at its place, whenever they began', () => {
    const { fault } = faultUntil(0, { kind: 'stuck', start: NOON - 86_400_000 });
    assert.equal(mutes(silence, fault, null), true);
    assert.equal(mutes(silence, someFault({ kind: 'level' }), null), false);
    for (const elsewhere of [{ networks: ['south'] }, { stations: ['b'] }, { variables: ['rain' as const] }]) {
      assert.equal(mutes({ ...silence, ...elsewhere }, fault, null), false, JSON.stringify(elsewhere));
    }
    const box = { ...silence, box: [3, 50, 5, 52] as const };
    assert.equal(mutes(box, fault, someStation()), true);
    assert.equal(mutes(box, fault, null), false, 'a station of which nobody knows the place is in no box');
  });
});
