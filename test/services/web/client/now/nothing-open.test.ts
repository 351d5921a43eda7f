import assert from 'node:assert/strict';
import { countStates } from '../../../../../schemas/station-state.ts';
import type { NowAnswer } from '../../../../../services/web/client/api/answers.ts';
import { nothingOpenWords } from '../../../../../services/web/client/now/nothing-open.ts';
import { readBy } from '../messages/reader.ts';

const STATES = countStates([]);
const GROUPS = { open: 0, snoozed: 0, maintenance: 0, muted: 0, recovered: 0 };

/** A network without an open fault. */
const said = (states: Partial<typeof STATES>, groups: Partial<typeof GROUPS> = {}, sensors = 0) => {
  const stations = Object.values(states).reduce((sum, n) => sum + n, 0);
  const counts: NowAnswer['counts'] = {
    ...{ stations, states: { ...STATES, ...states }, groups: { ...GROUPS, ...groups }, silent_sensors: sensors },
  };
  return nothingOpenWords(counts);
};

describe('what is said where no fault is open', () => {
  before(() => readBy());

  it('is that no sensor is wrong, where every station is judged', () => {
    assert.equal(said({ good: 3 }), 'No sensor is wrong.');
    assert.equal(said({ good: 2, weather_event: 1 }, { snoozed: 1 }), 'Nobody has to look at anything.');
  });

  // A barometer that had sent nothing for ten hours was nowhere on the page.
  it('tells of sensors that send nothing', () => {
    assert.equal(said({ good: 3 }, {}, 1), 'No sensor is wrong. 1 sensor sends nothing.');
    assert.equal(said({ good: 3 }, {}, 2), 'No sensor is wrong. 2 sensors send nothing.');
  });

  // The page said "No sensor is wrong" of three new stations, none of which was judged.
  it('claims nothing of a network that is not judged', () => {
    assert.equal(
      said({ not_judged: 3 }),
      'Whether a sensor is wrong is not known. 3 stations are not judged yet: their newest values wait to be judged, or ' +
        'too few came before them.',
    );
    assert.equal(said({ silent: 3 }), 'Whether a sensor is wrong is not known. No station reports.');
    assert.match(
      said({ silent: 2, not_judged: 1 }, { muted: 1 }),
      /^Whether a sensor is wrong is not known\. 1 station is/,
    );
  });

  it('is of the stations that are judged alone, where others are not', () => {
    assert.match(
      said({ good: 20, not_judged: 2, silent: 1 }),
      /^At the 20 stations that are judged, no sensor is wrong\. 2 stations are not judged yet: /,
    );
    assert.equal(said({ good: 1, silent: 1 }), 'At the one station that is judged, no sensor is wrong.');
  });
});
