import assert from 'node:assert/strict';
import type { FaultNow } from '../../../../../services/web/client/api/answers.ts';
import {
  causeName,
  causeSentence,
  faultsOfKind,
  stationsOfCause,
  variablesOfCause,
} from '../../../../../services/web/client/now/cause-words.ts';
import { adviceWords } from '../../../../../services/web/client/now/fault-words.ts';
import { readBy } from '../messages/reader.ts';

const NONE = {
  ...{ offset: null, ratio: null, minutes: null, unit: null, swapped_with: null, ceiling: null, uncertainty: null },
} satisfies FaultNow['estimate'];
const ONE = {
  ...{ fault_id: 'f1', station_id: 'M04', station_name: 'Sierra 4', variable: 'temp_out', adjusted: false },
  ...{ latest: null, estimate: NONE, stations: 1, together: null },
};

/** A row of a kind, for some more sensors. */
const row = (kind: FaultNow['kind'], estimate: Partial<FaultNow['estimate']>, more: FaultNow['same_cause'] = []) =>
  ({ ...ONE, kind, estimate: { ...NONE, ...estimate }, same_cause: more }) as unknown as FaultNow;
/** Another fault of the same cause. */
const other = (
  kind: FaultNow['kind'],
  station: string,
  variable: FaultNow['variable'],
): FaultNow['same_cause'][number] => ({
  ...{
    fault_id: `${kind} ${station} ${variable}`,
    kind,
    station_id: station,
    station_name: station === 'M04' ? 'Sierra 4' : '',
    variable,
  },
});

describe('what is said of a row that is of several faults', () => {
  before(() => readBy());

  // "Pressure comes with another time", and the same of temperature, humidity and wind.
  it('says of a clock how late it is, and of which variables', () => {
    const late = row('clock', { minutes: 60 }, [other('clock', 'M04', 'out_hum'), other('clock', 'M04', 'bar')]);
    assert.equal(causeSentence(late), 'Clock is 60 min late: Temperature, Humidity, Pressure');
    assert.equal(causeSentence(row('clock', { minutes: -120 })), 'Clock is 2 h early: Temperature');
    assert.equal(causeName(late), 'Sierra 4');
  });

  // "Pressure is of another station", and not of which.
  it('names both stations of a swap, and the other one where it has no faults', () => {
    const swap = row('swapped', { swapped_with: 'M12' }, [
      other('swapped', 'M12', 'temp_out'),
      other('swapped', 'M04', 'bar'),
      other('swapped', 'M12', 'bar'),
      other('level', 'M04', 'bar'),
    ]);
    assert.equal(causeSentence(swap), 'The records of the two stations are exchanged: Temperature, Pressure');
    assert.deepEqual(stationsOfCause(swap), [
      { id: 'M04', name: 'Sierra 4' },
      { id: 'M12', name: 'M12' },
    ]);
    assert.equal(causeName(swap), 'Sierra 4, M12');
    assert.deepEqual(variablesOfCause(swap), ['temp_out', 'bar']);
    assert.equal(
      causeSentence(row('swapped', { swapped_with: 'M12' })),
      'Its record is that of station M12: Temperature',
    );
  });

  it('says nothing of the jump that a swap began with', () => {
    const swap = row('swapped', { swapped_with: 'M12' }, [other('level', 'M04', 'bar')]);
    assert.deepEqual(
      faultsOfKind(swap).map(({ fault_id: id }) => id),
      ['f1'],
    );
  });

  // 45 names of stations were one heading.
  it('counts the stations of a row of many', () => {
    const unit = row('unit', { unit: 'degF' }, [other('unit', 'M05', 'temp_out'), other('unit', 'M06', 'temp_out')]);
    const together = 'all 3 stations of north report temperature in degF since 03-01 09:00Z';
    assert.equal(causeName({ ...unit, stations: 3, together }), '3 stations, Temperature');
    assert.equal(causeSentence(unit), 'Temperature comes in °F');
    const impossible = { ...row('impossible', {}), stations: 3, together };
    assert.equal(adviceWords(impossible).split(':')[0], 'Look at the feed first');
    assert.match(adviceWords({ ...impossible, together: null }), /^Check wiring and power/);
  });

  it('says how old a record is that is sent again, and leaves a sensor its own words', () => {
    assert.equal(causeSentence(row('resent', { minutes: 1440 })), 'A record of 24 h before is sent again: Temperature');
    assert.equal(causeSentence(row('noise', {})), 'Temperature is noisy');
    assert.equal(causeName(row('noise', {})), 'Sierra 4, Temperature');
  });
});
