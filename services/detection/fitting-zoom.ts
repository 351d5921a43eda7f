import { mercator } from '../../schemas/mercator.ts';
import { MAP_ZOOM } from '../../schemas/station-state.ts';
import type { StationInBrief } from './station-states.ts';

/** Size of a map [px]. */
export interface MapSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The zoom, as a whole number, nearest to the highest at which all of some stations are on a map of a size. Leaflet's `getBoundsZoom`
 * goes in steps, and takes what is short of one by less than a hundredth of it for that.
 */
export function fittingZoom(stations: readonly StationInBrief[], { width, height }: MapSize): number {
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { station } of stations) {
    const [x, y] = mercator(station.latitude, station.longitude);
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [north, south] = [Math.min(north, y), Math.max(south, y)];
  }
  const zoom = Math.log2(Math.min(width / (east - west), height / (south - north)));
  const { least, fit, step } = MAP_ZOOM;
  const fitting = Math.floor(Math.round((zoom / step) * 100) / 100) * step;
  return Number.isNaN(fitting) ? least : Math.round(Math.max(least, Math.min(fit, fitting)));
}
