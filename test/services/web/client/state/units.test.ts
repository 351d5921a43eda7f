import assert from 'node:assert/strict';
import { VARIABLES } from '../../../../../schemas/variables.ts';
import { UNIT_SYSTEMS } from '../../../../../services/web/client/preferences/preferences.ts';
import { fromUnit, inUnit } from '../../../../../services/web/client/state/units.ts';
import {
  shownDeparture,
  shownDistance,
  shownHeight,
  shownValue,
} from '../../../../../services/web/client/state/variables.ts';
import { readBy } from '../messages/reader.ts';

describe('values on the pages', () => {
  it('are in the units of the service unless others are chosen', async () => {
    await readBy();
    assert.equal(shownValue('temp_out', -3.25), '−3.3\u00a0°C');
    assert.equal(shownValue('bar', 1013.25), '1,013.3\u00a0hPa');
    assert.equal(shownValue('out_hum', 52.4), '52\u00a0%');
    assert.equal(shownValue('rain', null), '–');
    assert.equal(shownDeparture('wind_speed', 48), '+48.0\u00a0km/h');
  });

  it('are in the units that are chosen, and a difference is not shifted', async () => {
    await readBy({ units: 'imperial' });
    assert.deepEqual(
      [
        shownValue('temp_out', 20),
        shownDeparture('temp_out', -10),
        shownValue('bar', 1013.25),
        shownValue('rain', 25.4),
      ],
      ['68.0\u00a0°F', '−18.0\u00a0°F', '29.92\u00a0inHg', '1.00\u00a0in'],
    );
    assert.deepEqual([shownDistance(16.09344), shownHeight(30.48)], ['10\u00a0mi', '100\u00a0ft']);
    await readBy({ units: 'knots' });
    assert.deepEqual([shownValue('wind_speed', 18.52), shownValue('temp_out', 20)], ['10.0\u00a0kn', '20.0\u00a0°C']);
    await readBy({ units: 'si' });
    assert.equal(shownValue('wind_speed', 36), '10.0\u00a0m/s');
  });

  it('come back as they went', async () => {
    for (const units of UNIT_SYSTEMS) {
      await readBy({ units });
      for (const variable of VARIABLES) {
        for (const value of [-40, 0, 12.3, 1013.2]) {
          assert.ok(Math.abs(fromUnit(variable, inUnit(variable, value)) - value) < 1e-9, `${units} ${variable}`);
        }
      }
    }
  });

  it('have the numbers of the reader’s locale', async () => {
    await readBy({ language: 'de' });
    assert.equal(shownValue('bar', 1013.25), '1.013,3\u00a0hPa');
  });
});
