import { isRainInterval } from '../../../schemas/rain-intervals.ts';
import { isoOf } from '../../../schemas/time.ts';

/** What is known of the reports of rain of one station. */
interface StationRain {
  /** Time of the newest, ms since the epoch. */
  last: number;
  /** How often an amount without an interval came after so many minutes. */
  readonly gaps: Map<number, number>;
}

/** An amount that reaches back beyond the report before it. */
interface Overlap {
  readonly station: string;
  /** ms since the epoch. */
  readonly time: number;
  /** Minutes that it covers, and that have passed since the report before. */
  readonly interval: number;
  readonly gap: number;
}

interface NetworkRain {
  readonly stations: Map<string, StationRain>;
  overlaps: number;
  first: Overlap | null;
}

const MINUTE_MS = 60_000;
/** Longer gaps are alike: no interval is as long. */
const LONG = 61;
/** Fewer gaps of one length say nothing of a station's cadence. */
const FEWEST_GAPS = 6;
/** Clocks of loggers are not exact: an amount overlaps where less than this share of its interval has passed. */
const OVERLAPPING = 0.8;
const MOST_NAMED = 3;

/**
 * How often amounts of rain come, beside the intervals that are declared for them, to tell whoever brings them in: where
 * they overlap, and where an interval was probably forgotten. Nothing is changed or refused by it.
 */
export class RainReports {
  readonly #networks = new Map<string, NetworkRain>();

  /**
   * Takes an amount, of each station in order of time; one of the same time again is a correction.
   *
   * @param time ms since the epoch
   * @param interval minutes that it fell over; null where that is not declared
   */
  add(network: string, station: string, time: number, interval: number | null): void {
    const rain = this.#networkOf(network);
    const known = rain.stations.get(station);
    if (known === undefined) {
      rain.stations.set(station, { last: time, gaps: new Map() });
      return;
    }
    const gap = (time - known.last) / MINUTE_MS;
    if (!(gap > 0)) return;
    known.last = time;
    if (interval === null) {
      const minutes = Math.min(Math.round(gap), LONG);
      known.gaps.set(minutes, (known.gaps.get(minutes) ?? 0) + 1);
    } else if (gap < interval * OVERLAPPING) {
      rain.overlaps += 1;
      rain.first ??= { station, time, interval, gap };
    }
  }

  /** A line for each network with amounts that overlap. */
  overlaps(): string[] {
    return Array.from(this.#networks.values()).flatMap(({ overlaps, first }) => {
      if (first === null) return [];
      const { station, time, interval, gap } = first;
      const some = overlaps === 1 ? '1 amount of rain overlaps' : `${overlaps} amounts of rain overlap`;
      const passed = `covers ${minutesText(interval)} and comes ${minutesText(Math.round(gap * 10) / 10)} after it`;
      const right = 'intervals.rain should be no longer than the time between reports';
      return [`${some} the report before: ${station} at ${isoOf(time)} ${passed}; ${right}`];
    });
  }

  /** A line for each network with stations whose amounts have no interval and come at one that they could have. */
  undeclared(): string[] {
    return Array.from(this.#networks.values()).flatMap(({ stations }) => {
      const byCadence = new Map<number, string[]>();
      for (const [station, { gaps }] of stations) {
        const minutes = cadenceOf(gaps);
        if (minutes !== null) byCadence.set(minutes, [...(byCadence.get(minutes) ?? []), station]);
      }
      const groups = Array.from(byCadence).sort(([a], [b]) => a - b);
      return groups.length === 0 ? [] : [groups.map(([minutes, ids]) => undeclaredLine(minutes, ids)).join('; ')];
    });
  }

  #networkOf(name: string): NetworkRain {
    let found = this.#networks.get(name);
    if (found === undefined) {
      found = { stations: new Map(), overlaps: 0, first: null };
      this.#networks.set(name, found);
    }
    return found;
  }
}

/** Most common of some gaps [minutes], where it is an interval other than the ten minutes of who declares none. */
function cadenceOf(gaps: ReadonlyMap<number, number>): number | null {
  let most = 0;
  let cadence = 0;
  for (const [minutes, times] of gaps) {
    if (times <= most) continue;
    most = times;
    cadence = minutes;
  }
  return most >= FEWEST_GAPS && isRainInterval(cadence) && cadence !== 10 ? cadence : null;
}

function minutesText(minutes: number): string {
  return `${minutes} minute${minutes === 1 ? '' : 's'}`;
}

function undeclaredLine(minutes: number, ids: readonly string[]): string {
  const named = `${ids.slice(0, MOST_NAMED).join(', ')}${ids.length > MOST_NAMED ? ', ...' : ''}`;
  const stations = `rain of ${ids.length} station${ids.length === 1 ? '' : 's'} (${named})`;
  const taken =
    minutes < 10
      ? 'each amount is taken as what fell since the report before'
      : 'each amount is judged as it came, beside others of the same station';
  const every = minutes === 1 ? 'minute' : minutesText(minutes);
  return `${stations} has no interval and comes every ${every}: ${taken}; declare intervals.rain=${minutes} to be sure`;
}
