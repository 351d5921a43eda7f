import { createHash } from 'node:crypto';
import type { Baseline, OwnDay } from '../../schemas/baseline.ts';
import { dayOfSlot, SLOTS_PER_DAY } from '../../schemas/time.ts';
import { byVariable, VARIABLES } from '../../schemas/variables.ts';
import { REPEATED } from '../windows/record-equality.ts';
import type { WindowView } from '../windows/window-view.ts';
import { type BaselineBlock, BaselinePages } from './baseline-pages.ts';
import { cadenceOfDay, resolutionOfDay, takeRhythm } from './day-rhythm.ts';
import { DOCUMENTED_SPREADS, type FloorShare } from './documented-floors.ts';
import { forgetLast, lastReport, repeatsLast, uncountStill } from './repeated-record.ts';
import {
  binOf,
  binOfSpread,
  LONGEST_STEP,
  leastSteps,
  longestStep,
  medianSpread,
  NO_BIN,
  ninetiethBin,
  SKETCH_BINS,
  spreadOfBin,
} from './step-sketch.ts';
import { cutOf } from './taught-day.ts';
import type { TaughtRows } from './taught-rows.ts';
import { UsualLevels } from './usual-levels.ts';

/** Raised whenever the same observations may teach otherwise: it is part of every anomaly's identity. */
export const BASELINE_VERSION = 6;
/** Days of history a baseline rests on. */
export const BASELINE_DAYS = 30;
const WIDTH = VARIABLES.length;
/** Slots that may be final and not taught yet: windows hold that of a judgement beside lateness and hindsight. */
const LONGEST_LAG = 6;
/** One day more than is folded, so that the baseline of the day before can still be given. */
const KEPT = BASELINE_DAYS + 1;
/**
 * What is usual for each station of a network, learnt from its own observations: the spread of the steps of each variable and,
 * of hourly stations, where it usually stands (`UsualLevels`). The baseline of UTC day D folds at most 30 days before it; its
 * observations end LATENESS before the day begins, so that every one of them is final when the day's first value is judged.
 *
 * Impossible values are missing from the windows and teach nothing; nor does a record that is repeated, nor the step out of
 * it. What a method or a check flags teaches like any other value: it depends on the method, and on a restart would have to
 * be judged again for a whole day. The daily spread is the ninetieth percentile of the steps and the fold their median: three
 * flagged values a day move the former by one bin, a factor of 1.4, at most, and fourteen wrong days of thirty the latter by as much.
 */
export class BaselineBook {
  /** Where hourly stations usually stand. */
  readonly levels: UsualLevels;
  readonly #network: string;
  readonly #latenessSlots: number;
  /** What it learns from. */
  readonly windows: WindowView;
  readonly #floorShare: FloorShare;
  readonly #pages = new BaselinePages(KEPT);
  /** Newest slot that every station was taught; -Infinity before the first. */
  #taught = Number.NEGATIVE_INFINITY;
  /** Newest slot that is final, and the stations there were when it became so. */
  #final = Number.NEGATIVE_INFINITY;
  #stations = 0;
  /** The station that is next to be taught the slots after `#taught` up to and with `to`; null between two such passes. */
  #pass: { readonly to: number; next: number } | null = null;
  /** Slots up to which some stations were taught beyond `#taught`. */
  readonly #ahead = new Map<number, number>();
  /** Values of the report that is being taught. */
  readonly #report = new Float32Array(WIDTH);
  /** Versions of today's baselines that were asked for. */
  readonly #versions = new Map<number, string | null>();
  /** Day whose baselines are in force. */
  #day = Number.NEGATIVE_INFINITY;

  constructor(network: string, latenessSlots: number, windows: WindowView, floorShare: FloorShare = () => 1) {
    this.#floorShare = floorShare;
    this.#network = network;
    this.#latenessSlots = latenessSlots;
    this.windows = windows;
    this.levels = new UsualLevels(windows, latenessSlots);
  }

  /** First slot that no longer teaches the baseline of a day. */
  cutOf(day: number): number {
    return cutOf(day, this.#latenessSlots);
  }

  /**
   * Takes in that the network has reached a slot, by which earlier ones have become final. Must be called before anything
   * of that slot enters the windows. What is final is taught by `teachSome`, and here as far as it cannot wait: all
   * stations at once would hold up a large network at every slot.
   *
   * @param ids station identifiers by index
   * @returns the baselines of each day that has begun, one for each station with history
   */
  advance(slot: number, ids: readonly string[]): Baseline[] {
    const day = dayOfSlot(slot);
    const made: Baseline[] = [];
    if (this.#day === Number.NEGATIVE_INFINITY) {
      this.#day = day;
      this.levels.resume(day);
      this.#taught = slot - this.#latenessSlots - 1;
    }
    while (this.#day < day) {
      this.#teachAll(this.cutOf(this.#day + 1) - 1, ids.length);
      this.#day++;
      this.levels.begin(this.#day);
      this.#versions.clear();
      for (let station = 0; station < ids.length; station++) {
        const baseline = this.#close(station, ids[station]);
        if (baseline !== null) made.push(baseline);
      }
    }
    this.#final = slot - this.#latenessSlots - 1;
    this.#stations = ids.length;
    if (this.#final - this.#taught > LONGEST_LAG) this.#teachAll(this.#final, ids.length);
    return made;
  }

  /**
   * Teaches some stations what has become final.
   *
   * @param stations how many at most
   */
  teachSome(stations: number): void {
    for (let left = stations; left > 0; ) {
      if (this.#final <= this.#taught) return;
      this.#pass ??= { to: this.#final, next: 0 };
      const { to, next } = this.#pass;
      const end = Math.min(next + left, this.#stations);
      this.#teach(next, end, to);
      left -= end - next;
      this.#pass.next = end;
      if (end < this.#stations) return;
      this.#taught = to;
      this.#pass = null;
    }
  }

  /**
   * Teaches a station whose windows are filled before those of others are, so that what is to enter them pushes nothing out
   * that is not taught.
   *
   * @param upTo slot that is final by what has entered the windows, of the day whose baselines are in force or before it ends
   */
  teachAhead(station: number, upTo: number): void {
    if (upTo <= this.#taught) return;
    this.#teach(station, station + 1, upTo);
    this.#ahead.set(station, Math.max(upTo, this.#ahead.get(station) ?? upTo));
  }

  /** Takes over what the days up to and with the baselines of `day` taught, from which learning goes on. */
  restore(stored: readonly OwnDay[], day: number, indexOf: (id: string) => number): void {
    this.#day = day;
    this.levels.resume(day);
    this.#versions.clear();
    this.#taught = this.cutOf(day) - 1;
    this.#pass = null;
    const stations = new Set<number>();
    for (const baseline of stored) {
      const station = indexOf(baseline.station);
      stations.add(station);
      const { days } = this.#pages.block(station, true);
      // The record of day D carries what the day before it added.
      const from = this.#dayPlace(station, baseline.day - 1);
      for (let v = 0; v < WIDTH; v++) {
        days[from + v] = binOfSpread(v, baseline.ownDay[VARIABLES[v]]);
        this.levels.restore(station, v, baseline.day, baseline.ownLevels[VARIABLES[v]]);
      }
    }
    for (const station of stations) {
      this.#setSpreads(station, day - 1);
      this.#pages.turn(station);
      this.#setSpreads(station, day);
    }
  }

  /** Day whose baselines are in force, days since the epoch, and the slot that every station was taught; null before the first. */
  get progress(): { readonly day: number; readonly taught: number } | null {
    return this.#day === Number.NEGATIVE_INFINITY ? null : { day: this.#day, taught: this.#taught };
  }

  /** A copy of what is known of `count` stations of one block, of which `first` is the index of the first. */
  copyRows(first: number, count: number): TaughtRows {
    const { to, next } = this.#pass ?? { to: this.#taught, next: 0 };
    const taught = Int32Array.from({ length: count }, (_, row) =>
      Math.max(first + row < next ? to : this.#taught, this.#ahead.get(first + row) ?? this.#taught),
    );
    return { taught, learnt: this.#pages.copyRows(first, count), levels: this.levels.copyRows(first, count) };
  }

  /** Goes on from what a predecessor had: its progress, and row `from` of what was copied then or later for a station. */
  putRow(
    station: number,
    { taught, learnt, levels }: TaughtRows,
    from: number,
    progress: { day: number; taught: number },
  ): void {
    this.#day = progress.day;
    this.levels.resume(progress.day);
    this.#taught = progress.taught;
    if (learnt !== null) this.#pages.putRow(station, learnt, from);
    if (levels !== null) this.levels.putRow(station, levels, from);
    if (taught[from] > this.#taught) this.#ahead.set(station, taught[from]);
  }

  /** The typical step of one variable (index into VARIABLES) by the baseline in force in a slot's day, today or the day before; NaN where the station has none. */
  spread(station: number, variable: number, slot: number): number {
    const spreads = this.#pages.block(station, false)?.spreads;
    if (spreads === undefined) return Number.NaN;
    const yesterday = dayOfSlot(slot) < this.#day ? 1 : 0;
    return spreads[(this.#pages.row(station) * 2 + yesterday) * WIDTH + variable];
  }

  /** The typical step of one variable that is documented. */
  documentedSpread(station: number, variable: number): number {
    return DOCUMENTED_SPREADS[variable] * this.#floorShare(station, variable);
  }

  /** Typical step (one sigma) of a variable by the station's own days alone, in force on a slot's day; NaN without any. */
  ownSpread(station: number, variable: number, slot: number): number {
    return this.#fold(station, variable, Math.min(this.#day, dayOfSlot(slot))).spread;
  }

  /** Days of history that the typical step of one variable rests on, 0 to 30, on a slot's day: today or the day before. */
  days(station: number, variable: number, slot: number): number {
    return this.#fold(station, variable, Math.min(this.#day, dayOfSlot(slot))).days;
  }

  /** Version of the baseline in force in a slot's day, today or the day before; null where there was no history. */
  version(station: number, slot: number): string | null {
    const day = Math.min(this.#day, dayOfSlot(slot));
    if (day !== this.#day) return this.#version(station, day);
    let version = this.#versions.get(station);
    if (version === undefined) {
      version = this.#version(station, day);
      this.#versions.set(station, version);
    }
    return version;
  }

  #version(station: number, day: number): string | null {
    const days = this.#pages.block(station, false)?.days;
    if (days === undefined) return null;
    const content = new Uint8Array(BASELINE_DAYS * WIDTH);
    for (let back = 1; back <= BASELINE_DAYS; back++) {
      const from = this.#dayPlace(station, day - back);
      content.set(days.subarray(from, from + WIDTH), (back - 1) * WIDTH);
    }
    if (content.every((bin) => bin === NO_BIN)) return null;
    const levels = this.levels.content(station, day * SLOTS_PER_DAY) ?? '';
    return createHash('sha256').update(content).update(levels).digest('hex').slice(0, 16);
  }

  /** Ends the pass that is under way, and teaches all stations what follows up to a slot. */
  #teachAll(upTo: number, stations: number): void {
    if (this.#pass !== null) {
      this.#teach(this.#pass.next, stations, this.#pass.to);
      this.#taught = this.#pass.to;
      this.#pass = null;
    }
    if (upTo <= this.#taught) return;
    this.#teach(0, stations, upTo);
    this.#taught = upTo;
    this.#ahead.clear();
  }

  /** Teaches the stations from `first` up to but without `end` their slots after `#taught` up to and with `upTo`. */
  #teach(first: number, end: number, upTo: number): void {
    for (let station = first; station < end; station++) {
      const newest = Math.min(upTo, this.windows.newest(station));
      const taught = Math.max(this.#taught, this.#ahead.get(station) ?? this.#taught);
      for (let slot = taught + 1; slot <= newest; slot++) {
        if (!this.windows.reported(station, slot)) continue;
        this.#teachReport(station, slot);
        this.levels.teach(station, slot);
      }
    }
  }

  /**
   * Counts the steps into a report. A record that is repeated three times or more is of a feed that stands still: its
   * repetitions teach nothing, and the step out of it, which nobody knows the length of, neither.
   */
  #teachReport(station: number, slot: number): void {
    const block = this.#pages.block(station, true);
    const row = this.#pages.row(station);
    const report = this.#report;
    for (let v = 0; v < WIDTH; v++) report[v] = this.windows.value(station, v, slot);
    const before = lastReport(block, row);
    takeRhythm(block, row, report, slot, before);
    const equal = block.equal[row];
    const longest = slot - before <= LONGEST_STEP ? LONGEST_STEP : longestStep(cadenceOfDay(block, row));
    const repeats = slot - before <= longest && repeatsLast(block, row, report, before);
    block.equal[row] = repeats ? Math.min(REPEATED, equal + 1) : 1;
    if (repeats && equal + 1 >= REPEATED) {
      if (equal < REPEATED) uncountStill(block, row);
    } else if (equal >= REPEATED) {
      forgetLast(block, row);
    } else {
      this.#countSteps(block, row, slot, longest);
    }
    for (let v = 0; v < WIDTH; v++) {
      if (Number.isNaN(report[v])) continue;
      block.last[row * WIDTH + v] = report[v];
      block.lastSlot[row * WIDTH + v] = slot;
    }
  }

  /**
   * Counts the steps from the last values to those of `#report`, and notes the variables with a step of nothing.
   *
   * @param longest step that counts [slots]
   */
  #countSteps({ sketch, last, lastSlot, still }: BaselineBlock, row: number, slot: number, longest: number): void {
    for (let v = 0; v < WIDTH; v++) {
      const place = row * WIDTH + v;
      still[place] = 0;
      if (Number.isNaN(this.#report[v]) || slot - lastSlot[place] > longest) continue;
      const bin = binOf(v, Math.abs(this.#report[v] - last[place]));
      const cell = place * SKETCH_BINS + bin;
      if (sketch[cell] < 255) sketch[cell]++;
      if (bin === 0) still[place] = 1;
    }
  }

  /** Ends the day before `#day`: its spreads are kept and the fold of the new day is made. */
  #close(station: number, id: string): Baseline | null {
    const block = this.#pages.block(station, false);
    if (block === undefined) return null;
    const own = this.#dayPlace(station, this.#day - 1);
    const row = this.#pages.row(station) * WIDTH;
    const cadence = cadenceOfDay(block, row / WIDTH);
    const least = leastSteps(cadence);
    for (let v = 0; v < WIDTH; v++) {
      block.days[own + v] = ninetiethBin(block.sketch, (row + v) * SKETCH_BINS, least);
    }
    const resolution = byVariable((_, v) => nullWhereNaN(resolutionOfDay(block, row / WIDTH, v)));
    this.#pages.turn(station);
    const days = this.#setSpreads(station, this.#day);
    const version = this.#version(station, this.#day);
    if (version === null) return null;
    return {
      network: this.#network,
      station: id,
      day: this.#day,
      version,
      days,
      stepSpread: byVariable((_, v) => nullWhereNaN(this.#fold(station, v, this.#day).spread)),
      ownDay: byVariable((_, v) => nullWhereNaN(spreadOfBin(v, block.days[own + v]))),
      ownLevels: byVariable((_, v) => this.levels.ownDay(station, v)),
      cadence,
      resolution,
    };
  }

  /**
   * Puts the spreads of a day in force: what was learnt, and what is documented as if it were one more day of it, so that
   * one still day makes nobody anxious; none where nothing was learnt. Returns on how many days they rest.
   */
  #setSpreads(station: number, day: number): number {
    const { spreads } = this.#pages.block(station, true);
    const from = this.#pages.row(station) * 2 * WIDTH;
    let longest = 0;
    for (let v = 0; v < WIDTH; v++) {
      const { spread, days } = this.#fold(station, v, day);
      longest = Math.max(longest, days);
      const learnt = days === 0 ? 0 : days * spread ** 2;
      spreads[from + v] = Math.sqrt((learnt + this.documentedSpread(station, v) ** 2) / (days + 1));
    }
    if (longest === 0) spreads.fill(Number.NaN, from, from + WIDTH);
    return longest;
  }

  /** Median of the daily spreads of at most 30 days before a day; NaN without any. */
  #fold(station: number, variable: number, day: number): { spread: number; days: number } {
    const { days } = this.#pages.block(station, true);
    const bins: number[] = [];
    for (let back = 1; back <= BASELINE_DAYS; back++) {
      const bin = days[this.#dayPlace(station, day - back) + variable];
      if (bin !== NO_BIN) bins.push(bin);
    }
    return { spread: medianSpread(variable, bins), days: bins.length };
  }

  /** Where a day of a station begins in its block; days before the epoch are negative. */
  #dayPlace(station: number, day: number): number {
    const place = ((day % KEPT) + KEPT) % KEPT;
    return (this.#pages.row(station) * KEPT + place) * WIDTH;
  }
}

const nullWhereNaN = (value: number) => (Number.isNaN(value) ? null : value);
