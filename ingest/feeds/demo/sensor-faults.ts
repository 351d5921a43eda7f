import { possibleValue, VARIABLES } from '../../../schemas/variables.ts';
import { between, hash, normal, uniform } from './lattice-noise.ts';

/** Stretch of time in which a station has at most one fault [slots]: 42 hours, four a week. */
const EPOCH = 252;
const SHARE_WITH_FAULT = 0.35;
const LONGEST = 60;

export type FaultKind = 'spike' | 'block' | 'step' | 'noise' | 'stuck' | 'impossible' | 'logger';

/** How often each kind comes, and how long it lasts [slots]. */
const KINDS: readonly { kind: FaultKind; weight: number; least: number; most: number }[] = [
  { kind: 'spike', weight: 0.28, least: 1, most: 1 },
  { kind: 'block', weight: 0.17, least: 3, most: 6 },
  { kind: 'step', weight: 0.13, least: 24, most: 60 },
  { kind: 'noise', weight: 0.1, least: 12, most: 18 },
  { kind: 'stuck', weight: 0.12, least: 24, most: 60 },
  { kind: 'impossible', weight: 0.1, least: 1, most: 4 },
  { kind: 'logger', weight: 0.1, least: 1, most: 6 },
];

/** Smallest and largest departure, unit of the variable, in the order of VARIABLES. */
const SIZES = [
  [4, 14],
  [18, 50],
  [20, 60],
  [2, 10],
  [15, 50],
];
/** What failing instruments and loggers write instead of a value, in the order of VARIABLES. */
const IMPOSSIBLE = [
  [99, -99.9],
  [-99.9, 255],
  [-99.9, 999.9],
  [0, 99],
  [-99.9, 999],
];

/** A fault of one station: which variables fail, how and when. */
export interface SensorFault {
  readonly kind: FaultKind;
  /** Indices into VARIABLES. */
  readonly variables: readonly number[];
  /** First and last slot. */
  readonly start: number;
  readonly end: number;
  /** Bits from which its sizes are drawn. */
  readonly bits: number;
}

/** When which station's sensors fail, and what they show then: a pure function of seed, station and slot. */
export class SensorFaults {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed ^ 0x6d2b79;
  }

  /** The fault that a station has at a slot. */
  at(station: number, slot: number): SensorFault | null {
    const fault = this.#of(station, Math.floor((slot + this.#shift(station)) / EPOCH), slot);
    return fault !== null && fault.start <= slot && slot <= fault.end ? fault : null;
  }

  /** Every fault of a station that touches the slots from <= t <= to. */
  between(station: number, from: number, to: number): SensorFault[] {
    const shift = this.#shift(station);
    const faults: SensorFault[] = [];
    for (let epoch = Math.floor((from + shift) / EPOCH); epoch <= Math.floor((to + shift) / EPOCH); epoch++) {
      const fault = this.#of(station, epoch);
      if (fault !== null && fault.start <= to && fault.end >= from) faults.push(fault);
    }
    return faults;
  }

  /** Stations begin their stretches at different times. */
  #shift(station: number): number {
    return hash(this.#seed, station, 1, 0) % EPOCH;
  }

  /** The fault of a stretch; null also where it is far from the slot that is asked for, before anything is allocated. */
  #of(station: number, epoch: number, slot?: number): SensorFault | null {
    const bits = hash(this.#seed, station, 2, epoch);
    if (bits >= SHARE_WITH_FAULT * 2 ** 32) return null;
    const start = epoch * EPOCH - this.#shift(station) + Math.floor((EPOCH - LONGEST) * uniform(bits, 3, 0, 0));
    if (slot !== undefined && (slot < start || slot >= start + LONGEST)) return null;
    const { kind, least, most } = pickKind(uniform(bits, 1, 0, 0));
    const length = least + Math.floor((most - least + 1) * uniform(bits, 2, 0, 0));
    return { kind, variables: pickVariables(kind, bits), start, end: start + length - 1, bits };
  }
}

function pickKind(choice: number): (typeof KINDS)[number] {
  let sum = 0;
  for (const row of KINDS) {
    sum += row.weight;
    if (choice < sum) return row;
  }
  return KINDS[0];
}

function pickVariables(kind: FaultKind, bits: number): number[] {
  const choice = uniform(bits, 4, 0, 0);
  // A dry gauge is not stuck, and its jitter is nothing.
  if (kind === 'stuck') return [choice < 0.4 ? 0 : choice < 0.7 ? 1 : 3];
  if (kind === 'noise' || kind === 'step' || kind === 'block') {
    return [choice < 0.35 ? 0 : choice < 0.6 ? 1 : choice < 0.8 ? 2 : 3];
  }
  if (kind !== 'logger') return [choice < 0.3 ? 0 : choice < 0.5 ? 1 : choice < 0.7 ? 2 : choice < 0.9 ? 3 : 4];
  const left = [0, 1, 2, 3];
  const count = 2 + Math.floor(3 * choice);
  const picked: number[] = [];
  for (let i = 0; i < count; i++) picked.push(...left.splice(hash(bits, 5, i, 0) % left.length, 1));
  return picked.sort((a, b) => a - b);
}

/**
 * Writes what a failing station shows over what sound instruments would.
 *
 * @param values what sound instruments show at `slot`, in the order of VARIABLES; changed in place
 * @param first what they showed at the fault's first slot
 */
export function applyFault(fault: SensorFault, slot: number, values: Float64Array, first: Float64Array): void {
  const { kind, bits } = fault;
  for (const v of fault.variables) {
    if (kind === 'stuck') values[v] = first[v];
    else if (kind === 'impossible') values[v] = IMPOSSIBLE[v][hash(bits, 6, v, 0) & 1];
    else {
      const size = between(SIZES[v][0], SIZES[v][1], bits, 7, v, 0);
      const departure = kind === 'noise' ? 0.7 * size * normal(bits, 8, v, slot) : size * direction(v, first[v], bits);
      values[v] = possibleValue(VARIABLES[v], values[v] + departure);
    }
  }
}

/** Wind and rain fail upwards; humidity goes where there is room. */
function direction(v: number, first: number, bits: number): number {
  if (v === 2 || v === 4) return 1;
  if (v === 1) return first < 50 ? 1 : -1;
  return hash(bits, 9, v, 0) & 1 ? 1 : -1;
}
