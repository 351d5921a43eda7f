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
] as const;

/** What a SELECT asks for, in the order of `stationOf`. */
export const STATION_SELECT = `network, id, name, latitude, longitude, elevation, pressure_level, retired,
  toUnixTimestamp64Milli(updated), rain_interval`;

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
    retired: row[7],
    updated: row[8],
  };
}
