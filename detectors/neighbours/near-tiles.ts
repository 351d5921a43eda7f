import { KM_A_DEGREE, longitudeReach } from '../../schemas/degrees-on-sphere.ts';
import { wrappedLongitude } from '../../schemas/wrapped-longitude.ts';

/** Distances of neighbours are rounded to the metre: a place is near by a little more than that [km]. */
const MARGIN_KM = 0.01;
/** Tiles of a radius: smaller ones follow the circle more closely, and are more. */
const TILES_A_RADIUS = 4;
/** Smallest side of a tile [degrees]: of smaller ones the sphere would have too many. */
const LEAST_SIDE = 0.1;
/** More than the columns of any band. */
const COLUMNS = 4096;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * Which places lie within a radius of some others, by tiles: never too few, and at most those of a tile too many. What it
 * holds depends on the area, not on how many places there are.
 */
export class NearTiles {
  /** The radius [degrees of latitude]. */
  readonly #reach: number;
  readonly #side: number;
  /** Tiles that hold a place, and those within the radius of one. */
  readonly #marked = new Set<number>();
  readonly #near = new Set<number>();

  /** @param radiusKm above 0 to 1,000 */
  constructor(radiusKm: number) {
    this.#reach = (radiusKm + MARGIN_KM) / KM_A_DEGREE;
    this.#side = Math.max(LEAST_SIDE, this.#reach / TILES_A_RADIUS);
  }

  /** All within the radius of a place is near from now on. Returns true where some of it may not have been. */
  mark(latitude: number, longitude: number): boolean {
    const tile = this.#tileOf(latitude, longitude);
    if (tile === null || this.#marked.has(tile)) return false;
    this.#marked.add(tile);
    const before = this.#near.size;
    const band = Math.floor(tile / COLUMNS);
    const south = this.#southOf(band);
    const width = 360 / this.#columnsOf(band);
    const west = (tile % COLUMNS) * width - 180;
    const edge = Math.min(90, Math.max(Math.abs(south), Math.abs(south + this.#side)));
    const spread = longitudeReach(edge, this.#reach);
    const last = this.#bandOf(Math.min(90, south + this.#side + this.#reach));
    for (let b = this.#bandOf(Math.max(-90, south - this.#reach)); b <= last; b++) {
      this.#markRow(b, west - spread, west + width + spread);
    }
    return this.#near.size > before;
  }

  /** Whether a place may lie within the radius of one that was marked; false where it is not known. */
  isNear(latitude: number, longitude: number): boolean {
    const tile = this.#tileOf(latitude, longitude);
    return tile !== null && this.#near.has(tile);
  }

  #markRow(band: number, west: number, east: number): void {
    const columns = this.#columnsOf(band);
    const first = Math.floor(((west + 180) / 360) * columns);
    const last = Math.floor(((east + 180) / 360) * columns);
    const count = Math.min(columns, last - first + 1);
    for (let k = 0; k < count; k++) this.#near.add(band * COLUMNS + ((((first + k) % columns) + columns) % columns));
  }

  #tileOf(latitude: number, longitude: number): number | null {
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
    const band = this.#bandOf(latitude);
    const columns = this.#columnsOf(band);
    const column = Math.min(columns - 1, Math.floor(((wrappedLongitude(longitude) + 180) / 360) * columns));
    return band * COLUMNS + column;
  }

  #bandOf(latitude: number): number {
    return Math.floor((Math.max(-90, Math.min(90, latitude)) + 90) / this.#side);
  }

  #southOf(band: number): number {
    return band * this.#side - 90;
  }

  /** Tiles of a band: as wide as they are high at its wider edge, at least. */
  #columnsOf(band: number): number {
    const south = this.#southOf(band);
    const north = south + this.#side;
    const widest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
    return Math.max(1, Math.floor((360 * Math.cos(radians(Math.min(90, widest)))) / this.#side));
  }
}
