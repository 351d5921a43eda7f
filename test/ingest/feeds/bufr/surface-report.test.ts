import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BufrSubset } from '../../../../ingest/feeds/bufr/bufr-decoder.ts';
import { surfaceReport } from '../../../../ingest/feeds/bufr/surface-report.ts';
import { readSourceForm } from '../../../../ingest/validation/source-form.ts';
import { packageFile } from '../../../../schemas/package-root.ts';

type Pairs = readonly (readonly [string, number | string | null])[];

const WIGOS: Pairs = [
  ['001125', 0],
  ['001126', 376],
  ['001127', 0],
  ['001128', '608'],
];
const TIME: Pairs = [
  ['004001', 2026],
  ['004002', 3],
  ['004003', 1],
  ['004004', 11],
  ['004005', 50],
];
const PLACE: Pairs = [
  ['005001', 46.2475],
  ['006001', 6.12775],
  ['007030', 411],
];

function report(values: Pairs, pieces = '') {
  const read = readSourceForm(pieces);
  assert.ok(typeof read !== 'string');
  const subset: BufrSubset = values.map(([code, value]) => ({ code, value }));
  return surfaceReport(subset, read.form);
}

/** The fields of values behind a station, a time and a place, without these. */
function fieldsOf(values: Pairs, pieces = '') {
  const { station_id, time, latitude, longitude, elevation, units, ...rest } =
    report([...WIGOS, ...TIME, ...PLACE, ...values], pieces) ?? {};
  return rest;
}

describe('a surface report of BUFR', () => {
  it('names its station, its time, its place, and units as they are', () => {
    const values: Pairs = [
      ['001015', 'Rosh Haniqra'],
      ['010004', 96520],
      ['010051', 101310],
      ['007032', 2],
      ['012101', 281.4],
      ['013003', 71],
      ['007032', 10],
      ['004025', -10],
      ['011002', 2.5],
      ['004025', -10],
      ['013011', 0.4],
    ];
    assert.deepEqual(report([...WIGOS, ...TIME, ...PLACE, ...values]), {
      station_id: '0-376-0-608',
      station_name: 'Rosh Haniqra',
      time: '2026-03-01T11:50:00Z',
      ...{ latitude: 46.2475, longitude: 6.12775, elevation: 411 },
      ...{ bar: 96520, temp_out: 281.4, out_hum: 71, wind_speed: 2.5, rain: 0.4 },
      intervals: { rain: 10 },
      pressure_level: 'station',
      units: { bar: 'Pa', temp_out: 'K', out_hum: '%', wind_speed: 'm/s', rain: 'mm' },
      pressure_reduced_to_mean_sea_level: 101310,
    });
  });

  it('is of the WIGOS identifier that a block and a station number have, where it carries no other', () => {
    const numbers: Pairs = [
      ['001001', 1],
      ['001002', 27],
    ];
    const warm: Pairs = [['012101', 281.4]];
    assert.equal(report([...numbers, ...warm])?.['station_id'], '0-20000-0-01027');
    const without = WIGOS.map(([code]) => [code, null] as const);
    assert.equal(report([...without, ...numbers, ...warm])?.['station_id'], '0-20000-0-01027');
    assert.equal(report([...WIGOS, ...numbers, ...warm])?.['station_id'], '0-376-0-608');
    assert.equal(report(warm)?.['station_id'], undefined);
    assert.equal(report(warm)?.['time'], undefined);
  });

  it('takes the value at the standard height; others keep theirs in their name', () => {
    const at = (height: number | null, code: string, value: number): Pairs => [
      ['007032', height],
      [code, value],
    ];
    assert.deepEqual(fieldsOf([...at(0.05, '012101', 280), ...at(2, '012101', 281), ...at(50, '012101', 282)]), {
      temp_out: 281,
      'air_temperature_0.05m': 280,
      air_temperature_50m: 282,
    });
    // Nothing near the standard height: not the temperature of the air there.
    assert.deepEqual(fieldsOf(at(0.05, '012101', 280)), { 'air_temperature_0.05m': 280 });
    assert.deepEqual(fieldsOf(at(null, '012101', 280)), { temp_out: 280 });
    assert.deepEqual(fieldsOf([...at(2, '011002', 3), ...at(10, '011002', 4)]), { wind_speed: 4, wind_speed_2m: 3 });
    assert.deepEqual(fieldsOf(at(50, '011002', 3)), { wind_speed_50m: 3 });
  });

  it('takes the mean wind over ten minutes, and no deviation or extreme of it', () => {
    const over = (minutes: number, value: number): Pairs => [
      ['004025', -minutes],
      ['011002', value],
    ];
    assert.equal(fieldsOf([...over(2, 5), ...over(10, 4), ...over(60, 3)])['wind_speed'], 4);
    assert.equal(fieldsOf([...over(2, 5), ...over(60, 3)])['wind_speed'], 5);
    assert.deepEqual(fieldsOf(over(180, 3)), { wind_speed_180min: 3 });
    const deviation: Pairs = [
      ['008023', 9],
      ['011002', 0.7],
      ['008023', 4],
      ['011002', 3],
    ];
    assert.deepEqual(fieldsOf(deviation), { wind_speed: 3 });
  });

  it('takes rain over the shortest declared interval that is read, and a trace as nothing', () => {
    const sum = (code: string, period: number, value: number): Pairs => [
      [code, -period],
      ['013011', value],
    ];
    const name = 'total_precipitation_or_total_water_equivalent';
    assert.deepEqual(fieldsOf([...sum('004024', 1, 1.2), ...sum('004025', 10, 0.4), ...sum('004024', 24, 7)]), {
      rain: 0.4,
      intervals: { rain: 10 },
      [`${name}_60min`]: 1.2,
      [`${name}_1440min`]: 7,
    });
    assert.deepEqual(fieldsOf(sum('004024', 6, 1.2)), { [`${name}_360min`]: 1.2 });
    assert.deepEqual(fieldsOf(sum('004024', 1, -0.1)), { rain: 0, intervals: { rain: 60 } });
    // Nothing says over which time.
    assert.deepEqual(fieldsOf([['013011', 3]]), { [name]: 3 });
    assert.deepEqual(fieldsOf([['013019', 3]]), { rain: 3, intervals: { rain: 60 } });
  });

  it('reads two periods in a row as a begin and an end, and leaves out what ended before', () => {
    const between = (begin: number, end: number | null): Pairs => [
      ['004024', begin],
      ['004024', end],
      ['013011', 1.2],
    ];
    assert.deepEqual(fieldsOf(between(-1, 0)), { rain: 1.2, intervals: { rain: 60 } });
    assert.deepEqual(fieldsOf(between(-1, null)), { rain: 1.2, intervals: { rain: 60 } });
    assert.equal(fieldsOf(between(-2, -1))['rain'], undefined);
  });

  it('takes the pressure at the level that the feed says', () => {
    const both: Pairs = [
      ['010004', 96520],
      ['010051', 101310],
    ];
    assert.deepEqual(fieldsOf(both, 'pressure_level=sea_level'), {
      bar: 101310,
      pressure_level: 'sea_level',
      non_coordinate_pressure: 96520,
    });
    assert.deepEqual(fieldsOf([both[1]]), { pressure_reduced_to_mean_sea_level: 101310 });
  });

  it('keeps elements that are not configured under their names of table B, as they came', () => {
    const values: Pairs = [
      ['007061', 0.05],
      ['012130', 283],
      ['007061', 0.1],
      ['012130', 282],
      ['013013', -0.01],
      ['020001', 20_000],
      ['004025', -10],
      ['011041', 7],
      ['004024', -12],
      ['012111', 290],
    ];
    assert.deepEqual(fieldsOf(values), {
      soil_temperature: 282,
      'soil_temperature_0.05m': 283,
      total_snow_depth: 0,
      horizontal_visibility: 20_000,
      maximum_wind_gust_speed: 7,
      maximum_temperature_at_height_and_over_period_specified: 290,
    });
  });

  it('is spoilt by no value that is missing, a text, or of another time', () => {
    const values: Pairs = [
      ['012101', null],
      ['013003', 'wet'],
      ['011002', 3],
      ['004005', 40],
      ['012101', 281],
    ];
    assert.deepEqual(fieldsOf(values), { wind_speed: 3 });
    assert.equal(report([...WIGOS, ...TIME, ...PLACE, ['012101', null]]), null);
    const deep: Pairs = [
      ['007030', -5000],
      ['012101', 281],
    ];
    assert.equal(report([...PLACE.slice(0, 2), ...deep])?.['elevation'], undefined);
  });

  it('gives the elements that are configured, in their units', async () => {
    const elements = [
      ...['wind_gust', 'wind_direction', 'dew_point', 'temp_max', 'temp_min', 'solar_radiation'],
      ...['soil_temperature', 'snow_depth', 'visibility', 'station_pressure'],
    ];
    const values: Pairs = [
      ['010004', 96520],
      ['012103', 278.15],
      ['020001', 20_000],
      ['013013', 0.44],
      ['004024', -12],
      ['004024', 0],
      ['012111', 290.15],
      ['012112', 273.15],
      ['004025', -10],
      ['011001', 240],
      ['011041', 10],
      ['014028', 300_000],
      ['007061', 0.1],
      ['012130', 282.15],
    ];
    const script = packageFile('test', 'ingest', 'feeds', 'bufr', 'configured-report.ts');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', script, JSON.stringify(values)],
      { env: { ...process.env, HALCYON_ELEMENTS: elements.join() } },
    );
    const { values: read, extras } = JSON.parse(stdout) as { values: Record<string, unknown>; extras: unknown };
    assert.deepEqual(read, {
      ...{ temp_out: null, out_hum: null, wind_speed: null, bar: 965.2, rain: null },
      ...{ wind_gust: 36, wind_direction: 240, dew_point: 5, temp_max: 17, temp_min: 0, solar_radiation: 500 },
      ...{ soil_temperature: 9, snow_depth: 44, visibility: 20_000, station_pressure: 965.2 },
    });
    assert.deepEqual(extras, {});
  });
});
