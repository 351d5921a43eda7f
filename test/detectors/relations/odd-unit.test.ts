import assert from 'node:assert/strict';
import { KNOWN_UNITS } from '../../../detectors/relations/known-units.ts';
import { asToldNow, type OddUnit } from '../../../detectors/relations/named-condition.ts';
import { isDoubtful } from '../../../detectors/relations/odd-unit.ts';
import type { Variable } from '../../../schemas/variables.ts';

const NEIGHBOUR = { index: 1, id: 's1', km: 5 };

function reportedIn(
  variable: Variable,
  name: string,
  found: { shared?: OddUnit['shared']; isDoubtful?: boolean },
): OddUnit {
  const unit = KNOWN_UNITS[variable].find((one) => one.unit === name);
  assert.ok(unit !== undefined, `${variable} has no ${name}`);
  const by = found.shared === undefined ? 'relation' : 'share';
  return { ...{ kind: 'unit', by, unit, related: [], shared: [], from: 0, isDoubtful: false }, ...found };
}

describe('a unit that a sensor reports in', () => {
  // An anemometer that was surely in m/s, and then nearer to kn, was said to be surely in kn.
  it('is no more than likely where it is kn or mph, and surely m/s again', () => {
    const shared = [{ neighbour: NEIGHBOUR, share: 1, weight: 1 }];
    const doubts = ['m/s', 'kn', 'mph'].map((name) => isDoubtful(reportedIn('wind_speed', name, { shared })));
    assert.deepEqual(doubts, [false, true, true]);
    assert.equal(isDoubtful(reportedIn('wind_speed', 'm/s', { shared, isDoubtful: true })), true);
  });

  it('is certain of temperature and pressure where nothing else speaks against it', () => {
    assert.equal(isDoubtful(reportedIn('temp_out', 'degF', {})), false);
    assert.equal(isDoubtful(reportedIn('bar', 'mmHg', {})), false);
    assert.equal(isDoubtful(reportedIn('bar', 'mmHg', { isDoubtful: true })), true);
  });

  // Version 0.1.0 stored it without a name for how it was told.
  it('is told by shares or a relation where an earlier version stored it', () => {
    const stored = ({ by, ...found }: OddUnit) => asToldNow({ ...found } as OddUnit);
    const shared = [{ neighbour: NEIGHBOUR, share: 1, weight: 1 }];
    for (const found of [reportedIn('wind_speed', 'm/s', { shared }), reportedIn('temp_out', 'degF', {})]) {
      assert.deepEqual(stored(found), found);
      assert.deepEqual(asToldNow(found), found);
    }
  });
});
