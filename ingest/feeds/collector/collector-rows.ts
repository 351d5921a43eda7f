import { isoOf } from '../../../schemas/time.ts';
import type { RawItem } from '../../raw-item.ts';
import { fillIn, type SourceForm } from '../../validation/source-form.ts';
import type { SourceZone } from '../clock/source-zone.ts';
import type { TableRow, TimedRow } from './collector-tables.ts';

type Fields = Record<string, unknown>;

/** The registration that a row of stations makes, as the push interface names its fields. */
export function stationFields(row: TableRow, form: SourceForm): Fields {
  const { station_id, latitude, longitude, elevation } = row;
  const names = [row['station_name_en'], row['station_name_gr'], row['station_name'], row['name']];
  const station_name = names.find((name) => name !== undefined && name !== null && name.trim() !== '');
  const { pressure_level, rain_interval, manufacturer, model } = row;
  const place = { latitude, longitude, elevation, pressure_level, rain_interval };
  const fields: Fields = { station_id, station_name, ...place, manufacturer, model };
  if (form.pressureLevel !== null) fields['pressure_level'] ||= form.pressureLevel;
  if (form.intervals.rain !== undefined) fields['rain_interval'] ||= form.intervals.rain;
  return fields;
}

/** The observation that a row makes, as the push interface names its fields; its time in UTC where it has one. */
export function observationFields({ time, row }: TimedRow, zone: SourceZone, form: SourceForm): Fields {
  const fields: Fields = {};
  // The number of a row is the database's, not the weather's.
  for (const column in row) if (column !== 'id' && row[column] !== null) fields[column] = row[column];
  if (typeof time === 'number') fields['time'] = isoOf(time);
  // With the zone's name nobody takes the time for one of UTC when the record is read again.
  else if (row['time']) fields['time'] = `${row['time']} ${zone.name}`;
  fillIn(fields, form);
  return fields;
}

/** The item of a row, with all that is needed to read it again without the database. */
export function observationItem(timed: TimedRow, zone: SourceZone, form: SourceForm): RawItem {
  const fields = observationFields(timed, zone, form);
  const body = Buffer.from(JSON.stringify(fields));
  return { fields, body, mediaType: 'application/json', context: '', place: placeOf(timed.row) };
}

/** Where a row stands: its number, or what it is known by. */
export function placeOf(row: TableRow): string {
  return `observations:${row['id'] ?? `${row['station_id'] ?? ''}/${row['time'] ?? ''}`}`;
}
