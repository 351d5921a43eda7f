import assert from 'node:assert/strict';
import { isBufr, notifiedItems } from '../../../../ingest/feeds/wis2/notified-items.ts';
import { readObservation } from '../../../../ingest/validation/observation-fields.ts';
import { Refusal } from '../../../../ingest/validation/refusal.ts';
import { readSourceForm } from '../../../../ingest/validation/source-form.ts';
import { collection, observed } from './notifications.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const WSI = '0-20000-0-06700';
const position = { latitude: 46.22, longitude: 6.15, elevation: 392 };

function itemsOf(data: string | Buffer, pieces = '') {
  const read = readSourceForm(pieces);
  assert.ok(typeof read !== 'string');
  return notifiedItems(Buffer.from(data), 'topic data', { station: WSI, position, form: read.form });
}

function readingsOf(data: string, pieces = '') {
  return itemsOf(data, pieces).map(({ fields, unreadable }) => {
    const reading = readObservation(fields ?? {}, 'ch', NOW);
    assert.ok(!(reading instanceof Refusal), unreadable ?? JSON.stringify(reading));
    return reading;
  });
}

describe('the items of notified data', () => {
  it('are observations made of observed properties, in the units of here', () => {
    const direction = observed('wind_direction', 240, 'deg', '2026-03-01T11:40:00Z/2026-03-01T11:50:00Z');
    const sum = observed(
      'total_precipitation_or_total_water_equivalent',
      7,
      'kg m-2',
      '2026-02-28T12:00:00Z/2026-03-01T12:00:00Z',
    );
    const [reading, of24h, ...others] = readingsOf(collection(direction, observed('visibility', null, 'm'), sum));
    assert.deepEqual(others, []);
    assert.deepEqual(reading.values, { temp_out: 8.25, out_hum: 71, wind_speed: 9, bar: 965.2, rain: 0.4 });
    assert.deepEqual([reading.station, reading.time], [WSI, Date.parse('2026-03-01T11:50:00Z')]);
    assert.deepEqual(reading.extras, { wind_direction: 240 });
    assert.deepEqual(reading.original['temp_out'], { value: 281.4, unit: 'K' });
    assert.deepEqual(reading.original['rain'], { value: 0.4, unit: 'mm', interval: 10 });
    // A sum of a day is no rain of ten minutes.
    assert.deepEqual(of24h.values.rain, null);
    const [{ fields }] = itemsOf(collection());
    assert.deepEqual(
      ['latitude', 'longitude', 'elevation', 'pressure_level'].map((name) => fields?.[name]),
      [46.2475, 6.12775, 411, 'station'],
    );
  });

  it('take rain over the interval that it was observed for, of several the shortest', () => {
    const name = 'total_precipitation_or_total_water_equivalent';
    const sum = (minutes: number, value: number) => {
      const end = Date.parse('2026-03-01T11:00:00Z');
      const [from, to] = [end - minutes * 60_000, end].map((time) => new Date(time).toISOString());
      return observed(name, value, 'kg m-2', `${from}/${to}`);
    };
    const of = (features: readonly object[], pieces = '') => {
      const [{ values, original, extras }, ...others] = readingsOf(
        JSON.stringify({ type: 'FeatureCollection', features }),
        pieces,
      );
      assert.deepEqual(others, []);
      return [values.rain, original['rain'], extras];
    };
    for (const [minutes, rain] of [
      [1, 12],
      [5, 2.4],
      [15, 0.8],
      [30, 0.4],
      [60, 0.2],
    ]) {
      assert.deepEqual(of([sum(minutes, 1.2)]), [rain, { value: 1.2, unit: 'mm', interval: minutes }, {}]);
    }
    const half = [0.3, { value: 0.9, unit: 'mm', interval: 30 }, { [name]: 1.2 }];
    assert.deepEqual(of([sum(60, 1.2), sum(30, 0.9)]), half);
    assert.deepEqual(of([sum(30, 0.9), sum(60, 1.2)]), half);
    for (const minutes of [0, 2, 20, 180, 1440]) {
      assert.deepEqual(of([sum(minutes, 1.2)]), [null, undefined, { [name]: 1.2 }]);
    }
    // What a message says of itself comes before the form of its feed.
    for (const pieces of ['intervals.rain=5', 'kinds.rain=since_midnight']) {
      assert.deepEqual(of([sum(60, 1.2)], pieces), [0.2, { value: 1.2, unit: 'mm', interval: 60 }, {}]);
    }
  });

  it('take pressure at the level that the feed says', () => {
    const both = collection(observed('pressure_reduced_to_mean_sea_level', 1013.1, 'hPa'));
    assert.equal(readingsOf(both)[0].values.bar, 965.2);
    assert.equal(readingsOf(both, 'pressure_level=sea_level')[0].values.bar, 1013.1);
  });

  it('read the form with name, value and units as well, of one feature or several', () => {
    const properties = {
      name: 'airTemperature',
      value: 8.25,
      units: 'Celsius',
      phenomenonTime: '2026-03-01T11:50:00Z',
    };
    const feature = { type: 'Feature', geometry: null, properties: { ...properties, wigos_station_identifier: 'x' } };
    for (const data of [feature, { type: 'FeatureCollection', features: [feature] }]) {
      const [{ values, station }] = readingsOf(JSON.stringify(data));
      assert.deepEqual([values.temp_out, station], [8.25, 'x']);
    }
  });

  it('read what a push and a GeoJSON feed hold, for the station of the notification', () => {
    const time = '2026-03-01T11:50:00Z';
    const feature = { type: 'Feature', geometry: null, properties: { ts: Date.parse(time) / 1000, temp_out: 3 } };
    for (const data of [
      JSON.stringify({ time, temp_out: 3 }),
      JSON.stringify([{ time, temp_out: 3 }]),
      JSON.stringify({ type: 'FeatureCollection', features: [feature] }),
      `station_id,time,temp_out\n${WSI},${time},3\n`,
    ]) {
      const [{ values, station }] = readingsOf(data);
      assert.deepEqual([values.temp_out, station], [3, WSI], data);
      assert.equal(itemsOf(data)[0].fields?.['latitude'], 46.22);
    }
  });

  it('are not of BUFR, which is known behind the heading of a bulletin too', () => {
    assert.ok(isBufr(Buffer.from('BUFR\0\0')));
    assert.ok(isBufr(Buffer.from('\r\r\nISMI01 LSSW 011200\r\r\nBUFR\0\0')));
    assert.equal(isBufr(Buffer.from(collection())), false);
  });

  it('say what the data are where they are not read', () => {
    for (const [data, why] of [
      ['GRIB\0', /the data are GRIB, which is not decoded here: BUFR, GeoJSON/],
      ['CDF\u0001', /are NetCDF/],
      ['{"a": ', /no JSON/],
      ['hello', /CSV cannot be read/],
    ] as const) {
      const [item] = itemsOf(data);
      assert.equal(item.fields, null);
      assert.match(item.unreadable ?? '', why);
      assert.equal(item.place, 'topic data');
    }
  });
});
