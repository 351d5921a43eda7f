import { HalcyonError } from '../../../schemas/errors.ts';
import { isVariable, VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { isExtra } from '../../validation/extra-fields.ts';
import { isUnitOf, unitsOf } from '../../validation/units.ts';
import type { CsvMapping } from '../csv/csv-mapping.ts';
import { cfTime } from './cf-time.ts';
import type { NetcdfFile, NetcdfVariable } from './netcdf-file.ts';
import { unitNamed } from './udunits.ts';

/** A variable of stations and times, and the field that its values make. */
export interface StationSeries {
  readonly field: string;
  readonly source: NetcdfVariable;
  /** Place of the station among its dimensions: 0 or 1; the time has the other. */
  readonly stationAt: 0 | 1;
  /** A rate of rain in mm/h is the amount of ten minutes in six. */
  readonly factor: number;
}

/** What a file has of stations and their observations. */
export interface StationLayout {
  readonly stations: readonly Readonly<Record<string, unknown>>[];
  /** ms since the epoch. */
  readonly times: readonly number[];
  readonly series: readonly StationSeries[];
  /** Units of variables that come in another than Halcyon's. */
  readonly units: Readonly<Record<string, string>>;
}

/** Names of the variables that tell of a station, where no attribute says which it is. */
const STATION_NAMES = {
  station_id: ['station', 'station_id', 'wsi', 'platform'],
  station_name: ['stationname', 'station_name', 'name', 'platform_name'],
  latitude: ['lat', 'latitude'],
  longitude: ['lon', 'longitude'],
  elevation: ['height', 'alt', 'altitude', 'elevation', 'station_altitude'],
} as const;
type StationField = keyof typeof STATION_NAMES;
const EXTREME = /maximum|minimum/;
const RATE = 'mm/h';
const TEN_MINUTES_IN_AN_HOUR = 6;

/**
 * Finds what a file has of stations: a discrete sampling geometry of time series, as an orthogonal multidimensional array (CF
 * conventions, 9.3.1), which is how KNMI and others write a network.
 *
 * @param mapping names of variables by field, and units that the file does not say, or says wrongly
 * @throws HalcyonError `store_unreadable` that says what is not there, `invalid_parameter` where the mapping names it
 */
export function stationLayout(file: NetcdfFile, name: string, mapping: CsvMapping): StationLayout {
  const find = new Finder(file, name, mapping);
  const id = find.ofStation('station_id', ({ attribute }) => attribute('cf_role') === 'timeseries_id');
  const time = find.time();
  if (id === null || time === null) {
    const lack = id === null ? 'variable of station ids (station, or with cf_role timeseries_id)' : 'variable time';
    throw unreadable(`${name} has no ${lack}; found ${find.listed()}`);
  }
  const station = id.dimensions[0];
  const [axis] = time.dimensions;
  if (station === undefined || station === '' || axis === undefined || station === axis) {
    throw unreadable(`${name}: ${id.name} and ${time.name} should each have a named dimension of their own`);
  }
  const ids = id.read();
  const others = ['station_name', 'latitude', 'longitude', 'elevation'] as const;
  const found = others.map((field) => [field, find.ofStation(field)] as const);
  const columns = found.flatMap(([field, variable]) =>
    variable === null ? [] : [[field, firstOf(variable, station, ids.length)] as const],
  );
  const stations = Array.from<string | number, Readonly<Record<string, unknown>>>(ids, (one, k) => ({
    station_id: typeof one === 'string' ? one : String(one),
    ...Object.fromEntries(columns.map(([field, values]) => [field, known(values[k])])),
    ...(mapping.pressure_level !== undefined && { pressure_level: mapping.pressure_level }),
    ...(mapping.intervals?.rain !== undefined && { rain_interval: mapping.intervals.rain }),
  }));
  const moment = cfTime(time.attribute('units'));
  if (moment === null) {
    const given = time.attribute('units');
    throw unreadable(
      `${name}: ${time.name} has the unit '${given}', should be such as 'seconds since 1970-01-01 00:00:00'`,
    );
  }
  const times = Array.from<string | number, number>(time.read(), (value) =>
    typeof value === 'string' ? Number.NaN : moment(value),
  );
  const series = find.series(station, axis);
  const units = Object.fromEntries(series.flatMap((one) => find.unitOf(one)));
  return { stations, times, series, units };
}

/** Finds variables by what a mapping, their attributes and their names say. */
class Finder {
  readonly #file: NetcdfFile;
  readonly #name: string;
  readonly #mapping: CsvMapping;
  readonly #claimed = new Set<string>();

  constructor(file: NetcdfFile, name: string, mapping: CsvMapping) {
    this.#file = file;
    this.#name = name;
    this.#mapping = mapping;
  }

  listed(): string {
    return (
      this.#file.variables
        .map((one) => one.name)
        .slice(0, 20)
        .join(', ') || 'no variable'
    );
  }

  ofStation(field: StationField, isIt?: (variable: NetcdfVariable) => boolean): NetcdfVariable | null {
    const { variables } = this.#file;
    const given = this.#mapping.stations?.columns?.[field];
    const names: readonly string[] = STATION_NAMES[field];
    const found =
      given === undefined
        ? (variables.find((one) => isIt?.(one) === true || one.attribute('standard_name') === field) ??
          names
            .map((name) => variables.find((one) => one.name.toLowerCase() === name))
            .find((one) => one !== undefined))
        : this.#named(given);
    if (found === undefined) return null;
    this.#claimed.add(found.name);
    return found;
  }

  time(): NetcdfVariable | null {
    const given = this.#mapping.observations?.columns?.['time'];
    const isIt = (one: NetcdfVariable) =>
      one.name.toLowerCase() === 'time' || one.attribute('standard_name') === 'time';
    const found = given === undefined ? this.#file.variables.find(isIt) : this.#named(oneName(given, 'time'));
    if (found === undefined) return null;
    this.#claimed.add(found.name);
    return found;
  }

  /** The variables of stations and times, as the mapping names them, else by their CF standard name, else by their own. */
  series(station: string, axis: string): StationSeries[] {
    const both = this.#file.variables.filter(
      ({ dimensions, isText }) =>
        !isText && dimensions.length === 2 && dimensions.includes(station) && dimensions.includes(axis),
    );
    const found: StationSeries[] = [];
    const add = (field: string, source: NetcdfVariable) => {
      this.#claimed.add(source.name);
      const stationAt = source.dimensions[0] === station ? 0 : 1;
      found.push({ field, source, stationAt, factor: this.#factor(field, source) });
    };
    for (const [field, given] of Object.entries(this.#mapping.observations?.columns ?? {})) {
      if (field === 'time') continue;
      const source = this.#named(oneName(given, field));
      if (!both.includes(source)) {
        throw unreadable(`${this.#name}: ${source.name} should have the dimensions ${station} and ${axis}`);
      }
      add(field, source);
    }
    const has = (field: string) => found.some((one) => one.field === field);
    for (const variable of VARIABLES) {
      const source = both.find((one) => one.name === variable) ?? this.#standard(variable, both);
      if (source !== undefined && !this.#claimed.has(source.name) && !has(variable)) add(variable, source);
    }
    for (const source of both) {
      if (this.#claimed.has(source.name)) continue;
      const field = VARIABLES.find((one) => VARIABLE_SPECIFICATIONS[one].aliases.includes(source.name)) ?? source.name;
      if (!has(field) && (isVariable(field) || isExtra(field))) add(field, source);
    }
    if (found.some(({ field }) => isVariable(field))) return found;
    const right = 'a mapping names them: {"observations": {"columns": {"temp_out": "ta"}}}';
    throw unreadable(
      `${this.#name} has none of ${VARIABLES.join(', ')} by station and time; ${right}; found ${this.listed()}`,
    );
  }

  /** The unit of a variable, where it is another than Halcyon's. */
  unitOf({ field, source, factor }: StationSeries): readonly (readonly [field: string, unit: string])[] {
    if (!isVariable(field) || factor !== 1) return [];
    const given = this.#mapping.units?.[field];
    const unit = given ?? unitNamed(source.attribute('units'));
    const own = VARIABLE_SPECIFICATIONS[field].unit;
    // Shares, counts and codes often have a unit that says so, or none.
    if (unit === own || unit === '') return [];
    if (isUnitOf(field, unit)) return [[field, unit]];
    const right = `should be one of ${unitsOf(field).join(', ')}; a mapping can say it: {"units": {"${field}": "${own}"}}`;
    throw unreadable(`${this.#name}: ${source.name} (${field}) has the unit '${unit}', ${right}`);
  }

  /** The one variable of a CF standard name, of the element that has this name first: not its extremes, and no one of several. */
  #standard(variable: Variable, both: readonly NetcdfVariable[]): NetcdfVariable | undefined {
    const { standardName } = VARIABLE_SPECIFICATIONS[variable];
    if (VARIABLES.find((one) => VARIABLE_SPECIFICATIONS[one].standardName === standardName) !== variable)
      return undefined;
    const named = both.filter(({ attribute }) => attribute('standard_name') === standardName);
    return named.length === 1 && !EXTREME.test(named[0].attribute('cell_methods')) ? named[0] : undefined;
  }

  #factor(field: string, source: NetcdfVariable): number {
    const isRate = field === ('rain' satisfies Variable) && unitNamed(source.attribute('units')) === RATE;
    return isRate && this.#mapping.units?.['rain'] === undefined ? 1 / TEN_MINUTES_IN_AN_HOUR : 1;
  }

  #named(name: string): NetcdfVariable {
    const found = this.#file.variables.find((one) => one.name === name);
    if (found !== undefined) return found;
    throw new HalcyonError(
      'invalid_parameter',
      `${this.#name} has no variable ${name}, which the mapping names; found ${this.listed()}`,
    );
  }
}

function oneName(given: string | readonly string[], field: string): string {
  if (typeof given === 'string') return given;
  throw new HalcyonError(
    'invalid_parameter',
    `the mapping has several columns for ${field}, should name one variable of a NetCDF file`,
  );
}

/** Values by station of a variable that may be given anew at each time. */
function firstOf(variable: NetcdfVariable, station: string, count: number): readonly (string | number)[] {
  const at = variable.dimensions.indexOf(station);
  if (at < 0 || variable.dimensions.length > 2) return new Array<string>(count).fill('');
  const values = Array.from<string | number>(variable.read());
  if (variable.dimensions.length === 1) return values;
  if (at === 1) return values.slice(0, count);
  return values.filter((_, k) => k % (values.length / count) === 0);
}

function known(value: string | number | undefined): string | number | undefined {
  return value === '' || Number.isNaN(value) ? undefined : value;
}

function unreadable(message: string): HalcyonError {
  return new HalcyonError('store_unreadable', message);
}
