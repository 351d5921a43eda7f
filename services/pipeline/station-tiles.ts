import type { NetworkStations } from '../../detectors/network/network-stations.ts';

/** Stations of a tile at most: with those around them what is held of their days is some ten megabytes. */
const TILE = 500;
/** Stations of a tile lie in bands of this width [degrees of latitude]. */
const BAND = 1;

/** Some stations of a network that lie beside each other, as indices. */
export interface StationTile {
  readonly own: ReadonlySet<number>;
  /** Those, their neighbours, and the neighbours of these. */
  readonly needed: readonly number[];
}

/**
 * The stations of a network in tiles, each with all whose values are asked for by whoever holds its sensors against their
 * neighbours, and these against theirs.
 *
 * @param most stations of a tile
 */
export function* stationTiles({ ids, registered, neighbours }: NetworkStations, most = TILE): Generator<StationTile> {
  const bandOf = (station: number) => Math.floor((registered[station]?.latitude ?? 0) / BAND);
  const longitudeOf = (station: number) => registered[station]?.longitude ?? 0;
  const order = [...ids.keys()].sort((a, b) => bandOf(a) - bandOf(b) || longitudeOf(a) - longitudeOf(b) || a - b);
  for (let at = 0; at < order.length; at += most) {
    const own = new Set(order.slice(at, at + most));
    const needed = new Set(own);
    for (let hop = 0; hop < 2; hop++) {
      for (const station of [...needed]) for (const { index } of neighbours.of(station)) needed.add(index);
    }
    yield { own, needed: [...needed] };
  }
}
