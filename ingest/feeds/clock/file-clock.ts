import { skipped } from './clock-time.ts';
import type { SourceZone } from './source-zone.ts';

/** The row before of a station. */
interface Before {
  readonly time: number;
  /** True where times go back from row to row. */
  readonly back: boolean;
}

/**
 * The local clock of one file whose rows are read one after the other. Where the clock was set back, a time that came
 * twice is the one that goes on from the station's row before, in files that go on in time and in those that go back; the
 * first of the two where nothing came before. So both hours are kept, though both are named alike.
 */
export class FileClock {
  private readonly zone: SourceZone;
  private readonly before = new Map<string, Before>();

  constructor(zone: SourceZone) {
    this.zone = zone;
  }

  /**
   * ms since the epoch; a text says what is wrong with a time that the clock skipped.
   *
   * @param local what the clock showed, as ms since the epoch of a clock on UTC
   */
  momentOf(station: string, local: number): number | string {
    const moments = this.zone.momentsOf(local);
    if (moments.length === 0) return skipped(local, this.zone);
    const before = this.before.get(station);
    const time = moments.length === 1 || before === undefined ? moments[0] : next(moments, before);
    const back = before !== undefined && (time === before.time ? before.back : time < before.time);
    this.before.set(station, { time, back });
    return time;
  }
}

function next(moments: readonly number[], { time, back }: Before): number {
  if (back) return moments.findLast((moment) => moment < time) ?? moments[moments.length - 1];
  return moments.find((moment) => moment > time) ?? moments[0];
}
