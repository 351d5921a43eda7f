import type { Fault } from '../../schemas/fault.ts';
import { HOURS_PER_PART } from '../relations/day-parts.ts';
import { type ResentRecord, reportsLately, resentRecord } from '../relations/resent-record.ts';
import type { Course } from './lasting-content.ts';
import { firstAfter, type LastingDependencies, type PartSpan } from './lasting-dependencies.ts';
import { ResentFault, type ResentFaultState } from './resent-fault.ts';
import type { FaultPlace } from './told-fault.ts';
import { type Recovery, toldResent } from './told-lasting.ts';

/**
 * What as many stations send again at once is the feed's: one outage of the network says it of all of them. Outages are
 * looked for up to a day back [share of those that report, stations, hours].
 */
const OF_THE_FEED = { share: 0.5, stations: 3, lag: 24 } as const;

/** The same for a successor: plain JSON. */
export interface ResentContent extends Course<ResentFaultState> {
  readonly station: string;
}

/** The stations of a network that send records again which they had sent before. Looked at by quarters of a day, before all else. */
export class ResentRecords {
  readonly #dependencies: LastingDependencies;
  readonly #place: FaultPlace;
  readonly #courses = new Map<number, Course<ResentFault>>();

  constructor(dependencies: LastingDependencies, place: FaultPlace) {
    this.#dependencies = dependencies;
    this.#place = place;
  }

  /** Looks at all stations at the end of a quarter of a day, one by one. @returns the faults that are over by then */
  *steps(recovery: Recovery): Generator<undefined, Fault[]> {
    const over = [...this.#courses].flatMap(([station, course]) => this.#follow(station, course, recovery));
    const found = yield* this.#found(recovery.part);
    const ofTheFeed = this.#lagsOfTheFeed(found, recovery.part);
    for (const [station, change] of found) {
      if (!this.#dependencies.isLookedAt(station) || ofTheFeed.has(change.lag) || this.isOpen(station)) continue;
      const named = { change, named: recovery.part, identity: this.#place.identity };
      const course = { open: ResentFault.named(this.#dependencies, station, named), ended: this.spansOf(station) };
      this.#courses.set(station, course);
      over.push(...this.#follow(station, course, recovery));
    }
    return over;
  }

  /** Those that hold, in no order. */
  open(): Fault[] {
    return [...this.#courses].flatMap(([station, { open }]) =>
      open === null ? [] : toldResent(this.#place, station, open, null),
    );
  }

  isOpen(station: number): boolean {
    return this.#courses.get(station)?.open != null;
  }

  /** When a station sent such records. */
  spansOf(station: number): PartSpan[] {
    const course = this.#courses.get(station);
    if (course === undefined) return [];
    return course.open === null ? [...course.ended] : [...course.ended, course.open.parts];
  }

  /** What a successor goes on with. @param kept those of some spans that somebody may ask about */
  content(kept: (ended: readonly PartSpan[]) => PartSpan[]): ResentContent[] {
    const { ids } = this.#place.stations;
    return Array.from(this.#courses, ([station, { open, ended }]) => {
      return { station: ids[station], open: open?.state ?? null, ended: kept(ended) };
    }).filter(({ open, ended }) => open !== null || ended.length > 0);
  }

  /** Goes on where a predecessor was. */
  restore(contents: readonly ResentContent[]): void {
    for (const { station: id, open, ended } of contents) {
      const station = this.#place.stations.indexOf(id);
      if (!this.#dependencies.isLookedAt(station)) continue;
      const fault = open === null ? null : new ResentFault(this.#dependencies, station, open);
      this.#courses.set(station, { open: fault, ended: [...ended] });
    }
  }

  #follow(station: number, course: Course<ResentFault>, recovery: Recovery): Fault[] {
    const { open } = course;
    if (open === null || !open.follow(recovery.part)) return [];
    course.ended.push(open.parts);
    course.open = null;
    return toldResent(this.#place, station, open, recovery);
  }

  /** By station what it sends again by a look: also of stations that others look at, as they tell what is of the feed. */
  *#found(end: number): Generator<undefined, Map<number, ResentRecord>> {
    const found = new Map<number, ResentRecord>();
    for (const station of this.#place.stations.ids.keys()) {
      const since = firstAfter(
        this.#dependencies,
        this.spansOf(station).filter(({ to }) => to !== null),
      );
      const record = resentRecord(this.#dependencies.means, station, end * HOURS_PER_PART, since * HOURS_PER_PART);
      if (record !== null) found.set(station, record);
      yield;
    }
    return found;
  }

  /** The lags by which so many stations send their records again that it is the feed. */
  #lagsOfTheFeed(found: ReadonlyMap<number, ResentRecord>, end: number): Set<number> {
    if (found.size < OF_THE_FEED.stations) return new Set();
    const { means } = this.#dependencies;
    const stations = [...this.#place.stations.ids.keys()];
    const reporting = stations.filter((station) => reportsLately(means, station, end * HOURS_PER_PART)).length;
    const counts = new Map<number, number>();
    for (const { lag } of found.values()) counts.set(lag, (counts.get(lag) ?? 0) + 1);
    const least = Math.max(OF_THE_FEED.stations, OF_THE_FEED.share * reporting);
    return new Set([...counts].flatMap(([lag, count]) => (count >= least && lag <= OF_THE_FEED.lag ? [lag] : [])));
  }
}
