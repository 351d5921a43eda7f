import { between, hash, uniform } from './lattice-noise.ts';

/** Thunderstorms are born at most once in each square of this side [km] and stretch of this length [slots]: 12 hours. */
const SQUARE = 160;
const EPOCH = 72;
/** Share of squares and stretches with a storm in high summer; a third of it in winter. */
const SUMMER_SHARE = 0.3;
const LONGEST_LIFE = 18;
/** A storm is felt for so long after it reached a station [slots]. */
const FELT = 18;
/** Where it stands out in a station's data [slots]. */
export const STORM_SLOTS = 6;

/** A storm at one station. */
export interface StormPassage {
  /** First slot that shows it. */
  onset: number;
  /** Fall of temperature under it [degC]; 0: no storm. */
  drop: number;
}

/** Thunderstorms: cells of 15 to 28 km radius that live two to three hours, move on their own way and touch only what is under them. */
export class Thunderstorms {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed ^ 0x2b7e15;
  }

  /**
   * The strongest storm that a point feels at a slot, written into `passage`.
   *
   * @param summer 1 in high summer, 0 in winter
   */
  at(east: number, north: number, slot: number, summer: number, passage: StormPassage): void {
    passage.drop = 0;
    const share = SUMMER_SHARE * (1 / 3 + (2 / 3) * summer) * 2 ** 32;
    const column = Math.floor(east / SQUARE);
    const row = Math.floor(north / SQUARE);
    const epoch = Math.floor(slot / EPOCH);
    for (let e = epoch - 1; e <= epoch; e++) {
      for (let c = column - 1; c <= column + 1; c++) {
        for (let r = row - 1; r <= row + 1; r++) {
          const born = hash(this.#seed, c, r, e);
          if (born >= share) continue;
          const birth = e * EPOCH + between(0, EPOCH, born, 1, 0, 0);
          if (slot < birth || slot > birth + LONGEST_LIFE + FELT) continue;
          const onset = onsetAt(born, birth, east - c * SQUARE, north - r * SQUARE);
          if (onset > slot || slot - onset >= FELT) continue;
          const drop = between(4.5, 9, born, 7, 0, 0);
          if (drop > passage.drop) {
            passage.onset = onset;
            passage.drop = drop;
          }
        }
      }
    }
  }
}

/**
 * First slot at which a storm stands over a point; Infinity where it never does.
 *
 * @param born bits from which the storm is drawn
 * @param birth fractional slot
 * @param east and
 * @param north of the corner of its square [km]
 */
function onsetAt(born: number, birth: number, east: number, north: number): number {
  const life = between(12, LONGEST_LIFE, born, 2, 0, 0);
  const radius = between(15, 28, born, 3, 0, 0);
  const speed = between(25, 40, born, 4, 0, 0) / 6;
  const heading = between(-0.9, 0.9, born, 5, 0, 0);
  const eastward = speed * Math.cos(heading);
  const northward = speed * Math.sin(heading);
  const dx = east - uniform(born, 6, 0, 0) * SQUARE;
  const dy = north - uniform(born, 6, 1, 0) * SQUARE;
  const nearest = (dx * eastward + dy * northward) / (speed * speed);
  const miss = Math.abs(dx * northward - dy * eastward) / speed;
  if (miss >= radius) return Infinity;
  const half = Math.sqrt(radius * radius - miss * miss) / speed;
  const enters = Math.max(0, nearest - half);
  return enters >= Math.min(life, nearest + half) ? Infinity : Math.ceil(birth + enters);
}

/** How much of the outflow's cold is there, `k` whole slots after the onset: 0 to 1. */
export function stormShape(k: number): number {
  return Math.min(1, (k + 1) / 2) * (k < 3 ? 1 : Math.max(0, 1 - (k - 3) / 15));
}

/** Rise of pressure in the cold outflow [hPa]. */
export function stormPressure(drop: number, k: number): number {
  return 0.22 * drop * (k < 4 ? Math.min(1, (k + 1) / 2) : Math.max(0, 1 - (k - 4) / 10));
}

/** Gusts [km/h]. */
export function stormWind(drop: number, k: number): number {
  return k > 3 ? 0 : 5 * drop * (1 - k / 4);
}

/** Rain [mm in ten minutes]. */
export function stormRain(drop: number, k: number): number {
  return k > 4 ? 0 : 1.2 * drop * (1 - k / 5);
}
