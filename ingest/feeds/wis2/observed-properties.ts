import { isRainInterval } from '../../../schemas/rain-intervals.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { SourceForm } from '../../validation/source-form.ts';
import { isObject } from '../geojson/geojson-items.ts';
import { type Position, positionOf } from './notification.ts';

/** Fields of an observation by name. */
type Fields = Record<string, unknown>;

/** What is not said by the features themselves. */
export interface Otherwise {
  readonly station: string | null;
  readonly position: Position | null;
  readonly form: SourceForm;
}

/** Judged variables by the names of BUFR's table B (WMO-No. 306, volume I.2), as converters of WIS2 write them. */
const VARIABLE_OF: Readonly<Record<string, Variable>> = {
  air_temperature: 'temp_out',
  relative_humidity: 'out_hum',
  wind_speed: 'wind_speed',
};
/** Pressure at the level of the station, and reduced to that of the sea: which is judged says the form of the feed. */
const [STATION_PRESSURE, SEA_PRESSURE] = ['non_coordinate_pressure', 'pressure_reduced_to_mean_sea_level'];
const PRECIPITATION = 'total_precipitation_or_total_water_equivalent';
const MINUTE_MS = 60_000;

/** Names of units as BUFR, UDUNITS and people write them. */
const UNIT_OF: Readonly<Record<string, string>> = {
  Celsius: 'degC',
  'deg C': 'degC',
  'm s-1': 'm/s',
  'km h-1': 'km/h',
  'kg m-2': 'mm',
};

/** True where features hold one observed property each, as WIS2 has them made of BUFR. */
export function areObservedProperties(features: readonly unknown[]): boolean {
  return features.length > 0 && features.every((feature) => propertyOf(feature) !== null);
}

/**
 * The observations that features with one observed property each make together: those of one station and time are one
 * observation. What is no judged variable is kept under its own name; of several sums of precipitation the one of the
 * shortest interval is the rain, for it says most of ten minutes.
 */
export function gatheredObservations(features: readonly unknown[], otherwise: Otherwise): Fields[] {
  const gathered = new Map<string, Fields>();
  const intervals = new Map<Fields, number>();
  for (const feature of features) {
    const property = propertyOf(feature);
    if (property === null || property.value === null) continue;
    const { begin, end } = spanOf(property.time);
    const station = property.station ?? otherwise.station;
    const key = JSON.stringify([station, end]);
    const fields = gathered.get(key) ?? {
      station_id: station,
      time: end,
      ...(property.position ?? otherwise.position),
    };
    gathered.set(key, fields);
    const minutes = (Date.parse(String(end)) - Date.parse(String(begin))) / MINUTE_MS;
    const variable = variableOf(property.name, minutes, intervals.get(fields), otherwise.form);
    if (variable === 'rain') {
      if (intervals.has(fields)) fields[PRECIPITATION] = fields['rain'];
      intervals.set(fields, minutes);
      fields['intervals'] = { rain: minutes };
    }
    fields[variable ?? property.name] = property.value;
    const unit = UNIT_OF[property.units] ?? property.units;
    if (variable !== null && unit !== '') fields['units'] = { ...(fields['units'] as object), [variable]: unit };
    if (property.name === STATION_PRESSURE || property.name === SEA_PRESSURE) {
      fields['pressure_level'] = otherwise.form.pressureLevel ?? 'station';
    }
  }
  return [...gathered.values()];
}

interface ObservedProperty {
  readonly name: string;
  readonly value: unknown;
  readonly units: string;
  readonly station: string | null;
  readonly time: unknown;
  readonly position: Position | null;
}

/** Of both forms that are about: with a result of its own, and with name, value and units beside each other. */
function propertyOf(feature: unknown): ObservedProperty | null {
  if (!isObject(feature) || !isObject(feature['properties'])) return null;
  const { properties } = feature;
  const name = properties['observedProperty'] ?? properties['name'];
  const result = isObject(properties['result']) ? properties['result'] : properties;
  if (typeof name !== 'string' || properties['phenomenonTime'] === undefined || !('value' in result)) return null;
  const { value, units } = result;
  const given = properties['host'] ?? properties['wigos_station_identifier'];
  return {
    name: name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase(),
    value,
    units: typeof units === 'string' ? units : '',
    station: typeof given === 'string' && given !== 'UNKNOWN' ? given : null,
    time: properties['phenomenonTime'],
    position: positionOf(feature['geometry']),
  };
}

/** An interval of ISO 8601 holds for the time it ends. */
function spanOf(time: unknown): { begin: unknown; end: unknown } {
  if (typeof time !== 'string' || !time.includes('/')) return { begin: time, end: time };
  const [begin, end] = time.split('/', 2);
  return { begin, end };
}

/**
 * @param minutes how long the property was observed
 * @param known minutes of the rain that there is already; undefined where there is none
 */
function variableOf(
  name: string,
  minutes: number,
  known: number | undefined,
  { pressureLevel }: SourceForm,
): Variable | null {
  if (name === (pressureLevel === 'sea_level' ? SEA_PRESSURE : STATION_PRESSURE)) return 'bar';
  // Sums of more than an hour say nothing of ten minutes.
  if (name === PRECIPITATION)
    return isRainInterval(minutes) && minutes < (known ?? Number.POSITIVE_INFINITY) ? 'rain' : null;
  return VARIABLE_OF[name] ?? null;
}
