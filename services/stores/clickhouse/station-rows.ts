import type { PressureLevel, Station } from '../../../schemas/station.ts';

/** Columns of an insert, in the order of `stationCells`. */
export const STATION_COLUMNS = [
  'network',
  'id',
  'name',
  'latitude',
  'longitude',
  'elevation',
  'pressure_level',
  'retired',
  'updated',
  'rain_interval',
  'manufacturer',
  'model',
] as const;

/** What a SELECT asks for, in the order of `stationOf`. */
export const STATION_SELECT = `network, id, name, latitude, longitude, elevation, pressure_level, retired,
  toUnixTimestamp64Milli(updated), rain_interval, manufacturer, model`;

/** Cells that it gives; what is asked for beside them follows. */
export const STATION_CELLS = STATION_COLUMNS.length;

export type StationRow = [
  network: string,
  id: string,
  name: string,
  latitude: number,
  longitude: number,
  elevation: number | null,
  pressureLevel: PressureLevel,
  retired: boolean,
  updated: number,
  rainInterval: number | null,
  manufacturer: string | null,
  model: string | null,
];

/** The cells of an insert. */
export function stationCells(it: Station): StationRow {
  return [
    it.network,
    it.id,
    it.name,
    it.latitude,
    it.longitude,
    it.elevation,
    it.pressureLevel,
    it.retired,
    it.updated,
    it.rainInterval,
    it.manufacturer,
    it.model,
  ];
}

/** The station of a row. */
export function stationOf(row: StationRow): Station {
  return {
    network: row[0],
    id: row[1],
    name: row[2],
    latitude: row[3],
    longitude: row[4],
    elevation: row[5],
    pressureLevel: row[6],
    rainInterval: row[9],
    manufacturer: row[10],
    model: row[11],
    retired: row[7],
    updated: row[8],
  };
}
