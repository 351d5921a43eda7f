import { File, ready } from 'h5wasm/node';
import type { Site, TenMinuteValues } from './made-elements.ts';

/** Units as KNMI's files have them, by variable; degrees Celsius for those that are not here. */
const UNITS: Readonly<Record<string, string>> = {
  ...{ rh: '%', ff: 'm s-1', gff: 'm s-1', dd: 'degree', pp: 'hPa', p0: 'hPa', qnh: 'hPa', rg: 'mm h-1', pg: 'mm h-1' },
  ...{
    qg: 'W m-2',
    zm: 'm',
    R1H: 'mm',
    R6H: 'mm',
    R12H: 'mm',
    R24H: 'mm',
    dr: 'sec',
    pr: 'sec',
    D1H: 'min',
    ss: 'min',
  },
  ...{ nc: 'octa', nc1: 'octa', nc2: 'octa', nc3: 'octa', hc: 'ft', hc1: 'ft', hc2: 'ft', hc3: 'ft' },
  ...{ ts1: '1', ts2: '1' },
};
const FILL = -9999;
/** Between 1950, from which the files count, and 1970 [s]. */
const FROM_1950 = 631_152_000;

/**
 * Writes reports as KNMI's ten-minute files have them: NetCDF-4 with the dimensions station and time.
 *
 * @param times ms since the epoch
 * @param values by time, then by station
 */
export async function writeNetcdf(
  path: string,
  sites: readonly Site[],
  times: readonly number[],
  values: readonly (readonly TenMinuteValues[])[],
): Promise<void> {
  await ready;
  const file = new File(path, 'w');
  const scale = (name: string, data: string[] | Float64Array) => {
    const set = file.create_dataset({ name, data });
    set.make_scale(name);
    return set;
  };
  scale(
    'station',
    sites.map(({ id }) => id),
  ).create_attribute('long_name', 'Station id');
  scale(
    'time',
    Float64Array.from(times, (time) => time / 1000 + FROM_1950),
  ).create_attribute('units', 'seconds since 1950-01-01 00:00:00');
  const ofStation = (name: string, data: string[] | Float64Array) =>
    file.create_dataset({ name, data }).attach_scale(0, 'station');
  ofStation(
    'stationname',
    sites.map(({ name }) => name),
  );
  ofStation(
    'lat',
    Float64Array.from(sites, ({ latitude }) => latitude),
  );
  ofStation(
    'lon',
    Float64Array.from(sites, ({ longitude }) => longitude),
  );
  ofStation(
    'height',
    Float64Array.from(sites, ({ elevation }) => elevation),
  );
  for (const name of Object.keys(values[0]?.[0] ?? {})) {
    const data = new Float64Array(sites.length * times.length);
    for (const [t, row] of values.entries()) {
      for (const [s, it] of row.entries()) data[s * times.length + t] = Number.isNaN(it[name]) ? FILL : it[name];
    }
    const shape = [sites.length, times.length];
    const set = file.create_dataset({ name, data, shape, chunks: shape, compression: 4 });
    set.create_attribute('units', UNITS[name] ?? 'degrees Celsius');
    set.create_attribute('_FillValue', Float64Array.of(FILL));
    set.attach_scale(0, 'station');
    set.attach_scale(1, 'time');
  }
  file.close();
}
