import { hash, uniform } from './lattice-noise.ts';

/** Stretch of time in which a station has at most one gap [slots]: a day. */
const EPOCH = 144;
const SHARE_WITH_GAP = 0.5;
const LONGEST = 24;

/** `missed`: a report or two did not come; `outage`: none for hours; `missing`: reports come without one variable. */
export type GapKind = 'missed' | 'outage' | 'missing';

/** A gap in what a station reports. */
export interface ReportGap {
  readonly kind: GapKind;
  /** Indices into VARIABLES. */
  readonly variables: readonly number[];
  /** First and last slot. */
  readonly start: number;
  readonly end: number;
}

const ALL = [0, 1, 2, 3, 4];

/** When which station reports nothing, or not everything: a pure function of seed, station and slot. */
export class MissingReports {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed ^ 0x41c64e;
  }

  /** The gap that a station has at a slot. */
  at(station: number, slot: number): ReportGap | null {
    const gap = this.#of(station, Math.floor((slot + this.#shift(station)) / EPOCH), slot);
    return gap !== null && gap.start <= slot && slot <= gap.end ? gap : null;
  }

  /** Every gap of a station that touches the slots from <= t <= to. */
  between(station: number, from: number, to: number): ReportGap[] {
    const shift = this.#shift(station);
    const gaps: ReportGap[] = [];
    for (let epoch = Math.floor((from + shift) / EPOCH); epoch <= Math.floor((to + shift) / EPOCH); epoch++) {
      const gap = this.#of(station, epoch);
      if (gap !== null && gap.start <= to && gap.end >= from) gaps.push(gap);
    }
    return gaps;
  }

  #shift(station: number): number {
    return hash(this.#seed, station, 1, 0) % EPOCH;
  }

  /** The gap of a stretch; null also where it is far from the slot that is asked for, before anything is allocated. */
  #of(station: number, epoch: number, slot?: number): ReportGap | null {
    const bits = hash(this.#seed, station, 2, epoch);
    if (bits >= SHARE_WITH_GAP * 2 ** 32) return null;
    const start = epoch * EPOCH - this.#shift(station) + Math.floor((EPOCH - LONGEST) * uniform(bits, 1, 0, 0));
    if (slot !== undefined && (slot < start || slot >= start + LONGEST)) return null;
    const choice = uniform(bits, 2, 0, 0);
    const extent = uniform(bits, 3, 0, 0);
    if (choice < 0.7) return { kind: 'missed', variables: ALL, start, end: start + Math.floor(2 * extent) };
    if (choice < 0.95) {
      const variables = [hash(bits, 4, 0, 0) % ALL.length];
      return { kind: 'missing', variables, start, end: start + Math.floor(12 * extent) };
    }
    return { kind: 'outage', variables: ALL, start, end: start + 5 + Math.floor((LONGEST - 6) * extent) };
  }
}
