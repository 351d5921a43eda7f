import assert from 'node:assert/strict';
import { geojsonAddress } from '../../../../ingest/feeds/geojson/geojson-address.ts';
import { retryAfter } from '../../../../ingest/feeds/geojson/place-away.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';

describe('the address of a GeoJSON feed', () => {
  it('names network, zone, units and kinds behind the place', () => {
    const address = geojsonAddress(
      'https://u:secret@host.example/x?key=1#network=alps&zone=Europe/Athens&units.bar=inHg&kinds.rain=since_midnight',
    );
    assert.equal(address.place.title, 'https://host.example/x');
    assert.equal(address.network, 'alps');
    assert.equal(address.zone?.name, 'Europe/Athens');
    assert.deepEqual(address.form.units, { bar: 'inHg' });
    assert.deepEqual(address.form.kinds, { rain: 'since_midnight' });
  });

  it('is named after the host or the file otherwise', () => {
    assert.equal(geojsonAddress('http://host.example/latest').network, 'host.example');
    assert.equal(geojsonAddress('/data/alps.geojson').network, 'alps');
  });

  for (const [form, says] of [
    ['zone=Atlantis', /zone is 'Atlantis', should be a name of the time zone database/],
    ['network=a/b', /network is 'a\/b', should be/],
    ['units.rain=l', /units\.rain is 'l', should be one of mm, in/],
    ['every=5', /'every=5' is not one of .*network, zone/],
  ] as const) {
    it(`refuses ${form}, without the password`, () => {
      assert.throws(
        () => geojsonAddress(`https://u:secret@host.example/x#${form}`),
        (error) =>
          error instanceof HalcyonError &&
          error.code === 'invalid_configuration' &&
          says.test(error.message) &&
          !error.message.includes('secret'),
      );
    });
  }
});

describe('Retry-After', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  for (const [header, ms] of [
    [null, 0],
    ['', 0],
    ['120', 120_000],
    ['Sun, 01 Mar 2026 12:02:00 GMT', 120_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    ['86400', 3_600_000],
  ] as const) {
    it(`of ${header} is ${ms} ms`, () => assert.equal(retryAfter(header, now), ms));
  }
});
