import type { StationAnswer } from '../../schemas/http/answers/station-answer.ts';
import type { Station } from '../../schemas/station.ts';
import { isoOf } from '../../schemas/time.ts';

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
    rain_interval: station.rainInterval,
    manufacturer: station.manufacturer,
    model: station.model,
    retired: station.retired,
    updated: isoOf(station.updated),
  };
}
