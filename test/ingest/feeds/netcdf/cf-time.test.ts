import assert from 'node:assert/strict';
import { cfTime } from '../../../../ingest/feeds/netcdf/cf-time.ts';
import { unitNamed } from '../../../../ingest/feeds/netcdf/udunits.ts';

describe('times and units of NetCDF files', () => {
  it('are read as the CF conventions have them', () => {
    const cases: readonly (readonly [units: string, value: number, iso: string])[] = [
      ['seconds since 1950-01-01 00:00:00', 2_303_596_800, '2022-12-31T00:00:00.000Z'],
      ['minutes since 2022-12-31T06:00:00Z', 90, '2022-12-31T07:30:00.000Z'],
      ['hours since 1900-01-01 00:00:00.0', 1_078_176.5, '2022-12-31T00:30:00.000Z'],
      ['days since 1-1-1 00:00 UTC', 1, '0001-01-02T00:00:00.000Z'],
      ['Seconds since 1970-01-01', 0, '1970-01-01T00:00:00.000Z'],
    ];
    for (const [units, value, iso] of cases) {
      const moment = cfTime(units)?.(value);
      assert.equal(moment === undefined ? null : new Date(moment).toISOString(), iso, units);
    }
    for (const units of ['', 'seconds', 'months since 2000-01-01', 'seconds since 2000-01-01 00:00:00 +02:00']) {
      assert.equal(cfTime(units), null, units);
    }
  });

  it('have one name for each unit', () => {
    const names = [
      'degrees Celsius',
      'degree_Celsius',
      'm s-1',
      'W m-2',
      'mm h-1',
      'octa',
      'K',
      ' hPa ',
      'furlong',
    ].map(unitNamed);
    assert.deepEqual(names, ['degC', 'degC', 'm/s', 'W/m2', 'mm/h', 'octa', 'K', 'hPa', 'furlong']);
  });
});
