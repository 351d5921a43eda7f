import type { Outage, OutageKind } from '../../schemas/outage.ts';
import { SLOTS_PER_HOUR, timeOfSlot } from '../../schemas/time.ts';
import { networkReason, stationReason } from './outage-words.ts';
import {
  type CourseWindows,
  LONGEST_GAP,
  LONGEST_SHIFT,
  MISSING,
  type OldRun,
  REPEATING,
  SHIFTED,
  StationCourses,
  UNKNOWN,
} from './station-courses.ts';

/** Slots before the first that is asked about that the finder sees pass: what is usual is learnt from them. */
export const SLOTS_BEFORE = 36;
/**
 * Share of the stations that usually report that makes it an outage of the feed. Sensors fail one by one, and a shared
 * cause that stops half of a network at the same minute, whatever it is, lies in what collects it. With less than half,
 * the others still tell what the weather does.
 */
const LEAST_SHARE = 0.5;
/** Two stations may well fail by themselves at the same time. */
const FEWEST_STATIONS = 3;
/** Outages that follow each other in less than 80 minutes are one [slots]. */
const JOINED_WITHIN = 8;
/**
 * So long without a break at least, or it is a late batch of reports, or one more station of nearly half. One of which the
 * last slots are not so far back lasts: the newest reports may be on their way [slots].
 */
export const SHORTEST = 3;
/** A station that was missing for so long does not usually report any more, unless the outage goes on [slots]. */
const GONE = 36;
/** What a station did at a slot is known so many slots later: two cadences. */
const KNOWN_AFTER = 2 * LONGEST_GAP;
/** So long and so many equal reports of one station are an outage of its own, as the health check counts them. */
const ALONE = { slots: SLOTS_PER_HOUR, reports: 7 } as const;

/** An outage of the network that is open: further slots may belong to it. */
interface Open {
  readonly kind: OutageKind;
  readonly first: number;
  last: number;
  /** Its last slot before these in a row up to `last`; null where there was no break. */
  before: number | null;
  /** Slots in a row up to `last`, and most of them. */
  inRow: number;
  mostInRow: number;
  share: number;
  stations: number;
  usual: number;
  shift: number;
  readonly members: Set<number>;
}

/** A time in which one station sent old records. */
interface Alone {
  /** By how many slots they came again; 0 where it repeated its record. */
  readonly shift: number;
  readonly first: number;
  last: number;
  /** True where it had begun before the first slot that is asked about. */
  readonly isOlder: boolean;
}

/**
 * Finds the outages of one network's feed as its slots pass. A pure function of the reports in the slots that passed: it
 * needs nothing later, and gives the same whether they are read from a store or replayed.
 */
export class OutageFinder {
  readonly #ids: readonly string[];
  readonly #courses: StationCourses;
  readonly #begin: number;
  /** Slots in a row that a station was missing. */
  readonly #silent: number[] = [];
  readonly #open = new Map<OutageKind, Open>();
  readonly #found: Open[] = [];
  readonly #alone = new Map<number, Alone[]>();
  readonly #byShift = new Int32Array(LONGEST_SHIFT + 1);
  #passed: number;
  #weighed: number;

  /**
   * @param ids identifiers by index in the windows; may grow
   * @param begin first slot that is asked about
   */
  constructor(windows: CourseWindows, ids: readonly string[], begin: number) {
    this.#ids = ids;
    this.#courses = new StationCourses(windows);
    this.#begin = begin;
    this.#passed = begin - SLOTS_BEFORE - 1;
    this.#weighed = this.#passed;
  }

  /**
   * All slots up to one are complete in the windows, where no later one is yet: those that have not passed do so now. The
   * first that passes lies SLOTS_BEFORE the stretch.
   */
  passUpTo(slot: number): void {
    while (this.#passed < slot) this.#pass(this.#passed + 1);
  }

  /** The outages of the slots that passed, by start, then network before station, then identifiers. The last call. */
  finish(): Outage[] {
    this.#weighUpTo(this.#passed);
    for (const open of this.#open.values()) this.#close(open);
    for (let station = 0; station < this.#ids.length; station++) {
      const lasting = this.#courses.run(station);
      if (lasting !== null) this.#noteAlone(station, lasting);
    }
    const network = this.#found.map((open) => this.#ofNetwork(open));
    const alone = [...this.#alone].flatMap(([station, runs]) =>
      runs.filter((run) => this.#isAlone(run)).map((run) => this.#ofStation(station, run)),
    );
    return [...network, ...alone].sort(byStart);
  }

  #pass(slot: number): void {
    for (let station = 0; station < this.#ids.length; station++) {
      const ended = this.#courses.pass(station, slot);
      if (ended !== null) this.#noteAlone(station, ended);
    }
    this.#passed = slot;
    this.#weighUpTo(slot - KNOWN_AFTER);
  }

  #weighUpTo(slot: number): void {
    while (this.#weighed < slot) this.#weigh(++this.#weighed);
  }

  /** Counts what the stations did at a slot. */
  #weigh(slot: number): void {
    let usual = 0;
    let missing = 0;
    let repeating = 0;
    this.#byShift.fill(0);
    const lasting = this.#open.get('missing')?.members;
    for (let station = 0; station < this.#ids.length; station++) {
      const state = this.#courses.at(station, slot);
      this.#silent[station] = state === MISSING ? (this.#silent[station] ?? 0) + 1 : 0;
      if (state === UNKNOWN) continue;
      if (this.#isGone(station, lasting)) continue;
      usual++;
      if (state === MISSING) missing++;
      else if (state === REPEATING) repeating++;
      else if (state > SHIFTED) this.#byShift[state - SHIFTED]++;
    }
    let shift = 0;
    for (let k = 1; k <= LONGEST_SHIFT; k++) if (this.#byShift[k] > this.#byShift[shift]) shift = k;
    this.#hold('missing', slot, MISSING, missing, usual, 0);
    this.#hold('repeating', slot, REPEATING, repeating, usual, 0);
    this.#hold('shifted', slot, SHIFTED + shift, this.#byShift[shift], usual, shift);
  }

  /** Opens, carries on or closes the outage of a kind by how many stations were in it at a slot. */
  #hold(kind: OutageKind, slot: number, state: number, stations: number, usual: number, shift: number): void {
    let open = this.#open.get(kind);
    if (slot < this.#begin || stations < FEWEST_STATIONS || stations < LEAST_SHARE * usual) {
      if (open === undefined || slot - open.last < JOINED_WITHIN) return;
      this.#close(open);
      this.#open.delete(kind);
      return;
    }
    if (open === undefined) {
      const none = { before: null, inRow: 0, mostInRow: 0, share: 0, stations: 0, usual: 0 };
      open = { kind, first: slot, last: slot, ...none, shift, members: new Set() };
      this.#open.set(kind, open);
    }
    if (slot - open.last > 1) {
      open.before = open.last;
      open.inRow = 0;
    }
    open.inRow++;
    open.mostInRow = Math.max(open.mostInRow, open.inRow);
    open.last = slot;
    if (stations / usual > open.share) Object.assign(open, { share: stations / usual, stations, usual, shift });
    for (let station = 0; station < this.#ids.length; station++) {
      if (this.#courses.at(station, slot) === state && !this.#isGone(station, open.members)) open.members.add(station);
    }
  }

  /** Whether a station was missing for so long that nobody waits for it, and is in no outage that goes on. */
  #isGone(station: number, lasting: ReadonlySet<number> | undefined): boolean {
    return this.#silent[station] > GONE && lasting?.has(station) !== true;
  }

  #close(open: Open): void {
    if (open.mostInRow >= SHORTEST) this.#found.push(open);
  }

  /** Notes a run of one station that is long enough, as one with the run before where that has just ended. */
  #noteAlone(station: number, { shift, first, last, reports }: OldRun): void {
    // The record that was repeated came before the run.
    if (reports < ALONE.reports || last - first < ALONE.slots - 1 || last < this.#begin) return;
    const runs = this.#alone.get(station) ?? [];
    const before = runs.at(-1);
    if (before?.shift === shift && first - before.last <= JOINED_WITHIN) before.last = last;
    else runs.push({ shift, first: Math.max(first, this.#begin), last, isOlder: first < this.#begin });
    this.#alone.set(station, runs);
  }

  /** False where the network did the same, but for less than an hour. */
  #isAlone({ shift, first, last }: Alone): boolean {
    let outside = last - first + 1;
    for (const open of this.#found) {
      if (open.kind !== kindBy(shift)) continue;
      outside -= Math.max(0, Math.min(last, open.last) - Math.max(first, open.first) + 1);
    }
    return outside >= ALONE.slots;
  }

  #ofNetwork(open: Open): Outage {
    const { kind, first, share, members } = open;
    const last = this.#lastOf(open);
    return {
      kind,
      scope: 'network',
      start: timeOfSlot(first),
      end: last > this.#passed - SHORTEST ? null : timeOfSlot(last),
      stations: [...members].map((station) => this.#ids[station]).sort(),
      share,
      reason: networkReason(open),
    };
  }

  /** Its last slot: one or two slots without reports after its end are reports that are on their way. */
  #lastOf({ last, before, inRow }: Open): number {
    const isLate = before !== null && inRow < SHORTEST && last > this.#passed - SHORTEST;
    return isLate ? before : last;
  }

  #ofStation(station: number, { shift, first, last, isOlder }: Alone): Outage {
    const lasts = this.#courses.at(station, this.#passed) !== MISSING && this.#courses.run(station)?.last === last;
    return {
      kind: kindBy(shift),
      scope: 'station',
      start: timeOfSlot(first),
      end: lasts ? null : timeOfSlot(last),
      stations: [this.#ids[station]],
      share: 1 / this.#ids.length,
      reason: stationReason(last - first + 1, isOlder, shift),
    };
  }
}

/** What a station does that sends old records. @param shift by how many slots they came again */
function kindBy(shift: number): OutageKind {
  return shift > 0 ? 'shifted' : 'repeating';
}

function byStart(a: Outage, b: Outage): number {
  if (a.start !== b.start) return a.start - b.start;
  if (a.scope !== b.scope) return a.scope === 'network' ? -1 : 1;
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  return a.stations[0] < b.stations[0] ? -1 : 1;
}
