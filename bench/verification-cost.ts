import { DOCUMENTED_FLOORS, DOCUMENTED_SPREADS } from '../detectors/baselines/baseline-book.ts';
import { NeighbourIndex } from '../detectors/spatial/neighbour-index.ts';
import { SPATIAL_METHODS } from '../detectors/spatial/registry.ts';
import { WindowStore } from '../detectors/windows/window-store.ts';
import type { Values } from '../schemas/observation.ts';
import { timeOfSlot } from '../schemas/time.ts';
import { VARIABLES } from '../schemas/variables.ts';

/** One measured figure and what is aimed at. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What is aimed at, in words; empty where nothing is. */
  readonly goal: string;
}

const SIZES = [1_000, 10_000, 100_000] as const;
/** One station to so many square kilometres: about 31 within 100 km. */
const KM2_A_STATION = 1_000;
const EARTH_KM = 6371;
/** What the verification that looks farthest back reads, the candidate's slot and an hour of hindsight. */
const HINDSIGHT = 6;
const SLOTS =
  Math.max(...Array.from(SPATIAL_METHODS.values(), (method) => method.specification.slotsBefore)) + 1 + HINDSIGHT;
const NEWEST = 2_900_000;
const VERIFICATIONS = 20_000;
const WARM_UP = 2_000;
/** Microseconds a verification that are aimed at, by method. */
const GOALS: Readonly<Record<string, string>> = { pearson: 'at most 20' };

/** mulberry32, uniform in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Stations spread evenly over a cap of the sphere round the pole that has the area for them. */
function networkOf(size: number, random: () => number): NeighbourIndex {
  const index = new NeighbourIndex(100);
  const height = (size * KM2_A_STATION) / (2 * Math.PI * EARTH_KM * EARTH_KM);
  for (let i = 0; i < size; i++) {
    const latitude = (Math.asin(1 - height * random()) * 180) / Math.PI;
    index.put(i, { id: `s${i}`, latitude, longitude: 360 * random() - 180, retired: false });
  }
  return index;
}

/** Windows of an ordinary afternoon: every variable wanders by less than stirs. */
function windowsOf(size: number, random: () => number): WindowStore {
  const windows = new WindowStore(SLOTS);
  for (let i = 0; i < size; i++) {
    const values: Values = { temp_out: 15, out_hum: 60, wind_speed: 12, bar: 1013, rain: 0 };
    for (let slot = NEWEST - SLOTS + 1; slot <= NEWEST; slot++) {
      for (const [v, variable] of VARIABLES.entries()) {
        if (variable !== 'rain')
          values[variable] = (values[variable] ?? 0) + (random() - 0.5) * 0.4 * DOCUMENTED_FLOORS[v];
      }
      windows.put(i, slot, timeOfSlot(slot), values);
    }
  }
  return windows;
}

/** Microseconds of CPU time a verification of the stations asked for, once the compiler has seen some. */
function microseconds(asked: readonly number[], verify: (station: number, k: number) => void): number {
  for (let k = 0; k < WARM_UP; k++) verify(asked[k], k);
  const before = process.cpuUsage();
  for (let k = 0; k < asked.length; k++) verify(asked[k], k);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / asked.length;
}

/**
 * Cost of a verification by every spatial method, at three sizes of a network of one density: the neighbours sought for the first
 * time, and the whole verification (neighbours from the index's rows, verdict, reason, evidence) with an hour of hindsight.
 */
export async function verificationCost(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of SIZES) {
    const random = seeded(size);
    const index = networkOf(size, random);
    const windows = windowsOf(size, random);
    const asked = Array.from({ length: VERIFICATIONS }, () => Math.floor(random() * size));
    const named = `${size.toLocaleString('en')} stations`;

    index.of(0);
    const fresh = new Set(asked.slice(0, 2_000));
    const begun = performance.now();
    for (const station of fresh) index.of(station);
    const sought = ((performance.now() - begun) * 1000) / fresh.size;
    figures.push({ name: `neighbours sought, ${named}`, value: sought, unit: 'us', goal: '' });

    for (const station of asked) index.of(station);
    for (const [name, method] of SPATIAL_METHODS) {
      const cost = microseconds(asked, (station, k) =>
        method.verify({
          station,
          variable: VARIABLES[k % VARIABLES.length],
          slot: NEWEST - HINDSIGHT,
          actual: 40,
          expected: 15,
          floors: DOCUMENTED_FLOORS,
          spreads: DOCUMENTED_SPREADS,
          neighbours: index.of(station),
          windows,
          known: NEWEST,
          hindsightSlots: HINDSIGHT,
        }),
      );
      figures.push({ name: `verification by ${name}, ${named}`, value: cost, unit: 'us', goal: GOALS[name] ?? '' });
    }
    // Others get their turn between the sizes.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return figures;
}
