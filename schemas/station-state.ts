/** A station is silent when nothing came for longer than so many of its reports take. */
export const MISSED_REPORTS = 3;
/**
 * A report that is older than this when it arrives tells of the past alone [ms]: a file of old reports does not make a station
 * report that is dead. A clock that is more than two hours wrong is not told from other faults, and the reports between two
 * arrivals come on top.
 */
export const LONGEST_DELAY_MS = 3 * 3_600_000;
const MINUTE_MS = 60_000;

/** When a report is of, and when it arrived, ms since the epoch. */
interface Arrival {
  readonly time: number;
  readonly received: number;
}

/**
 * When a station was heard by a report, ms since the epoch: when that arrived, to the minute, whatever time it carries. Its own
 * time where it arrived long after, or after the moment that is asked for, or where its clock is ahead.
 *
 * @param moment ms since the epoch
 */
export function heardBy({ time, received }: Arrival, moment: number): number {
  if (received > moment || received - time > LONGEST_DELAY_MS) return time;
  return Math.max(time, Math.floor(received / MINUTE_MS) * MINUTE_MS);
}

/**
 * True where a station is silent.
 *
 * @param heard when it was heard last, ms since the epoch, as `moment`
 * @param interval time between two of its reports [ms]
 */
export function isSilent(heard: number, interval: number, moment: number): boolean {
  return moment - heard > MISSED_REPORTS * interval;
}

/**
 * What is known of a station, or of one of its variables, at a moment. `silent`: nothing arrived for more than three of its
 * reports. `silent_sensor`: what it sends is good, and nothing comes of one of its sensors. `not_judged`: it reports, and nothing
 * says whether that is good.
 */
export const STATION_STATES = [
  'good',
  'weather_event',
  'device_failure',
  'suspected',
  'silent',
  'silent_sensor',
  'not_judged',
] as const;
export type StationState = (typeof STATION_STATES)[number];

/** The states with the gravest first: the order of legends and tables, and of what a group of stations is called by. */
export const STATES_GRAVEST_FIRST: readonly StationState[] = [
  'device_failure',
  'suspected',
  'weather_event',
  'silent',
  'silent_sensor',
  'not_judged',
  'good',
];

/** How many of some stations are in each state; states that none is in count 0. */
export function countStates(states: Iterable<{ readonly state: StationState }>): Record<StationState, number> {
  const counts = {
    device_failure: 0,
    suspected: 0,
    weather_event: 0,
    silent: 0,
    silent_sensor: 0,
    not_judged: 0,
    good: 0,
  };
  for (const { state } of states) counts[state]++;
  return counts;
}

/**
 * The zooms of a map for which states can be asked for: 0 shows the world in one tile of 256 pixels. `fit`: the highest at which a
 * whole network is shown, however small it is; `step`: between two of them.
 */
export const MAP_ZOOM = { least: 0, most: 18, fit: 11, step: 0.25 } as const;
