import { SLOT_MS, timeOfSlot } from '../../../schemas/time.ts';
import { hash } from './lattice-noise.ts';

/** Room for the index of a station beside its offset in one exact number. */
const INDEX_ROOM = 2 ** 21;

/**
 * When each report comes at real pace: every station sends at an offset of its own after the slot's centre, so that the
 * network's reports are spread over the ten minutes. None comes before the time it speaks of.
 */
export class ReportSchedule {
  readonly #order: Uint32Array;
  readonly #offsets: Uint32Array;

  constructor(stations: number, seed: number) {
    const keys = new Float64Array(stations);
    for (let i = 0; i < stations; i++) keys[i] = (hash(seed, i, 31, 0) % SLOT_MS) * INDEX_ROOM + i;
    keys.sort();
    this.#order = Uint32Array.from(keys, (key) => key % INDEX_ROOM);
    this.#offsets = Uint32Array.from(keys, (key) => Math.floor(key / INDEX_ROOM));
  }

  /** Index of the station that is the `place`-th to report in each slot. */
  station(place: number): number {
    return this.#order[place];
  }

  /** When its report for a slot comes, ms since the epoch. */
  time(slot: number, place: number): number {
    return timeOfSlot(slot) + this.#offsets[place];
  }
}
