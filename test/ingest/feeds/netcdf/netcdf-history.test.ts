import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { File, ready } from 'h5wasm/node';
import { openNetcdf } from '../../../../ingest/feeds/netcdf/netcdf-file.ts';
import { NetcdfHistory, namesNetcdf } from '../../../../ingest/feeds/netcdf/netcdf-history.ts';
import type { RawItem } from '../../../../ingest/raw-item.ts';
import { packageFile } from '../../../../schemas/package-root.ts';

/** Three stations of KNMI at two times, made by netCDF4-python in the format of KNMI's ten-minute files. */
const FILE = packageFile('test', 'ingest', 'feeds', 'netcdf', 'three-stations.nc');
const COLUMNS = { temp_out: 'ta', out_hum: 'rh', wind_speed: 'ff', rain: 'rg' };
const MAPPING = { observations: { columns: COLUMNS } };

/** Writes temperatures of stations by time. @param times in tens of minutes */
async function writeStations(
  path: string,
  times: readonly number[],
  temperatures: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  await ready;
  const file = new File(path, 'w');
  const stations = Object.keys(temperatures);
  file.create_dataset({ name: 'station', data: stations }).make_scale('station');
  const time = file.create_dataset({ name: 'time', data: Float64Array.from(times, (one) => 600 * one) });
  time.make_scale('time');
  time.create_attribute('units', 'seconds since 1970-01-01 00:00:00');
  const data = Float64Array.from(Object.values(temperatures).flat());
  const values = file.create_dataset({ name: 'temp_out', data, shape: [stations.length, times.length] });
  values.attach_scale(0, 'station');
  values.attach_scale(1, 'time');
  file.close();
}

async function itemsOf(history: NetcdfHistory): Promise<RawItem[]> {
  const items: RawItem[] = [];
  const { items: ordered } = await history.ordered(new AbortController().signal);
  for await (const some of ordered()) items.push(...some);
  return items;
}

describe('NetCDF files as history', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halcyon-netcdf-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('have the stations with their places', async () => {
    const { network, stationRows } = await NetcdfHistory.open(FILE, MAPPING, 'knmi');
    assert.equal(network, 'knmi');
    assert.deepEqual(
      stationRows.map(({ fields }) => fields),
      [
        { station_id: '06260', station_name: 'DE BILT AWS', latitude: 52.1, longitude: 5.18, elevation: 1.9 },
        { station_id: '06270', station_name: 'LEEUWARDEN AWS', latitude: 53.22, longitude: 5.75, elevation: 1.2 },
        { station_id: '06280', station_name: 'EELDE AWS', latitude: 53.12, longitude: 6.58, elevation: 5.2 },
      ],
    );
  });

  it('give each report with its units; a station without any value has none, a rate of rain is that of ten minutes', async () => {
    const items = await itemsOf(await NetcdfHistory.open(FILE, MAPPING));
    const units = { wind_speed: 'm/s' };
    const [first, second, third, ...more] = items.map(({ fields }) => fields);
    assert.deepEqual(first, {
      ...{ station_id: '06260', time: '2022-12-31T00:00:00Z', temp_out: 8.9, out_hum: 90, wind_speed: 5 },
      ...{ rain: 0.1, gff: 8, R1H: 0.3, 'ww-10': 0, units },
    });
    assert.deepEqual(second, {
      ...{ station_id: '06270', time: '2022-12-31T00:00:00Z', temp_out: 7.5, out_hum: 95, wind_speed: 10 },
      ...{ rain: 0.2, gff: 14, R1H: 0.5, 'ww-10': 10, units },
    });
    assert.deepEqual(third, {
      ...{ station_id: '06260', time: '2022-12-31T00:10:00Z', temp_out: 9.1, out_hum: 90.5, wind_speed: 6 },
      ...{ rain: 0, gff: 9, R1H: 0.3, 'ww-10': 61, units },
    });
    assert.deepEqual(more, []);
    assert.deepEqual(JSON.parse(Buffer.from(items[0].body).toString()), first, 'it can be replayed without the file');
  });

  it('come in order of time from all files of a folder, whatever their names', async () => {
    await copyFile(FILE, join(folder, 'b.nc'));
    await copyFile(FILE, join(folder, 'a.nc'));
    assert.equal(await namesNetcdf(folder), true);
    const items = await itemsOf(await NetcdfHistory.open(folder, MAPPING, 'knmi'));
    const places = items.map(({ place }) => place);
    assert.deepEqual(places, [
      ...['a.nc:06260/2022-12-31T00:00:00Z', 'a.nc:06270/2022-12-31T00:00:00Z'],
      ...['b.nc:06260/2022-12-31T00:00:00Z', 'b.nc:06270/2022-12-31T00:00:00Z'],
      ...['a.nc:06260/2022-12-31T00:10:00Z', 'b.nc:06260/2022-12-31T00:10:00Z'],
    ]);
  });

  // Each time of each file was read on its own, and the file opened for it: a file for each station took hours.
  it('are read in stretches of time, each file once in a stretch', async () => {
    const { items } = await (await NetcdfHistory.open(folder, MAPPING, 'knmi')).ordered(new AbortController().signal);
    const counts: number[] = [];
    for await (const some of items()) counts.push(some.length);
    assert.deepEqual(counts, [6]);
  });

  it('are read to the end where a file has its times in no order', async () => {
    const unordered = join(folder, 'unordered');
    await mkdir(unordered);
    const times = [5, 0, 3, 3, 1, 4];
    const temperatures = { s1: [15, 10, 13, 13.5, 11, 14], s2: [25, 20, 23, 23.5, 21, 24] };
    await writeStations(join(unordered, 'a.nc'), times, { s1: temperatures.s1 });
    await writeStations(join(unordered, 'b.nc'), times, { s2: temperatures.s2 });
    const items = await itemsOf(await NetcdfHistory.open(unordered, {}, 'n'));
    assert.deepEqual(
      items.map(({ fields }) => [String(fields?.['time']).slice(14, 16), fields?.['station_id'], fields?.['temp_out']]),
      [
        ...[
          ['00', 's1', 10],
          ['00', 's2', 20],
          ['10', 's1', 11],
          ['10', 's2', 21],
          ['30', 's1', 13],
          ['30', 's1', 13.5],
        ],
        ...[
          ['30', 's2', 23],
          ['30', 's2', 23.5],
          ['40', 's1', 14],
          ['40', 's2', 24],
          ['50', 's1', 15],
          ['50', 's2', 25],
        ],
      ],
    );
  });

  const refused: readonly (readonly [what: string, mapping: object, code: string, says: RegExp])[] = [
    ['no mapping', {}, 'store_unreadable', /has none of temp_out, .* a mapping names them.*found station, time/],
    [
      'a variable that is not there',
      { observations: { columns: { temp_out: 'tair' } } },
      'invalid_parameter',
      /has no variable tair, which the mapping names; found station, time/,
    ],
    [
      'a variable of another shape',
      { observations: { columns: { temp_out: 'height' } } },
      'store_unreadable',
      /height should have the dimensions station and time/,
    ],
    [
      'a unit that it cannot have',
      { observations: { columns: { temp_out: 'ff' } } },
      'store_unreadable',
      /ff \(temp_out\) has the unit 'm\/s', should be one of degC, degF, K; a mapping can say it/,
    ],
    [
      'what is of CSV',
      { ...MAPPING, delimiter: ';' },
      'invalid_parameter',
      /the mapping has delimiter, which is for CSV/,
    ],
  ];
  for (const [what, mapping, code, says] of refused) {
    it(`are refused with ${what}`, async () => {
      await assert.rejects(NetcdfHistory.open(FILE, mapping), { code, message: says });
    });
  }

  it('are refused where they are none, of the classic format or cut off', async () => {
    const files: readonly (readonly [content: string | Buffer, says: RegExp])[] = [
      ['hello', /x\.nc is no NetCDF-4 file/],
      ['CDF\x01', /x\.nc is NetCDF of the classic format, should be NetCDF-4: nccopy -k nc4/],
      [Buffer.from('\x89HDF\r\n\x1a\n rest', 'latin1'), /x\.nc is damaged: it cannot be read as NetCDF-4/],
    ];
    for (const [content, message] of files) {
      await writeFile(join(folder, 'x.nc'), content);
      await assert.rejects(openNetcdf(join(folder, 'x.nc'), 'x.nc'), { code: 'store_unreadable', message });
    }
    await assert.rejects(openNetcdf(join(folder, 'none.nc'), 'none.nc'), { code: 'store_unavailable' });
  });
});
