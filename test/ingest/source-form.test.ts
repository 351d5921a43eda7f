import assert from 'node:assert/strict';
import { fillIn, readSourceForm } from '../../ingest/source-form.ts';

describe('the form of a source', () => {
  it('is read piece by piece, with what others it may hold', () => {
    const read = readSourceForm('units.bar=inHg&units.wind_speed=m%2Fs&kinds.rain=since_midnight&zone=%2B02:00', [
      'zone',
    ]);
    assert.deepEqual(read, {
      form: {
        units: { bar: 'inHg', wind_speed: 'm/s' },
        kinds: { rain: 'since_midnight' },
        pressureLevel: null,
      },
      rest: { zone: '+02:00' },
    });
  });

  for (const [text, says] of [
    ['units.bar=psi', /^units\.bar is 'psi', should be one of hPa, mbar/],
    ['units.snow=cm', /^'units.snow=cm' is none of units\.<variable>, kinds\.rain, pressure_level, zone, each with =/],
    ['kinds.rain=daily', /^kinds\.rain is 'daily', should be one of amount, since_midnight, since_reset/],
    ['pressure_level=msl', /^pressure_level is 'msl', should be one of station, sea_level, unknown/],
    ['zone=', /^'zone=' is none of/],
    ['units.bar=Pa&units.bar=hPa', /^'units.bar' stands twice/],
    ['nonsense', /^'nonsense' is none of/],
  ] as const) {
    it(`refuses ${text}`, () => assert.match(String(readSourceForm(text, ['zone'])), says));
  }

  it('fills in what the fields do not say themselves', () => {
    const form = { units: { bar: 'Pa' }, kinds: { rain: 'since_reset' }, pressureLevel: 'station' } as const;
    const fields = { bar: 1 };
    fillIn(fields, form);
    assert.deepEqual(fields, {
      bar: 1,
      units: { bar: 'Pa' },
      kinds: { rain: 'since_reset' },
      pressure_level: 'station',
    });
    const own = { units: { bar: 'hPa' }, kinds: { rain: 'amount' }, pressure_level: 'sea_level' };
    const said = { ...own };
    fillIn(said, form);
    assert.deepEqual(said, own);
  });
});
