import { seeded } from '../../test/detectors/stages/small-network.ts';
import type { Places } from './continent.ts';

/** Stations that tell where cells are parted. */
const SAMPLE = 200_000;

/** A cell, or where two halves of an area are parted. */
type Node = number | { readonly byLatitude: boolean; readonly at: number; readonly low: Node; readonly high: Node };

/**
 * Parts an area into cells with as many stations each: it is halved again and again across its longer side. Cells whose
 * numbers are near to each other are near to each other. A place that has no station yet has its cell too.
 */
export class CellTree {
  readonly #root: Node;

  /** @param cells how many, from 1 on */
  constructor({ latitudes, longitudes }: Places, cells: number) {
    const random = seeded(1);
    const share = Math.min(1, SAMPLE / latitudes.length);
    const sample: [number, number][] = [];
    for (let k = 0; k < latitudes.length; k++) {
      if (share === 1 || random() < share) sample.push([latitudes[k], longitudes[k]]);
    }
    this.#root = parted(sample, 0, cells);
  }

  /** The cell of a place. */
  cellOf(latitude: number, longitude: number): number {
    let node = this.#root;
    while (typeof node !== 'number') node = (node.byLatitude ? latitude : longitude) < node.at ? node.low : node.high;
    return node;
  }
}

function parted(places: readonly [number, number][], first: number, cells: number): Node {
  if (cells === 1 || places.length < 2) return first;
  const [latitudes, longitudes] = [places.map(([latitude]) => latitude), places.map(([, longitude]) => longitude)];
  const [south, north] = extentOf(latitudes);
  const [west, east] = extentOf(longitudes);
  const byLatitude = north - south > (east - west) * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const below = Math.floor(cells / 2);
  const sorted = (byLatitude ? latitudes : longitudes).sort((a, b) => a - b);
  const at = sorted[Math.floor((sorted.length * below) / cells)];
  const isLow = ([latitude, longitude]: readonly [number, number]) => (byLatitude ? latitude : longitude) < at;
  return {
    byLatitude,
    at,
    low: parted(places.filter(isLow), first, below),
    high: parted(
      places.filter((place) => !isLow(place)),
      first + below,
      cells - below,
    ),
  };
}

function extentOf(values: readonly number[]): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}
