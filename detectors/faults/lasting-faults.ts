import { createHash } from 'node:crypto';
import type { Fault } from '../../schemas/fault.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { HOURS_PER_PART, KEPT_DAYS, PARTS_PER_DAY, SLOTS_PER_PART } from '../relations/day-parts.ts';
import type { HourlyStation } from '../relations/hourly-relation.ts';
import { LOOKED_EVERY } from '../relations/lasting-change.ts';
import { lastingGain } from '../relations/lasting-gain.ts';
import { lastingOffset } from '../relations/lasting-offset.ts';
import { airFrom } from '../relations/other-air.ts';
import { CLOCK_RADIUS_KM, shiftedClock } from '../relations/shifted-clock.ts';
import { isSurroundedIn } from '../relations/surrounded.ts';
import { isRelated } from '../relations/usual-relation.ts';
import { isShared } from '../relations/usual-share.ts';
import { anewMeans } from './anew-means.ts';
import { ClockFault } from './clock-fault.ts';
import { type Course, type LastingContent, readContents, textOfContent } from './lasting-content.ts';
import {
  firstAfter,
  type LastingDependencies,
  meansWithout,
  type PartSpan,
  sensorOf,
  spansKnownBy,
  spansOverBy,
} from './lasting-dependencies.ts';
import { LastingFault } from './lasting-fault.ts';
import { NamedFaults } from './named-faults.ts';
import { NetworkFaults } from './network-faults.ts';
import { ResentRecords } from './resent-records.ts';
import type { FaultPlace } from './told-fault.ts';
import { type Recovery, toldClock, toldLasting } from './told-lasting.ts';

/** Before so much has passed there is nothing to compare with. */
const FEWEST_PARTS = 2 * PARTS_PER_DAY;

/** End of the first quarter of a day that is looked at, of reports from a part on. */
function firstLook(first: number): number {
  return LOOKED_EVERY * Math.ceil((first + FEWEST_PARTS) / LOOKED_EVERY);
}

/** Whether reports from a part on, up to a slot, are enough for any quarter of a day to be looked at. */
export function isLongEnough(first: number, slot: number): boolean {
  return firstLook(first) * SLOTS_PER_PART <= slot + 1;
}

/**
 * The faults of days of one network: a fold over the quarters of its days, each looked at when it is over. A sensor that stands
 * apart from its neighbours otherwise than it did has one until it stands to them as before, or people call it none.
 */
export class LastingFaults {
  readonly #dependencies: LastingDependencies;
  readonly #place: FaultPlace;
  readonly #sensors = new Map<number, Course<LastingFault>>();
  readonly #clocks = new Map<number, Course<ClockFault>>();
  /** Those that have ended. */
  readonly #ended: Fault[] = [];
  /** Versions by id as they were last told of. */
  #toldOf = new Map<string, string>();
  readonly #resent: ResentRecords;
  readonly #named: NamedFaults;
  #next = Number.NEGATIVE_INFINITY;

  constructor(dependencies: LastingDependencies, place: FaultPlace) {
    const parts = { ...dependencies, means: anewMeans(dependencies.means, place.stations, () => this.#next) };
    this.#dependencies = parts;
    this.#place = place;
    const openOf = (station: number, variable: number) =>
      this.#sensors.get(NetworkFaults.keyOf(station, variable))?.open;
    const gainSince = (station: number, variable: number) => {
      const open = openOf(station, variable);
      return open?.change.kind === 'gain' ? open.course.start : null;
    };
    this.#resent = new ResentRecords(parts, place);
    this.#named = new NamedFaults(parts, place, this.#resent, gainSince);
  }

  /**
   * Every report up to a slot is known: the quarters of days that are over by then are looked at.
   *
   * @param isFinal whether nothing may come any more that changes what is known up to there
   */
  passUpTo(slot: number, isFinal: boolean): void {
    for (const _ of this.steps(slot, isFinal));
  }

  /** The same, station by station, for whoever has other things to do meanwhile: it is done when nothing is left. */
  *steps(slot: number, isFinal: boolean): Generator<undefined> {
    const { first } = this.#dependencies.means;
    if (first === null) return;
    this.#next = Math.max(this.#next, firstLook(first));
    for (; this.#next * SLOTS_PER_PART <= slot + 1; this.#next += LOOKED_EVERY) {
      const recovery = { part: this.#next, isFinal };
      this.#ended.push(...(yield* this.#resent.steps(recovery)));
      yield* this.#named.steps(recovery);
      for (let station = 0; station < this.#place.stations.ids.length; station++) {
        if (!this.#dependencies.isLookedAt(station)) continue;
        this.#look(station, recovery);
        yield;
      }
    }
  }

  /** All of them, in no order. */
  told(): Fault[] {
    return [...this.#ended.filter(({ state }) => state !== 'withdrawn'), ...this.#open(), ...this.#named.told()];
  }

  /** Those of which there is more to tell than was told by this or by a predecessor. Those that have ended are forgotten then. */
  news(): Fault[] {
    const open = [...this.#open(), ...this.#named.told()];
    const gone = this.#named.withdrawn().map(withdrawn);
    const news = [...this.#ended.splice(0), ...gone, ...open].filter(
      ({ id, version, state }) => this.#toldOf.get(id) !== version && (state !== 'withdrawn' || this.#toldOf.has(id)),
    );
    this.#toldOf = new Map(open.filter(({ end }) => end === null).map(({ id, version }) => [id, version]));
    this.#named.forget();
    return news;
  }

  /** Goes on from a quarter of a day, of whose beginning nothing is known. @param part that it begins with */
  beginAt(part: number): void {
    this.#next = part + LOOKED_EVERY;
  }

  /** What a successor goes on with, where all that is new was told. */
  content(): string {
    const oldest = this.#next - KEPT_DAYS * PARTS_PER_DAY;
    const kept = (ended: readonly PartSpan[]) => ended.filter(({ to }) => to === null || to >= oldest);
    const { ids } = this.#place.stations;
    const sensors = Array.from(this.#sensors, ([key, { open, ended }]) => {
      const [station, variable] = placeOf(key);
      return { station: ids[station], variable, open: open?.state ?? null, ended: kept(ended) };
    });
    const clocks = Array.from(this.#clocks, ([station, { open, ended }]) => {
      return { station: ids[station], open: open?.state ?? null, ended: kept(ended) };
    });
    const told = <C extends Course<unknown>>({ open, ended }: C) => open !== null || ended.length > 0;
    const content: LastingContent = {
      ...{ next: this.#next, told: [...this.#toldOf] },
      ...{ sensors: sensors.filter(told), clocks: clocks.filter(told), named: this.#named.content(oldest) },
      resent: this.#resent.content(kept),
    };
    return textOfContent(content, ids);
  }

  /** Goes on where predecessors were. @param text a JSON array of the `content` of each, of whichever stations */
  restore(text: string): void {
    const contents = readContents(text, (station) => this.#place.stations.indexOf(station));
    for (const { next, sensors, clocks, named, resent = [], told } of contents) {
      this.#next = next;
      this.#resent.restore(resent);
      this.#named.restore(named);
      for (const [id, version] of told) this.#toldOf.set(id, version);
      for (const { station, variable, open, ended } of sensors) {
        const index = this.#place.stations.indexOf(station);
        if (!this.#dependencies.isLookedAt(index)) continue;
        const fault = open === null ? null : new LastingFault(sensorOf(this.#dependencies, index, variable), open);
        this.#sensors.set(NetworkFaults.keyOf(index, variable), { open: fault, ended: [...ended] });
      }
      for (const { station, open, ended } of clocks) {
        const index = this.#place.stations.indexOf(station);
        if (!this.#dependencies.isLookedAt(index)) continue;
        const fault = open === null ? null : new ClockFault(this.#questionOf(index), open);
        this.#clocks.set(index, { open: fault, ended: [...ended] });
      }
    }
  }

  #open(): Fault[] {
    const told = this.#resent.open();
    for (const [key, { open }] of this.#sensors) {
      if (open !== null) told.push(toldLasting(this.#place, ...placeOf(key), open, null));
    }
    for (const [station, { open }] of this.#clocks) {
      if (open !== null) told.push(...toldClock(this.#place, station, open, null));
    }
    return told;
  }

  /** Looks at a station at the end of a quarter of a day. */
  #look(station: number, recovery: Recovery): void {
    if (this.#isSilent(station, recovery.part)) return;
    this.#lookAtClock(station, recovery);
    for (const variable of this.#dependencies.variables) {
      if (isRelated(variable)) this.#lookAt(station, variable, recovery);
    }
  }

  /** Whether there is nothing to look at: no fault that is open, and no report of the quarter of a day. */
  #isSilent(station: number, end: number): boolean {
    const { means, variables } = this.#dependencies;
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

  #lookAtClock(station: number, recovery: Recovery): void {
    const course = this.#clocks.get(station) ?? { open: null, ended: [] };
    const { open } = course;
    const end = recovery.part;
    if (open !== null && this.#named.explains(station, null, open.parts.from)) {
      course.open = null;
      this.#ended.push(...toldClock(this.#place, station, open, null).map(withdrawn));
    } else if (open !== null) {
      if (!open.follow(end)) return;
      course.ended.push(open.parts);
      course.open = null;
      this.#ended.push(...toldClock(this.#place, station, open, recovery));
      return;
    }
    // Of a station that has the hours of another none are left to tell the time by.
    const named = this.#named.spansOf(station, null);
    if (named.some(({ to }) => to === null)) return;
    const over = [...course.ended, ...named];
    const since = firstAfter(this.#dependencies, over);
    const question = this.#questionOf(station);
    const isSurrounded = isSurroundedIn(this.#place.stations.registered, station, question.neighbours);
    const { otherFaults } = this.#dependencies;
    const means = meansWithout(this.#dependencies, station, (variable) => [
      ...spansOverBy(end, otherFaults(station, variable)),
      ...over,
    ]);
    const change = shiftedClock({ ...question, means, isSurrounded }, end * HOURS_PER_PART, since * HOURS_PER_PART);
    if (change === null) return;
    course.open = ClockFault.named(question, { change, named: end, identity: this.#place.identity });
    this.#clocks.set(station, course);
  }

  #questionOf(station: number): HourlyStation {
    const { means, neighboursOf, variables } = this.#dependencies;
    const neighbours = neighboursOf(station).filter(({ km }) => km <= CLOCK_RADIUS_KM);
    return { means, station, variables, neighbours };
  }

  #lookAt(station: number, variable: number, recovery: Recovery): void {
    const key = NetworkFaults.keyOf(station, variable);
    const course = this.#sensors.get(key) ?? { open: null, ended: [] };
    const { open } = course;
    const end = recovery.part;
    if (open !== null && this.#named.explains(station, variable, open.course.start)) {
      course.open = null;
      this.#ended.push(withdrawn(toldLasting(this.#place, station, variable, open, null)));
    } else if (open !== null) {
      if (!this.#isCalledNone(station, variable, open, end) && !open.follow(end)) return;
      course.ended.push({ from: open.course.start, to: open.course.lastWrong });
      course.open = null;
      this.#ended.push(toldLasting(this.#place, station, variable, open, recovery));
      return;
    }
    const { otherFaults } = this.#dependencies;
    const clock = this.#clocks.get(station);
    const spans = this.#named.spansOf(station, variable);
    const named = spans.filter(({ yields }) => !yields);
    const others = [
      ...spansKnownBy(end, otherFaults(station, variable)),
      ...named,
      ...(clock === undefined ? [] : spansOf(clock)),
    ];
    // What has a fault already is told of by it.
    if (others.some(({ to }) => to === null)) return;
    // What a fault that has a name was is none of another.
    const since = firstAfter(this.#dependencies, [...course.ended, ...named]);
    const sensor = sensorOf(this.#dependencies, station, variable);
    const means = meansWithout(this.#dependencies, station, () => [...others, ...course.ended]);
    const find = isShared(variable) ? lastingGain : lastingOffset;
    const change = find({ ...sensor, means }, end, since);
    if (change === null) return;
    const air = airFrom({ ...sensor, means }, change.from);
    const fault = LastingFault.named(sensor, { change, named: end, identity: this.#place.identity, air }, since);
    if (spans.length > named.length && fault.isDoubtful) return;
    this.#named.yieldIn(station, variable);
    course.open = fault;
    this.#sensors.set(key, course);
  }

  /** Whether people have called a fault none by the end of a quarter of a day. */
  #isCalledNone(station: number, variable: number, open: LastingFault, end: number): boolean {
    const { ids, rules } = this.#place.stations;
    if (rules.calledNone.isEmpty) return false;
    const { id } = toldLasting(this.#place, station, variable, open, null);
    return rules.calledNone.ends(ids[station], id, end * SLOTS_PER_PART);
  }
}

/** The fault that another one is the reason for. */
function withdrawn(fault: Fault): Fault {
  const version = createHash('sha256').update(`${fault.version}|withdrawn`).digest('hex').slice(0, 16);
  return { ...fault, state: 'withdrawn', version };
}

/** Station and variable of a sensor's key. */
function placeOf(key: number): [station: number, variable: number] {
  return [Math.floor(key / VARIABLES.length), key % VARIABLES.length];
}

function spansOf({ open, ended }: Course<ClockFault>): PartSpan[] {
  return open === null ? ended : [...ended, open.parts];
}
