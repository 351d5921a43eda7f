import assert from 'node:assert/strict';
import { sizeOf } from '../../../../services/cli/terminal/fault-size.ts';

const NONE = {
  ...{ offset: null, ratio: null, minutes: null, unit: null, swapped_with: null, ceiling: null, uncertainty: null },
};

describe('the size of a fault on a terminal', () => {
  it('says of a clock how late values come, of a record that is sent again how old it is', () => {
    assert.equal(sizeOf({ kind: 'clock', estimate: { ...NONE, minutes: -60 }, units: 'hPa' }), '60 min early');
    assert.equal(sizeOf({ kind: 'clock', estimate: { ...NONE, minutes: 60 }, units: 'hPa' }), '60 min late');
    assert.equal(sizeOf({ kind: 'resent', estimate: { ...NONE, minutes: 1440 }, units: 'hPa' }), '1440 min old');
  });
});
