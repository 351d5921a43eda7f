import { between, smoothNoise, uniform } from './lattice-noise.ts';

/** Stretch of time that holds at most one front [slots]: 39 hours. */
const EPOCH = 234;
/** A front comes at least so long after the epoch's begin and before its end, so that it is felt within one epoch only [slots]. */
const MARGIN = 58;
const SHARE_WITH_FRONT = 0.9;
/** Where a front stands out in a station's data: the first and the last slot after its onset. */
export const FRONT_SLOTS = 12;

/** A front at one station. */
export interface FrontPassage {
  /** Fractional slot at which it reaches the station; the first slot that shows it is the next whole one. */
  onset: number;
  /** Fall of temperature behind it [degC]; 0: no front in reach. */
  drop: number;
}

/**
 * Cold fronts that cross the plane one after the other. All of them move with the same steering wind, so that the time
 * a station is reached is the time at the centre plus the way along the wind over the speed, bent by a wave along the front.
 */
export class ColdFronts {
  readonly #seed: number;
  readonly #alongEast: number;
  readonly #alongNorth: number;
  /** [km a slot] */
  readonly speed: number;

  constructor(seed: number) {
    this.#seed = seed ^ 0x51f0a7;
    // Towards somewhere between east-south-east and north-east, at 35 to 55 km/h.
    const heading = between(-0.6, 0.7, this.#seed, 1, 0, 0);
    this.#alongEast = Math.cos(heading);
    this.#alongNorth = Math.sin(heading);
    this.speed = between(35, 55, this.#seed, 2, 0, 0) / 6;
  }

  /** Velocity of the steering wind [km a slot]. */
  get velocity(): readonly [east: number, north: number] {
    return [this.speed * this.#alongEast, this.speed * this.#alongNorth];
  }

  /** The front that a point feels at a slot, written into `passage`. */
  at(east: number, north: number, slot: number, passage: FrontPassage): void {
    const delay = (east * this.#alongEast + north * this.#alongNorth) / this.speed;
    this.#of(Math.floor((slot - delay) / EPOCH), east, north, delay, passage);
  }

  /** Every front that reaches a point in the slots from <= t <= to. */
  reaching(east: number, north: number, from: number, to: number): FrontPassage[] {
    const delay = (east * this.#alongEast + north * this.#alongNorth) / this.speed;
    const found: FrontPassage[] = [];
    for (let epoch = Math.floor((from - delay) / EPOCH); epoch <= Math.floor((to - delay) / EPOCH); epoch++) {
      const passage = { onset: 0, drop: 0 };
      this.#of(epoch, east, north, delay, passage);
      if (passage.drop > 0 && Math.ceil(passage.onset) >= from && Math.ceil(passage.onset) <= to) found.push(passage);
    }
    return found;
  }

  #of(epoch: number, east: number, north: number, delay: number, passage: FrontPassage): void {
    const seed = this.#seed;
    passage.drop = 0;
    if (uniform(seed, epoch, 3, 0) >= SHARE_WITH_FRONT) return;
    const cross = north * this.#alongEast - east * this.#alongNorth;
    const wave =
      between(0, 3, seed, epoch, 4, 0) *
      Math.sin(cross / between(90, 200, seed, epoch, 5, 0) + 6 * uniform(seed, epoch, 6, 0));
    passage.onset = epoch * EPOCH + between(MARGIN, EPOCH - MARGIN, seed, epoch, 7, 0) + delay + wave;
    // Strength varies slowly along the front.
    passage.drop = between(5, 9, seed, epoch, 8, 0) * (1 + 0.2 * smoothNoise(seed, east / 60, north / 60, epoch));
  }
}

/** Temperature against a day without the front, `k` slots after its onset [degC]. */
export function frontTemperature(drop: number, k: number): number {
  if (k < 0) return k < -40 ? 0 : 1.2 * (1 + k / 40);
  const fade = k < 14 ? 1 : Math.max(0, 1 - (k - 14) / 36);
  // The warm air ahead goes as the cold comes.
  return 1.2 * Math.max(0, 1 - k / 2.5) - drop * Math.min(1, k / 2.5) * fade;
}

/** Dew point likewise [degC]: it falls less than the temperature, so that humidity rises. */
export function frontDewPoint(drop: number, k: number): number {
  if (k < 0) return k < -40 ? 0 : 1.5 * (1 + k / 40);
  const fade = k < 14 ? 1 : Math.max(0, 1 - (k - 14) / 36);
  return 1.5 * Math.max(0, 1 - k / 6) - 0.5 * drop * Math.min(1, k / 6) * fade;
}

/** Pressure likewise [hPa]: a trough that deepens for eight hours, a jump within 20 minutes, a slow recovery. */
export function frontPressure(drop: number, k: number): number {
  const depth = 0.45 * drop;
  if (k < 0) return k < -48 ? 0 : -depth * (1 + k / 48);
  const rest = depth - 0.27 * drop * Math.min(1, k / 2);
  return k > 40 ? 0 : -rest * (1 - k / 40);
}

/** Wind likewise [km/h]: gusts for an hour. */
export function frontWind(drop: number, k: number): number {
  return k < 0 || k > 8 ? 0 : 4 * drop * (1 - k / 8);
}

/** Rain likewise [mm in ten minutes]: two hours of light rain ahead, a shower behind. */
export function frontRain(drop: number, k: number): number {
  if (k < -12 || k > 5) return 0;
  return k < 0 ? 0.08 * drop * (1 + k / 12) : 0.55 * drop * (1 - k / 5);
}
