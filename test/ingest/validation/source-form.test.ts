import assert from 'node:assert/strict';
import { fillIn, readSourceForm } from '../../../ingest/validation/source-form.ts';

describe('the form of a source', () => {
  it('is read piece by piece, with what others it may hold', () => {
    const read = readSourceForm('units.bar=inHg&units.wind_speed=m%2Fs&kinds.rain=since_midnight&zone=%2B02:00', [
      'zone',
    ]);
    assert.deepEqual(read, {
      form: {
        units: { bar: 'inHg', wind_speed: 'm/s' },
        kinds: { rain: 'since_midnight' },
        intervals: {},
        pressureLevel: null,
      },
      rest: { zone: '+02:00' },
    });
  });

  for (const [text, says] of [
    ['units.bar=psi', /^units\.bar is 'psi', should be one of hPa, mbar/],
    [
      'units.snow=cm',
      /^'units.snow=cm' is not one of units\.<variable>, kinds\.rain, intervals\.rain, pressure_level, zone, each with =/,
    ],
    ['kinds.rain=daily', /^kinds\.rain is 'daily', should be one of amount, since_midnight, since_reset/],
    ['intervals.rain=7', /^intervals\.rain is 7, should be one of 1, 5, 10, 15, 30, 60 \(minutes\)$/],
    ['intervals.rain=5%20min', /^intervals\.rain is '5 min', should be one of 1, 5, 10, 15, 30, 60 \(minutes\)$/],
    ['intervals.rain=', /^intervals\.rain is '', should be one of/],
    ['intervals.bar=5', /^'intervals\.bar=5' is not one of/],
    ['kinds.rain=since_reset&intervals.rain=5', /^intervals\.rain is 5 beside kinds\.rain since_reset: a count has no/],
    ['pressure_level=msl', /^pressure_level is 'msl', should be one of station, sea_level, unknown/],
    ['zone=', /^'zone=' is not one of/],
    ['units.bar=Pa&units.bar=hPa', /^'units.bar' appears twice/],
    ['nonsense', /^'nonsense' is not one of/],
  ] as const) {
    it(`refuses ${text}`, () => assert.match(String(readSourceForm(text, ['zone'])), says));
  }

  it('fills in what the fields do not say themselves', () => {
    const form = {
      units: { bar: 'Pa' },
      kinds: { rain: 'since_reset' },
      intervals: {},
      pressureLevel: 'station',
    } as const;
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

  it('fills in the interval of rain, of the observation and of its station, where the fields say none', () => {
    const read = readSourceForm('intervals.rain=5');
    assert.ok(typeof read !== 'string', String(read));
    const filled = (fields: Record<string, unknown>) => {
      fillIn(fields, read.form);
      return fields;
    };
    assert.deepEqual(filled({}), { intervals: { rain: 5 }, rain_interval: 5 });
    assert.deepEqual(filled({ kinds: { rain: 'amount' }, rain_interval: '' }), {
      kinds: { rain: 'amount' },
      intervals: { rain: 5 },
      rain_interval: 5,
    });
    for (const own of [{ intervals: { rain: 1 } }, { rain_interval: '15' }, { rain_interval: 0 }]) {
      assert.deepEqual(filled({ ...own }), own);
    }
    assert.deepEqual(filled({ kinds: { rain: 'since_midnight' } }), { kinds: { rain: 'since_midnight' } });
  });

  it('leaves amounts of an interval amounts where the source counts otherwise', () => {
    const read = readSourceForm('kinds.rain=since_midnight');
    assert.ok(typeof read !== 'string', String(read));
    const fields = { intervals: { rain: 5 } };
    fillIn(fields, read.form);
    assert.deepEqual(fields, { intervals: { rain: 5 } });
  });
});
