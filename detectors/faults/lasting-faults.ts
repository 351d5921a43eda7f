import type { Fault } from '../../schemas/fault.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { HOURS_PER_PART, PARTS_PER_DAY, type PartMeans, SLOTS_PER_PART } from '../relations/day-parts.ts';
import { lastingGain } from '../relations/lasting-gain.ts';
import { lastingOffset } from '../relations/lasting-offset.ts';
import { CLOCK_RADIUS_KM, shiftedClock } from '../relations/shifted-clock.ts';
import { isSurrounded } from '../relations/surrounded.ts';
import { isShared } from '../relations/usual-share.ts';
import type { Neighbour } from '../spatial/spatial-method.ts';
import { ClockFault } from './clock-fault.ts';
import { LastingFault } from './lasting-fault.ts';
import { NetworkFaults } from './network-faults.ts';
import type { FaultPlace } from './told-fault.ts';
import { toldClock, toldLasting } from './told-lasting.ts';

/** A span of parts of days, both included. */
export interface PartSpan {
  readonly from: number;
  /** null while it goes on. */
  readonly to: number | null;
}

/** What the lasting faults of a network are found by. */
export interface LastingParts {
  readonly means: PartMeans;
  readonly neighboursOf: (station: number) => readonly Neighbour[];
  /** Variables that are looked at, as indices into VARIABLES. */
  readonly variables: readonly number[];
  /** The stations whose sensors are looked at. */
  readonly isLookedAt: (station: number) => boolean;
  /** When other faults of a sensor were there: those of hours, which jump and stand still. */
  readonly otherFaults: (station: number, variable: number) => readonly PartSpan[];
}

/** A fault that has ended, and the first part after what that was known by. */
interface Ended<F> {
  readonly fault: F;
  readonly recovered: number;
}

/** What is known of a sensor, or of a clock, that has or had a lasting fault. */
interface Course<F> {
  open: F | null;
  readonly ended: Ended<F>[];
}

/** Sensors are looked at twice a day: so many parts apart. */
const LOOKED_EVERY = PARTS_PER_DAY / 2;
/** Before so much has passed there is nothing to compare with. */
const FEWEST_PARTS = 2 * PARTS_PER_DAY;

/**
 * The faults of days of one network: a fold over its half days, each looked at when it is over. A sensor that stands apart from
 * its neighbours otherwise than it did has one until it stands to them as before.
 */
export class LastingFaults {
  readonly #parts: LastingParts;
  readonly #place: FaultPlace;
  readonly #sensors = new Map<number, Course<LastingFault>>();
  readonly #clocks = new Map<number, Course<ClockFault>>();
  #next = Number.NEGATIVE_INFINITY;

  constructor(parts: LastingParts, place: FaultPlace) {
    this.#parts = parts;
    this.#place = place;
  }

  /** Every report up to a slot is known: the half days that are over by then are looked at. */
  passUpTo(slot: number): void {
    const { first } = this.#parts.means;
    if (first === null) return;
    this.#next = Math.max(this.#next, LOOKED_EVERY * Math.ceil((first + FEWEST_PARTS) / LOOKED_EVERY));
    for (; this.#next * SLOTS_PER_PART <= slot + 1; this.#next += LOOKED_EVERY) this.#look(this.#next);
  }

  /** All of them, in no order. */
  told(): Fault[] {
    const told: Fault[] = [];
    for (const [key, { open, ended }] of this.#sensors) {
      const [station, variable] = [Math.floor(key / VARIABLES.length), key % VARIABLES.length];
      for (const { fault, recovered } of ended)
        told.push(toldLasting(this.#place, station, variable, fault, recovered));
      if (open !== null) told.push(toldLasting(this.#place, station, variable, open, null));
    }
    for (const [station, { open, ended }] of this.#clocks) {
      for (const { fault, recovered } of ended) told.push(...toldClock(this.#place, station, fault, recovered));
      if (open !== null) told.push(...toldClock(this.#place, station, open, null));
    }
    return told;
  }

  /** Looks at all stations at the end of half a day. @param end first part after it */
  #look(end: number): void {
    for (let station = 0; station < this.#place.stations.ids.length; station++) {
      if (!this.#parts.isLookedAt(station) || this.#isSilent(station, end)) continue;
      this.#lookAtClock(station, end);
      for (const variable of this.#parts.variables) this.#lookAt(station, variable, end);
    }
  }

  /** Whether there is nothing to look at: no fault that is open, and no report of the half day. */
  #isSilent(station: number, end: number): boolean {
    const { means, variables } = this.#parts;
    if (
      this.#clocks.get(station)?.open ||
      variables.some((v) => this.#sensors.get(NetworkFaults.keyOf(station, v))?.open)
    )
      return false;
    return variables.every((variable) => {
      for (let part = end - LOOKED_EVERY; part < end; part++) {
        if (!Number.isNaN(means.mean(station, variable, part))) return false;
      }
      return true;
    });
  }

  #lookAtClock(station: number, end: number): void {
    const course = this.#clocks.get(station) ?? { open: null, ended: [] };
    if (isFollowed(course, end)) return;
    const { means, neighboursOf, variables } = this.#parts;
    const leftOut = within(spansOfClock(course));
    const since = Math.max(means.first ?? 0, ...course.ended.map(({ fault }) => (fault.parts.to ?? 0) + 1));
    const neighbours = neighboursOf(station).filter(({ km }) => km <= CLOCK_RADIUS_KM);
    if (!this.#isSurrounded(station, neighbours)) return;
    const question = { means, station, variables, neighbours };
    const change = shiftedClock(question, end * HOURS_PER_PART, since * HOURS_PER_PART, leftOut);
    if (change === null) return;
    course.open = new ClockFault(question, change, end);
    this.#clocks.set(station, course);
  }

  #isSurrounded(station: number, neighbours: readonly Neighbour[]): boolean {
    const { registered } = this.#place.stations;
    const place = registered[station];
    const places = neighbours.flatMap(({ index }) => registered[index] ?? []);
    const distances = neighbours.map(({ km }) => km);
    return place !== undefined && isSurrounded(place, places, distances);
  }

  #lookAt(station: number, variable: number, end: number): void {
    const key = NetworkFaults.keyOf(station, variable);
    const course = this.#sensors.get(key) ?? { open: null, ended: [] };
    if (isFollowed(course, end)) return;
    const { means, neighboursOf, otherFaults } = this.#parts;
    const clock = this.#clocks.get(station);
    const others = [...otherFaults(station, variable), ...(clock === undefined ? [] : spansOfClock(clock))];
    // What has a fault already is told of by it.
    if (others.some(({ to }) => to === null)) return;
    const own = course.ended.map(({ fault }) => ({ from: fault.course.start, to: fault.course.lastWrong }));
    const since = Math.max(means.first ?? 0, ...own.map(({ to }) => to + 1));
    const sensor = { means, station, variable, neighboursOf };
    const find = isShared(variable) ? lastingGain : lastingOffset;
    const change = find(sensor, end, since, within([...others, ...own]));
    if (change === null) return;
    course.open = new LastingFault(sensor, change, end, since);
    this.#sensors.set(key, course);
  }
}

/** Follows the fault that is open, where one is. */
function isFollowed<F extends { follow(until: number): boolean }>(course: Course<F>, end: number): boolean {
  if (course.open === null) return false;
  if (course.open.follow(end)) {
    course.ended.push({ fault: course.open, recovered: end });
    course.open = null;
  }
  return true;
}

function spansOfClock({ open, ended }: Course<ClockFault>): PartSpan[] {
  const spans = ended.map(({ fault }) => fault.parts);
  return open === null ? spans : [...spans, open.parts];
}

function within(spans: readonly PartSpan[]): (part: number) => boolean {
  return (part) => spans.some(({ from, to }) => part >= from && (to === null || part <= to));
}
