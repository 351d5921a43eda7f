import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { WeatherEvent } from '../../schemas/weather-event.ts';
import { rowsOf } from './injected-history.ts';

const HOUR_MS = 3_600_000;
/** Injected fronts move at 40 km/h or more: what is later at a station than that is of another one. */
const SLOWEST_FRONT = 38;
const UNSURE_MS = 20 * 60_000;
/** An injected storm touches stations within 90 minutes, and none farther from another than this [km]. */
const STORM = { ms: 1.5 * HOUR_MS, km: 60 } as const;

/** Weather shows at a station in the report of the hour after its begin less one of so long before it [ms]. */
const REPORT_BEFORE_MS = 1.5 * HOUR_MS;

/** Where and when something passed: times by station, ms since the epoch. */
type Passed = Readonly<Record<string, number>>;

/** An injected front or storm. */
interface Injected {
  readonly kind: string;
  readonly passed: Record<string, number>;
}

/** What a run says of injected weather: plain JSON. */
export interface WeatherRun {
  readonly weeks: number;
  /** Fronts and storms of two stations or more, and those of them that are seen. */
  readonly injected: Readonly<Record<'front' | 'storm', number>>;
  readonly seen: Readonly<Record<'front' | 'storm', number>>;
  readonly events: readonly Passed[];
  /** Events that are at no injected weather. */
  readonly others: readonly Passed[];
}

/**
 * Holds the events of a run against the injected weather: one is seen where an event has half of its stations within an hour.
 * Stations that sent nothing just before it or in it show nothing to anybody, and do not count.
 *
 * @param stretches that were judged, ms since the epoch
 */
export function weatherRun(
  folder: string,
  events: readonly WeatherEvent[],
  stretches: readonly (readonly [start: number, end: number])[],
): WeatherRun {
  const injected = injectedWeather(folder).flatMap(({ kind, passed }) => {
    const judged = Object.entries(passed).filter(([, time]) => stretches.some(([a, b]) => time >= a && time <= b));
    return judged.length === 0 ? [] : [{ kind, passed: Object.fromEntries(judged) }];
  });
  const passed = events.map(({ stations }) => Object.fromEntries(stations.map(({ station, time }) => [station, time])));
  const several = injected.filter((one) => Object.keys(one.passed).length > 1 && one.kind !== 'lone_storm');
  const isSeen = (one: Injected) =>
    passed.some((event) => 2 * together(event, one.passed) >= Object.keys(one.passed).length);
  const count = (kind: string, of: readonly Injected[]) => of.filter((one) => one.kind === kind).length;
  const seen = several.filter(isSeen);
  const isOther = (event: Passed) =>
    injected.every((one) => together(event, one.passed) < Math.min(2, Object.keys(event).length / 2));
  return {
    weeks: stretches.reduce((sum, [start, end]) => sum + (end - start) / (7 * 24 * HOUR_MS), 0),
    injected: { front: count('front', several), storm: count('storm', several) },
    seen: { front: count('front', seen), storm: count('storm', seen) },
    events: passed,
    others: passed.filter(isOther),
  };
}

/** Events a week that are at no injected weather, nor in the run of the same network without it. */
export function beyondClean({ others, weeks }: WeatherRun, clean: WeatherRun): number {
  return others.filter((event) => clean.events.every((known) => together(event, known) === 0)).length / weeks;
}

/** Stations over which both passed within an hour. */
function together(some: Passed, others: Passed): number {
  return Object.entries(some).filter(([station, time]) => Math.abs((others[station] ?? Number.NaN) - time) <= HOUR_MS)
    .length;
}

/** The fronts and storms that the harness wrote down, a series each, put together again by where and when they passed. */
function injectedWeather(folder: string): Injected[] {
  const places = new Map(
    rowsOf(readFileSync(join(folder, 'stations.csv'))).map((row) => [
      row['station_id'],
      { latitude: Number(row['latitude']), longitude: Number(row['longitude']) },
    ]),
  );
  const kilometres = (a: string, b: string) => {
    const [p, q] = [places.get(a), places.get(b)];
    if (p === undefined || q === undefined) return Number.POSITIVE_INFINITY;
    const east = (p.longitude - q.longitude) * Math.cos((p.latitude * Math.PI) / 180);
    return 111.2 * Math.hypot(p.latitude - q.latitude, east);
  };
  const reported = reportTimes(folder);
  const shows = (station: string, time: number) => {
    const within = (from: number, to: number) => reported.get(station)?.some((at) => at >= from && at < to) === true;
    return within(time - REPORT_BEFORE_MS, time) && within(time, time + HOUR_MS);
  };
  const found: Injected[] = [];
  const rows = rowsOf(readFileSync(join(folder, 'truth.csv'))).filter(
    (row) => row['class'] === 'weather_event' && shows(row['station_id'], Date.parse(row['start'])),
  );
  for (const row of rows) {
    const [station, kind, time] = [row['station_id'], row['kind'], Date.parse(row['start'])];
    const isOf = (one: Injected) =>
      one.kind === kind &&
      Object.entries(one.passed).some(([other, passed]) => {
        const [late, km] = [Math.abs(time - passed), kilometres(station, other)];
        if (kind === 'front') return late <= (km / SLOWEST_FRONT) * HOUR_MS + UNSURE_MS;
        return late <= STORM.ms && km <= STORM.km;
      });
    const [first, ...rest] = found.filter(isOf);
    if (first === undefined) found.push({ kind, passed: { [station]: time } });
    else first.passed[station] ??= time;
    for (const one of rest) {
      Object.assign(first.passed, one.passed);
      found.splice(found.indexOf(one), 1);
    }
  }
  return found;
}

/** Times of the reports of each station [ms since the epoch]. */
function reportTimes(folder: string): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const row of rowsOf(gunzipSync(readFileSync(join(folder, 'observations.csv.gz'))))) {
    const own = times.get(row['station_id']);
    if (own === undefined) times.set(row['station_id'], [Date.parse(row['time'])]);
    else own.push(Date.parse(row['time']));
  }
  return times;
}
