import type { Station } from '../../schemas/station.ts';
import { SLOTS_PER_HOUR } from '../../schemas/time.ts';
import { COMPARED } from '../neighbours/asked-neighbours.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import type { TimedWindows } from '../windows/windows-between.ts';
import { type AskedNeighbour, likeness, type Passage, sizeOf } from './passage.ts';
import { SLOTS_AFTER, StationChange, type UsualChanges } from './station-change.ts';

/** A change that is larger than any other within an hour of it is told, the first of equal ones [slots]. */
const ALONE_WITHIN = SLOTS_PER_HOUR;
/** Slots after one by which it is known whether something passed at it: windows hold them. */
export const KNOWN_AFTER = ALONE_WITHIN + SLOTS_AFTER;
/** Smallest change that is told, in the least ones that neighbours are asked about. */
export const LEAST_SIZE = 1;
const KEPT = 2 * ALONE_WITHIN + 1;

/** The stations of a network, by index, as far as passages need them. */
interface CrossedStations {
  readonly ids: readonly string[];
  readonly registered: readonly (Station | undefined)[];
  readonly neighbours: { of(station: number): readonly Neighbour[] };
}

/** What passages are found by. */
export interface PassageDependencies {
  readonly windows: TimedWindows;
  readonly stations: CrossedStations;
  readonly usual: UsualChanges;
  /** First slot at which something may pass. */
  readonly begin: number;
  /** Stations by index of which passages are sought. */
  readonly lookedAt: () => Iterable<number>;
}

/**
 * Finds the passages over the stations of one network as its slots pass: a pure function of the reports around each slot. It
 * holds 13 numbers a station.
 */
export class PassageFinder {
  readonly #dependencies: PassageDependencies;
  readonly #change: StationChange;
  /** Sizes of the changes at the last KEPT slots of each station, [slot mod KEPT]. */
  readonly #sizes: Float32Array[] = [];
  #measured: number;

  constructor(dependencies: PassageDependencies) {
    this.#dependencies = dependencies;
    this.#change = new StationChange(dependencies.windows, dependencies.usual);
    this.#measured = dependencies.begin - 1;
  }

  /** All slots up to one are complete in the windows. @returns the passages that are known by that and were not before */
  passUpTo(slot: number): Passage[] {
    const found: Passage[] = [];
    while (this.#measured < slot - SLOTS_AFTER) this.#measureAll(++this.#measured, found);
    return found;
  }

  #measureAll(slot: number, found: Passage[]): void {
    for (const station of this.#dependencies.lookedAt()) {
      this.#sizes[station] ??= new Float32Array(KEPT);
      const sizes = this.#sizes[station];
      sizes[placeOf(slot)] = this.#change.at(station, slot) ? sizeOf(this.#change.sizes) : 0;
      const middle = slot - ALONE_WITHIN;
      if (this.#isLargest(station, middle)) this.#tell(station, middle, found);
    }
  }

  /** Between hourly reports, what undoes a change does not hide it: a storm that comes and goes within the hour came. */
  #isLargest(station: number, slot: number): boolean {
    const sizes = this.#sizes[station];
    const size = sizes[placeOf(slot)];
    if (size < LEAST_SIZE) return false;
    const larger: number[] = [];
    for (let k = 1; k <= ALONE_WITHIN; k++) {
      if (sizes[placeOf(slot - k)] >= size) larger.push(slot - k);
      if (sizes[placeOf(slot + k)] > size) larger.push(slot + k);
    }
    if (larger.length === 0) return true;
    if (!this.#change.at(station, slot) || this.#change.apart < ALONE_WITHIN) return false;
    const own = [...this.#change.sizes];
    return larger.every((other) => {
      this.#change.at(station, other);
      return likeness(own, this.#change.sizes) < 0;
    });
  }

  #tell(station: number, slot: number, found: Passage[]): void {
    const { windows, stations } = this.#dependencies;
    const { ids, registered, neighbours } = stations;
    const place = registered[station];
    if (place === undefined) return;
    const near = neighbours.of(station);
    if (near.length === 0 || !this.#change.at(station, slot)) return;
    const { changes, left, sizes, apart } = this.#change;
    found.push({
      station: ids[station],
      stationName: place.name,
      latitude: place.latitude,
      longitude: place.longitude,
      slot,
      time: windows.timeAt(station, slot),
      apart,
      changes: [...changes],
      left: [...left],
      sizes: [...sizes],
      asked: askedAround(near, slot, (index, at) => windows.reported(index, at)),
    });
  }
}

/** The nearest neighbours of a station that reported within an hour of a slot: they could have shown the same. */
export function askedAround(
  neighbours: readonly Neighbour[],
  slot: number,
  reported: (station: number, slot: number) => boolean,
): AskedNeighbour[] {
  const asked: AskedNeighbour[] = [];
  for (const { index, id, km } of neighbours) {
    if (asked.length === COMPARED) break;
    let there = false;
    for (let k = 0; k <= ALONE_WITHIN && !there; k++) there = reported(index, slot + k) || reported(index, slot - k);
    if (there) asked.push({ station: id, km });
  }
  return asked;
}

/** Slots before 1970 are negative. */
function placeOf(slot: number): number {
  return ((slot % KEPT) + KEPT) % KEPT;
}
