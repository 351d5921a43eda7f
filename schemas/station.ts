/** Where a pressure value holds: at the station, or reduced to sea level; `unknown` where the source does not say. */
export const PRESSURE_LEVELS = ['station', 'sea_level', 'unknown'] as const;
export type PressureLevel = (typeof PRESSURE_LEVELS)[number];

/** A weather station of one network. */
export interface Station {
  /** Neighbours are sought inside one network. */
  readonly network: string;
  /** Unique inside its network. */
  readonly id: string;
  readonly name: string;
  /** Degrees north, WGS 84. */
  readonly latitude: number;
  /** Degrees east, WGS 84. */
  readonly longitude: number;
  /** Metres above sea level, null where unknown. */
  readonly elevation: number | null;
  readonly pressureLevel: PressureLevel;
  /** Minutes that its amounts of rain fall over, where its observations do not say; null: not declared. */
  readonly rainInterval: number | null;
  /** Who made the station, and what they call it; null: not declared. */
  readonly manufacturer: string | null;
  readonly model: string | null;
  /** A retired station is kept with its history and is nobody's neighbour. */
  readonly retired: boolean;
  /** ms since the epoch: when this state of the registration was accepted; the newest counts. */
  readonly updated: number;
}

/** A station of its fields. Written out, since a copy by spreading takes three times the memory where millions are held. */
export function newStation(it: Station): Station {
  return {
    network: it.network,
    id: it.id,
    name: it.name,
    latitude: it.latitude,
    longitude: it.longitude,
    elevation: it.elevation,
    pressureLevel: it.pressureLevel,
    rainInterval: it.rainInterval,
    manufacturer: it.manufacturer,
    model: it.model,
    retired: it.retired,
    updated: it.updated,
  };
}

/** Key of a station's records on the log. */
export function stationKey(network: string, station: string): string {
  return `${network}/${station}`;
}
