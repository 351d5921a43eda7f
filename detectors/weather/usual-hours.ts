import { SLOTS_PER_DAY, SLOTS_PER_HOUR, timeOfSlot } from '../../schemas/time.ts';
import { WEATHER_VARIABLES } from '../../schemas/variables.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import type { NetworkStations } from '../network/network-stations.ts';
import { putReports, stationRuns } from '../windows/put-reports.ts';
import { LONGEST_COUNT_GAP } from '../windows/rain-count.ts';
import { WindowStore } from '../windows/window-store.ts';
import { type Passage, sizeOf } from './passage.ts';
import { LEAST_SIZE } from './passage-finder.ts';
import { SLOTS_AFTER, SLOTS_BEFORE, StationChange } from './station-change.ts';
import { changeOfTheDay } from './time-of-day.ts';

/** Days before a passage that tell what is usual at its hour, and how many of them the station must have reported on. */
const DAYS = 7;
const LEAST_DAYS = 4;
/** What comes daily comes so much earlier or later [slots]. */
const AROUND = 2 * SLOTS_PER_HOUR;
/** A day tells of a passage where it knows this share of what changed, by the squares of the sizes. */
const KNOWN = 0.5;
/** Hours of the days before that are this near to each other are read at once [slots]. */
const AT_ONCE = SLOTS_PER_DAY / 2;
/** Looks at one day that hold the event loop for some 50 ms. */
const TURN_LOOKS = 500;

/** What it works with. */
export interface UsualHoursDependencies {
  readonly stations: NetworkStations;
  /** What the wanted stations reported in a stretch of slots, both included. */
  readonly reports: (
    from: number,
    to: number,
    wants: (station: string) => boolean,
  ) => AsyncIterable<readonly WindowReport[]>;
}

/**
 * Tells how much of a passage is usual at its hour: a sea breeze brings the same to the same stations on most days. It is a
 * function of the reports of the days before alone, so that it is the same live and in a replay, and holds the reports of
 * half a day at a time.
 */
export class UsualHours {
  readonly #dependencies: UsualHoursDependencies;
  readonly #before: ReadonlyMap<string, number>;
  readonly #known = new Map<string, number>();

  /** @param before shares that another one told of the same stations, which are not measured again */
  constructor(dependencies: UsualHoursDependencies, before: ReadonlyMap<string, number> = new Map()) {
    this.#dependencies = dependencies;
    this.#before = before;
  }

  /** All shares that this one was asked for. */
  get shares(): ReadonlyMap<string, number> {
    return this.#known;
  }

  /**
   * The share of each passage that most of the days before had too, within two hours of it: 0 to 1, 0 where too few days are known.
   *
   * @throws what reading throws
   */
  async usualShares(passages: readonly Passage[]): Promise<ReadonlyMap<Passage, number>> {
    const unknown: Passage[] = [];
    for (const passage of passages) {
      const key = keyOf(passage);
      const share = this.#known.get(key) ?? this.#before.get(key);
      if (share === undefined) unknown.push(passage);
      else this.#known.set(key, share);
    }
    if (unknown.length > 0) await this.#measure(unknown);
    return new Map(passages.map((passage) => [passage, this.#known.get(keyOf(passage)) ?? 0]));
  }

  /** A day may tell of the passages of seven days after it: what is near to each other is read once for all of them. */
  async #measure(passages: readonly Passage[]): Promise<void> {
    const asked = passages.map((passage) => ({ passage, shares: [] as number[] }));
    const looks = asked.flatMap((one) =>
      Array.from({ length: DAYS }, (_, k) => ({ ...one, slot: one.passage.slot - (k + 1) * SLOTS_PER_DAY })),
    );
    looks.sort((a, b) => a.slot - b.slot);
    for (let from = 0, to = 0; from < looks.length; from = to) {
      while (to < looks.length && looks[to].slot < looks[from].slot + AT_ONCE) to++;
      const near = looks.slice(from, to);
      const places = new Map<string, number>();
      for (const { passage } of near) if (!places.has(passage.station)) places.set(passage.station, places.size);
      const windows = await this.#windowsOf(places, near[0].slot, near[near.length - 1].slot);
      for (const [k, { passage, shares, slot }] of near.entries()) {
        // Whatever else happens in this process has its turn in between.
        if (k % TURN_LOOKS === TURN_LOOKS - 1) await new Promise((resolve) => setImmediate(resolve));
        const share = shareOn(windows, places.get(passage.station) ?? 0, passage, slot);
        if (share !== null) shares.push(share);
      }
    }
    for (const { passage, shares } of asked) this.#known.set(keyOf(passage), usualOf(shares));
  }

  /** What stations reported around a stretch of slots, by their places. */
  async #windowsOf(places: ReadonlyMap<string, number>, first: number, last: number): Promise<WindowStore> {
    const { reports, stations } = this.#dependencies;
    const from = first - AROUND - SLOTS_BEFORE - LONGEST_COUNT_GAP;
    const to = last + AROUND + SLOTS_AFTER;
    const indices = [...places.keys()].map((id) => stations.indexOf(id));
    const windows = new WindowStore(to - from + 1, undefined, (place, variable, slot, interval) =>
      stations.limitsOf(indices[place], variable, slot, interval),
    );
    const indexOf = (id: string) => places.get(id) ?? 0;
    for await (const batch of reports(from, to, (id) => places.has(id))) {
      for (const [at, end] of stationRuns(batch)) putReports(windows, { indexOf }, batch, at, end);
    }
    return windows;
  }
}

/** Of a passage whose sensors are believed otherwise than before other sizes are left. */
function keyOf({ station, slot, sizes }: Passage): string {
  return `${slot}\n${sizes}\n${station}`;
}

/**
 * The largest share of a passage that a station shows around a slot: 0 where that is no passage by itself, as every hour has some
 * change; null where it did not report enough.
 */
function shareOn(windows: WindowStore, station: number, passage: Passage, slot: number): number | null {
  const { longitude, sizes, left } = passage;
  const change = new StationChange(windows, {
    asked: () => 1,
    ofTheDay: (_, variable, at, sign) => changeOfTheDay(variable, sign, longitude, timeOfSlot(at)),
  });
  let largest: number | null = null;
  for (let at = slot - AROUND; at <= slot + AROUND; at++) {
    if (!change.at(station, at)) continue;
    let [share, known, all] = [0, 0, 0];
    for (let v = 0; v < WEATHER_VARIABLES; v++) {
      // What is not left has no part in it, and of a sensor that is not believed nobody knows.
      const weight = Number.isNaN(sizes[v]) || left[v] === 0 ? 0 : sizes[v] * sizes[v];
      all += weight;
      if (weight === 0 || Number.isNaN(change.left[v])) continue;
      known += weight;
      // More of one variable than usual does not make up for another that did not change.
      share += weight * Math.max(-1, Math.min(1, change.left[v] / left[v]));
    }
    if (known < KNOWN * all) continue;
    largest = Math.max(largest ?? 0, share / known);
  }
  return largest !== null && largest * sizeOf(sizes) < LEAST_SIZE ? 0 : largest;
}

/** What more than half of some days reach. */
function usualOf(shares: number[]): number {
  if (shares.length < LEAST_DAYS) return 0;
  return shares.sort((a, b) => a - b)[Math.floor((shares.length - 1) / 2)];
}
