import { type Expectation, expectedAt, usuallyApart, withoutUsual } from '../neighbours/expectation.ts';
import { LONGEST_INTERVAL } from '../windows/cadence.ts';
import { medianOf, sortAscending } from '../windows/window-values.ts';
import type { WindowView } from '../windows/window-view.ts';

/** So many slots before a jump tell where the sensor stood, and as many after it where it stands then. */
export const AROUND_SLOTS = 6;
/** A sensor whose jump stays to this share, and brings it nearer to its neighbours by that share of it, comes back. */
const STAYS = 0.6;
const NEARER = 0.4;
/**
 * It stands among them then: these usually stand no farther from each other than a share of the jump, and it no farther from their
 * middle than so many jumps. On mountains each level is a station's own, and a jump towards the others tells nothing.
 */
const AMONG = { apart: 0.6, left: 1.5 } as const;
/** A sensor that has come back is steady: no report after the jump is farther from where it stands than this share of the jump. */
const STEADY = 0.36;
/** A jump undoes another where they differ by no more than this share of it. */
const ALIKE = 0.3;
/** Reports before a jump that tell that the sensor was wrong then: of an hourly station there are not as many. */
const FEWEST_BEFORE = 2;
/** Neighbours that tell whether a sensor stands among them. */
const FEWEST_AMONG = 3;
/** So much of how far it is off comes at once where a sensor fails: weather at one station alone takes its time. */
const AT_ONCE = 0.5;

/** Departures around a jump; written anew by each question. */
const around = new Float64Array(AROUND_SLOTS + 1);

/** A sensor, held against what its neighbours imply. */
export interface HeldSensor {
  readonly station: number;
  /** Index into VARIABLES. */
  readonly variable: number;
  readonly expectation: Expectation;
}

/** How far a sensor departs from what its neighbours imply at a slot, unit of the variable; NaN where nobody tells. */
export type Departures = (slot: number) => number;

/** The departures of a sensor, each found once: what comes after a slot changes none of it or before. */
export function departuresOf(windows: WindowView, { station, variable, expectation }: HeldSensor): Departures {
  const found = new Map<number, number>();
  return (slot) => {
    let departure = found.get(slot);
    if (departure === undefined) {
      departure = windows.value(station, variable, slot) - expectedAt(windows, variable, slot, expectation);
      found.set(slot, departure);
    }
    return departure;
  };
}

/**
 * What a departure from the neighbours is: the onset of a fault; the return from one that nobody named, whose onset is seen
 * or is not; or one that came over several reports, as weather at one station does.
 */
export type JumpKind = 'onset' | 'seen_return' | 'return' | 'gradual';

/** A sensor that may have jumped. */
export class Jump {
  readonly #own: Departures;
  /** Departures from what the neighbours read. */
  readonly #among: Departures;
  readonly #expectation: Expectation;
  readonly #slot: number;
  readonly #departure: number;
  readonly #earliest: number;

  /**
   * @param departure of the report of the slot from what the neighbours imply, unit of the variable
   * @param earliest oldest slot that is looked at for the onset of what may end here
   */
  constructor(windows: WindowView, sensor: HeldSensor, slot: number, departure: number, earliest: number) {
    this.#own = departuresOf(windows, sensor);
    this.#among = departuresOf(windows, { ...sensor, expectation: withoutUsual(sensor.expectation) });
    this.#expectation = sensor.expectation;
    this.#slot = slot;
    this.#departure = departure;
    this.#earliest = earliest;
  }

  /**
   * What it is, by where the sensor stood before it and stands after.
   *
   * @param last newest slot that is known
   */
  kindBy(last: number): JumpKind {
    const slot = this.#slot;
    const departure = this.#departure;
    const known =
      (of: Departures): Departures =>
      (at) =>
        at > last ? Number.NaN : of(at);
    const [own, among] = [known(this.#own), known(this.#among)];
    const [first, end] = [slot - AROUND_SLOTS, slot + AROUND_SLOTS + 1];
    const stood = middleDeparture(own, first, slot);
    const stands = middleDeparture(own, slot, end);
    const late = lastDeparture(own, slot);
    const stays = stands * Math.sign(departure) >= STAYS * Math.abs(departure);
    if (stays && isWithin(own, [slot, end], stands, STEADY * Math.abs(departure - late))) {
      if (undoesJump(own, slot, departure - late, this.#earliest)) return 'seen_return';
      const away = Math.abs(middleDeparture(among, first, slot));
      const left = Math.abs(middleDeparture(among, slot, end));
      const jumped = Math.abs(stands - stood);
      const isNearer = away - left > NEARER * jumped && left <= AMONG.left * jumped;
      const tell = isNearer && countThere(among, first, slot) >= FEWEST_BEFORE;
      if (tell && this.#readAlike(AMONG.apart * jumped)) return 'return';
    }
    return Math.abs(departure - late) < AT_ONCE * Math.abs(stands) ? 'gradual' : 'onset';
  }

  /** Whether there are neighbours enough, and these usually stand no farther from each other than so much. */
  #readAlike(most: number): boolean {
    const { differences } = this.#expectation;
    return differences.length >= FEWEST_AMONG && usuallyApart(this.#expectation, this.#slot) <= most;
  }
}

/** Departures from one slot to before another, in the middle of them; NaN where nobody tells. */
function middleDeparture(of: Departures, from: number, end: number): number {
  let count = 0;
  for (let at = from; at < end; at++) {
    const departure = of(at);
    if (!Number.isNaN(departure)) around[count++] = departure;
  }
  sortAscending(around, count);
  return count === 0 ? Number.NaN : medianOf(around, count);
}

/** Where a sensor stands from a slot on, by the departures up to a last slot that is known. */
export function standsFrom(of: Departures, slot: number, last: number): number {
  return middleDeparture(of, slot, Math.min(slot + AROUND_SLOTS, last) + 1);
}

/** Whether no departure from one slot to before another is farther from a middle than this. */
function isWithin(of: Departures, [from, end]: readonly [number, number], middle: number, most: number): boolean {
  for (let at = from; at < end; at++) if (Math.abs(of(at) - middle) > most) return false;
  return true;
}

/** How many of the slots from one to before another have a departure. */
function countThere(of: Departures, from: number, end: number): number {
  let count = 0;
  for (let at = from; at < end; at++) if (!Number.isNaN(of(at))) count++;
  return count;
}

/** The same at its last report before a slot. */
export function lastDeparture(of: Departures, slot: number): number {
  for (let at = slot - 1; slot - at <= LONGEST_INTERVAL; at--) {
    const departure = of(at);
    if (!Number.isNaN(departure)) return departure;
  }
  return Number.NaN;
}

/**
 * Whether the sensor had come to where it stood by a jump that this one undoes, and that nothing has undone since: a neighbour's
 * spike comes and goes too.
 *
 * @param jump in one report, unit of the variable
 */
function undoesJump(of: Departures, slot: number, jump: number, earliest: number): boolean {
  let later = Number.NaN;
  for (let at = slot - 1; at >= earliest; at--) {
    const departure = of(at);
    if (Number.isNaN(departure)) continue;
    const change = later - departure;
    if (Math.abs(change - jump) <= ALIKE * Math.abs(jump)) return false;
    if (Math.abs(change + jump) <= ALIKE * Math.abs(jump)) return true;
    later = departure;
  }
  return false;
}
