import type { Station } from '../../../schemas/station.ts';
import { isoOf } from '../../../schemas/time.ts';

/** A station as answers show it: degrees (WGS 84), metres above sea level. */
export interface StationAnswer {
  network: string;
  station_id: string;
  station_name: string;
  latitude: number;
  longitude: number;
  elevation: number | null;
  pressure_level: string;
  retired: boolean;
  /** ISO 8601 UTC. */
  updated: string;
}

/** A station in the document's words. */
export function stationAnswer(station: Station): StationAnswer {
  return {
    network: station.network,
    station_id: station.id,
    station_name: station.name,
    latitude: station.latitude,
    longitude: station.longitude,
    elevation: station.elevation,
    pressure_level: station.pressureLevel,
    retired: station.retired,
    updated: isoOf(station.updated),
  };
}
