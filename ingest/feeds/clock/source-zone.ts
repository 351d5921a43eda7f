import { HalcyonError } from '../../../schemas/errors.ts';
import { offsetOf } from '../../validation/observation-time.ts';
import { shown } from '../../validation/refusal.ts';

const DAY_MS = 86_400_000;
/** Zones change their offset on a quarter of an hour only. */
const QUARTER_MS = 900_000;
/** Quarters of which the offset is kept; a year has 35,000. */
const MOST_KEPT = 100_000;

/**
 * The zone of a clock on the wall. Where the clock is set back an hour comes twice: `toUtc` takes the first of the two,
 * for tables that have room for one. Where it is set forward an hour is missing: a time in it never was.
 */
export class SourceZone {
  readonly name: string;
  private readonly fixed: number | null;
  private readonly format: Intl.DateTimeFormat | null;
  private readonly offsets = new Map<number, number>();

  private constructor(name: string, fixed: number | null, format: Intl.DateTimeFormat | null) {
    this.name = name;
    this.fixed = fixed;
    this.format = format;
  }

  /**
   * @param name of the IANA time zone database, or an offset such as `+02:00`
   * @param option what the user calls it
   * @throws HalcyonError `invalid_parameter`
   */
  static of(name: string, option = 'source-timezone'): SourceZone {
    const offset = name === 'UTC' ? 0 : name === '' ? undefined : offsetOf(name);
    if (offset !== undefined) return new SourceZone(name, offset, null);
    try {
      return new SourceZone(name, null, formatOf(name));
    } catch (cause) {
      const expected = 'should be a name of the time zone database such as Europe/Athens, or an offset such as +02:00';
      const msg = `${option} is ${shown(name)}, ${expected}`;
      throw new HalcyonError('invalid_parameter', msg, {
        cause,
        problems: [{ loc: ['arguments', option], msg, type: 'value_error' }],
      });
    }
  }

  /**
   * ms since the epoch; undefined for a time that the clock skipped.
   *
   * @param local what the clock shows, as ms since the epoch of a clock on UTC
   */
  toUtc(local: number): number | undefined {
    return this.momentsOf(local)[0];
  }

  /** True for what `of` takes. */
  static isZone(this: void, name: string): boolean {
    try {
      SourceZone.of(name);
      return true;
    } catch {
      return false;
    }
  }

  /** The moments at which the clock shows this, ms since the epoch, in order: two where it was set back, none where forward. */
  momentsOf(local: number): readonly number[] {
    if (this.fixed !== null) return [local - this.fixed];
    const [earlier, later] = this.candidates(local);
    const moments = this.offsetAt(earlier) === local - earlier ? [earlier] : [];
    if (later !== earlier && this.offsetAt(later) === local - later) moments.push(later);
    return moments;
  }

  /** Bounds of the moments, ms since the epoch, at which the clock shows this, or would if it had not been set. */
  around(local: number): readonly [number, number] {
    if (this.fixed !== null) return [local - this.fixed, local - this.fixed];
    return this.candidates(local);
  }

  /** What the clock shows, as ms since the epoch of a clock on UTC. */
  toLocal(utc: number): number {
    return utc + (this.fixed ?? this.offsetAt(utc));
  }

  private candidates(local: number): [number, number] {
    const before = local - this.offsetAt(local - DAY_MS);
    const after = local - this.offsetAt(local + DAY_MS);
    return before < after ? [before, after] : [after, before];
  }

  /** ms by which the clock is ahead of UTC. */
  private offsetAt(utc: number): number {
    const quarter = Math.floor(utc / QUARTER_MS);
    const known = this.offsets.get(quarter);
    if (known !== undefined) return known;
    if (this.offsets.size >= MOST_KEPT) this.offsets.clear();
    const offset = this.offsetOfQuarter(quarter * QUARTER_MS);
    this.offsets.set(quarter, offset);
    return offset;
  }

  private offsetOfQuarter(utc: number): number {
    const parts = new Map(this.format?.formatToParts(utc).map((part) => [part.type, Number(part.value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    return local - utc;
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}
