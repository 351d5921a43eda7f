/** A station is silent when nothing came for longer than so many of its reports take. */
export const MISSED_REPORTS = 3;

/**
 * What is known of a station, or of one of its variables, at a moment. `silent`: nothing came for more than three of its
 * reports. `not_judged`: it reports, and nothing says whether that is good.
 */
export const STATION_STATES = ['good', 'weather_event', 'device_failure', 'suspected', 'silent', 'not_judged'] as const;
export type StationState = (typeof STATION_STATES)[number];

/** The states with the gravest first: the order of legends and tables, and of what a group of stations is called by. */
export const STATES_GRAVEST_FIRST: readonly StationState[] = [
  'device_failure',
  'suspected',
  'weather_event',
  'silent',
  'not_judged',
  'good',
];

/** How many of some stations are in each state; states that none is in count 0. */
export function countStates(states: Iterable<{ readonly state: StationState }>): Record<StationState, number> {
  const counts = { device_failure: 0, suspected: 0, weather_event: 0, silent: 0, not_judged: 0, good: 0 };
  for (const { state } of states) counts[state]++;
  return counts;
}

/**
 * The zooms of a map for which states can be asked for: 0 shows the world in one tile of 256 pixels. `fit`: the highest at which a
 * whole network is shown, however small it is; `step`: between two of them.
 */
export const MAP_ZOOM = { least: 0, most: 18, fit: 11, step: 0.25 } as const;
