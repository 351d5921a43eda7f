import { SLOTS_PER_DAY, slotOf } from '../../schemas/time.ts';
import { grown } from '../windows/grown.ts';
import { compareRecords, type Difference, REPEATED, recordDigest } from '../windows/record-equality.ts';
import { sortAscending } from '../windows/window-values.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { TimedWindows } from '../windows/windows-between.ts';

/** What a station did at a slot. SHIFTED + k: it said what it said k slots before. */
export const UNKNOWN = 0;
const GOING_ON = 1;
export const MISSING = 2;
export const REPEATING = 3;
export const SHIFTED = 3;

/** Slots for which is kept what a station did. */
const SLOTS_KEPT = 64;
/** Reports farther apart than this are not held against each other: three hours, the longest cadence there is [slots]. */
export const LONGEST_GAP = 18;
/** Records in a row that make a shift. */
const SHIFTED_REPORTS = 3;
/** Records are held against those of up to a day before: yesterday's file, or a clock that is a day off. */
export const LONGEST_SHIFT = SLOTS_PER_DAY;
/** Slots for which records are kept: a shift by a day of reports as far apart as can be. */
const RECORDS_KEPT = LONGEST_SHIFT + SHIFTED_REPORTS * LONGEST_GAP;
/** Gaps between reports that tell a station's cadence, and fewest that do. */
const GAPS = 5;
const FEWEST_GAPS = 3;
/**
 * Share of its variables that a record changes on average, where it changes any, from which on an unchanged record is no
 * weather. Were the variables independent, with half of four changing each would change in 45 % of the steps, so that three
 * equal records come by chance in less than 1 %. Where sensors round coarsely, and one variable changes at a time, they
 * come every night.
 */
const LEAST_CHANGING = 0.5;
/**
 * Changes from which on a station's own share counts rather than the network's, and changes that the mean reaches back: a
 * day, so that one calm night does not make every record a calm one.
 */
const OWN_CHANGES = 12;
const CHANGES = SLOTS_PER_DAY;

const MINUTE_MS = 60_000;
const NEVER = -2_147_483_648;
const FIRST_ROOM = 64;

/** Old records in a row: first and last slot of them, and how many, with the record before them where they are equal to it. */
export interface OldRun {
  /** By how many slots records came again; 0 where the record before was repeated. */
  readonly shift: number;
  readonly first: number;
  readonly last: number;
  readonly reports: number;
}

/** What the courses are read from. */
export type CourseWindows = Pick<TimedWindows, keyof WindowView | 'timeAt'>;

const difference: Difference = { differ: 0, compared: 0 };
const gapsInOrder = new Float64Array(GAPS);

/**
 * What each station of a network did, slot by slot: whether it reported when it was due by its own cadence, and whether its
 * record was new. What it did at a slot is known when later ones have passed (the third equal record makes the second a
 * repetition): two reports later, at most SLOTS_KEPT - 1 slots. About 500 bytes a station.
 */
export class StationCourses {
  readonly #windows: CourseWindows;
  #states = new Uint8Array(0);
  /** Digest of the record at each of the last RECORDS_KEPT slots. */
  #records = new Uint16Array(0);
  #gaps = new Uint8Array(0);
  #gapsSeen = new Uint8Array(0);
  /**
   * Slots between two reports that are usual: the longest but one of the last, as a report may be lost. Reports every 15 minutes
   * are one and two slots apart in turn. 0 while unknown.
   */
  #cadence = new Uint8Array(0);
  /** The same gaps in minutes, and their median: when the next report is due, also where that is no whole number of slots. */
  #gapMinutes = new Uint8Array(0);
  #minutes = new Uint8Array(0);
  /** Slots of the last two reports before the one that passes, and the time of the last, ms since the epoch. */
  #last = new Int32Array(0);
  #lastTime = new Float64Array(0);
  #beforeLast = new Int32Array(0);
  /** Slot that first repeated the record which is still the last one, and how often it came by now. */
  #runFirst = new Int32Array(0);
  #runReports = new Uint32Array(0);
  /** By how many slots the last records are those of before (0 by none), since which slot, and how many. */
  #shift = new Uint8Array(0);
  #shiftFirst = new Int32Array(0);
  #shiftReports = new Uint32Array(0);
  /** Changes seen, at most CHANGES, and their mean share of the variables. */
  #changes = new Uint8Array(0);
  #changing = new Float32Array(0);
  /** The same of all stations: sum and number. */
  #changingOfAll = 0;
  #changesOfAll = 0;

  constructor(windows: CourseWindows) {
    this.#windows = windows;
  }

  /** What a station did at one of the last SLOTS_KEPT slots. */
  at(station: number, slot: number): number {
    return station < this.#cadence.length ? this.#states[station * SLOTS_KEPT + modulo(slot, SLOTS_KEPT)] : UNKNOWN;
  }

  /**
   * A slot is complete at a station; slots must pass one by one, those without a report too.
   *
   * @returns the run of old records that the report ended, null where it ended none that tells
   */
  pass(station: number, slot: number): OldRun | null {
    this.#reserve(station);
    if (!this.#windows.reported(station, slot)) {
      this.#beSilent(station, slot);
      return null;
    }
    const last = this.#last[station];
    const gap = slot - last;
    this.#records[station * RECORDS_KEPT + modulo(slot, RECORDS_KEPT)] = 0;
    const digest = recordDigest(this.#windows, station, slot);
    if (last === NEVER || gap > LONGEST_GAP) {
      const ended = this.run(station);
      this.#begin(station, slot, digest);
      return ended;
    }
    const time = this.#windows.timeAt(station, slot);
    this.#noteGap(station, gap, time - this.#lastTime[station]);
    compareRecords(this.#windows, station, slot, last, difference);
    const { differ, compared } = difference;
    const repeats = compared > 0 && differ === 0;
    const shift = repeats ? 0 : this.#shiftAt(station, slot, digest);
    this.#records[station * RECORDS_KEPT + modulo(slot, RECORDS_KEPT)] = digest;
    let ended: OldRun | null = null;
    const goesOn = this.#goesOnShifted(station, slot, digest, repeats);
    if (!goesOn) {
      // A repeated record goes on with one more.
      if (!repeats || this.#shift[station] > 0) ended = this.run(station);
      this.#beginShifted(station, shift);
    }
    if (repeats) {
      if (this.#runReports[station]++ === 1) this.#runFirst[station] = slot;
      const reports = this.#runReports[station];
      const lasts = reports >= REPEATED && this.#tells(station);
      const from = reports === REPEATED ? this.#runFirst[station] : last + 1;
      this.#fill(station, lasts ? from : last + 1, slot, lasts ? REPEATING : GOING_ON);
    } else {
      this.#runReports[station] = 1;
      if (compared > 0) this.#learn(station, differ / compared);
      if (shift > 0) this.#fill(station, this.#beforeLast[station], slot, SHIFTED + shift);
      else this.#fill(station, last + 1, slot, GOING_ON);
    }
    this.#beforeLast[station] = last;
    this.#last[station] = slot;
    this.#lastTime[station] = time;
    return ended;
  }

  /** The run of old records that a station's last report belongs to; null where there is none, or it tells nothing. */
  run(station: number): OldRun | null {
    if (station >= this.#cadence.length) return null;
    const last = this.#last[station];
    const shift = this.#shift[station];
    if (shift > 0) return { shift, first: this.#shiftFirst[station], last, reports: this.#shiftReports[station] };
    const reports = this.#runReports[station];
    if (reports < REPEATED || !this.#tells(station)) return null;
    return { shift, first: this.#runFirst[station], last, reports };
  }

  /** Whether a record is again that of so many slots before as the last ones; an old one may stand still for less than a repeated one. */
  #goesOnShifted(station: number, slot: number, digest: number, repeats: boolean): boolean {
    const shift = this.#shift[station];
    if (shift === 0 || digest === 0 || this.#record(station, slot - shift) !== digest) return false;
    if (repeats && this.#runReports[station] >= REPEATED - 1) return false;
    this.#shiftReports[station]++;
    return true;
  }

  /** Begins with the last records, where they are those of before. @param shift 0 where they are not */
  #beginShifted(station: number, shift: number): void {
    this.#shift[station] = shift;
    this.#shiftFirst[station] = this.#beforeLast[station];
    this.#shiftReports[station] = SHIFTED_REPORTS;
  }

  #begin(station: number, slot: number, digest: number): void {
    this.#records[station * RECORDS_KEPT + modulo(slot, RECORDS_KEPT)] = digest;
    this.#runReports[station] = 1;
    this.#shift[station] = 0;
    this.#beforeLast[station] = NEVER;
    this.#last[station] = slot;
    this.#lastTime[station] = this.#windows.timeAt(station, slot);
    this.#set(station, slot, GOING_ON);
  }

  /** No report: missing from when it was due, where it is late by half a cadence; until then it goes on with what it did. */
  #beSilent(station: number, slot: number): void {
    this.#records[station * RECORDS_KEPT + modulo(slot, RECORDS_KEPT)] = 0;
    const last = this.#last[station];
    const cadence = this.#cadence[station];
    if (last !== NEVER && cadence > 0 && slot - last >= cadence + Math.floor(cadence / 2)) {
      for (let s = Math.max(this.#due(station), slot - SLOTS_KEPT + 1); s <= slot; s++) this.#set(station, s, MISSING);
      return;
    }
    this.#set(station, slot, this.at(station, slot - 1));
  }

  #set(station: number, slot: number, state: number): void {
    this.#states[station * SLOTS_KEPT + modulo(slot, SLOTS_KEPT)] = state;
  }

  /** Says what the station did from a slot to another, save where it was missing. */
  #fill(station: number, from: number, to: number, state: number): void {
    for (let slot = Math.max(from, to - SLOTS_KEPT + 1); slot <= to; slot++) {
      if (slot === to || this.at(station, slot) !== MISSING) this.#set(station, slot, state);
    }
  }

  /**
   * By how many slots the last three records are those of before, each other than the one it follows; 0 where by none.
   *
   * @param digest of the record at `slot`, which is not among those held yet
   */
  #shiftAt(station: number, slot: number, digest: number): number {
    const before = this.#last[station];
    const earliest = this.#beforeLast[station];
    if (digest === 0 || earliest === NEVER || !this.#tells(station)) return 0;
    const [second, third] = [this.#record(station, before), this.#record(station, earliest)];
    if (second === 0 || third === 0 || second === third || !this.#holdsRecord(station, digest)) return 0;
    for (let k = 2; k <= LONGEST_SHIFT; k++) {
      if (this.#record(station, slot - k) !== digest) continue;
      if (this.#record(station, before - k) === second && this.#record(station, earliest - k) === third) return k;
    }
    return 0;
  }

  /** Whether a record is among those held: nearly every one is new, which the order in which they lie tells soonest. */
  #holdsRecord(station: number, digest: number): boolean {
    const records = this.#records;
    const end = (station + 1) * RECORDS_KEPT;
    for (let place = station * RECORDS_KEPT; place < end; place++) if (records[place] === digest) return true;
    return false;
  }

  #record(station: number, slot: number): number {
    return this.#records[station * RECORDS_KEPT + modulo(slot, RECORDS_KEPT)];
  }

  /** Slot of the report that is due after the last one. */
  #due(station: number): number {
    const last = this.#last[station];
    const due = slotOf(this.#lastTime[station] + this.#minutes[station] * MINUTE_MS);
    return Math.max(last + 1, Math.min(last + this.#cadence[station], due));
  }

  /** @param gap in slots, `lasted` in ms */
  #noteGap(station: number, gap: number, lasted: number): void {
    const seen = this.#gapsSeen[station];
    this.#gaps[station * GAPS + (seen % GAPS)] = gap;
    this.#gapMinutes[station * GAPS + (seen % GAPS)] = Math.round(lasted / MINUTE_MS);
    // What follows the first round is round after round.
    this.#gapsSeen[station] = seen + 1 < 2 * GAPS ? seen + 1 : GAPS;
    const count = Math.min(GAPS, seen + 1);
    if (count < FEWEST_GAPS) return;
    for (let k = 0; k < count; k++) gapsInOrder[k] = this.#gaps[station * GAPS + k];
    sortAscending(gapsInOrder, count);
    this.#cadence[station] = gapsInOrder[count - 2];
    for (let k = 0; k < count; k++) gapsInOrder[k] = this.#gapMinutes[station * GAPS + k];
    sortAscending(gapsInOrder, count);
    this.#minutes[station] = gapsInOrder[Math.floor((count - 1) / 2)];
  }

  #learn(station: number, share: number): void {
    if (share === 0) return;
    const changes = Math.min(CHANGES, this.#changes[station] + 1);
    this.#changes[station] = changes;
    this.#changing[station] += (share - this.#changing[station]) / changes;
    this.#changingOfAll += share;
    this.#changesOfAll++;
  }

  /** Whether an unchanged record of a station is no weather. Nobody knows before anything has changed. */
  #tells(station: number): boolean {
    if (this.#changes[station] >= OWN_CHANGES) return this.#changing[station] >= LEAST_CHANGING;
    return this.#changesOfAll >= OWN_CHANGES && this.#changingOfAll >= LEAST_CHANGING * this.#changesOfAll;
  }

  #reserve(station: number): void {
    const room = this.#cadence.length;
    if (station < room) return;
    const next = Math.max(FIRST_ROOM, station + 1, Math.ceil(room * 1.25));
    this.#states = grown(this.#states, new Uint8Array(next * SLOTS_KEPT));
    this.#records = grown(this.#records, new Uint16Array(next * RECORDS_KEPT));
    this.#gaps = grown(this.#gaps, new Uint8Array(next * GAPS));
    this.#gapsSeen = grown(this.#gapsSeen, new Uint8Array(next));
    this.#cadence = grown(this.#cadence, new Uint8Array(next));
    this.#gapMinutes = grown(this.#gapMinutes, new Uint8Array(next * GAPS));
    this.#minutes = grown(this.#minutes, new Uint8Array(next));
    this.#lastTime = grown(this.#lastTime, new Float64Array(next));
    this.#last = grown(this.#last, new Int32Array(next).fill(NEVER));
    this.#beforeLast = grown(this.#beforeLast, new Int32Array(next).fill(NEVER));
    this.#runFirst = grown(this.#runFirst, new Int32Array(next));
    this.#runReports = grown(this.#runReports, new Uint32Array(next));
    this.#shift = grown(this.#shift, new Uint8Array(next));
    this.#shiftFirst = grown(this.#shiftFirst, new Int32Array(next));
    this.#shiftReports = grown(this.#shiftReports, new Uint32Array(next));
    this.#changes = grown(this.#changes, new Uint8Array(next));
    this.#changing = grown(this.#changing, new Float32Array(next));
  }
}

/** Slots before 1970 are negative. */
function modulo(slot: number, length: number): number {
  const place = slot % length;
  return place < 0 ? place + length : place;
}
