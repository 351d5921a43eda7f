/** A station is silent when nothing came for longer than so many of its reports take. */
export const MISSED_REPORTS = 3;

/**
 * What is known of a station, or of one of its variables, at a moment. `silent`: nothing came for more than three of its
 * reports. `not_judged`: it reports, and nothing says whether that is good.
 */
export const STATION_STATES = ['good', 'weather_event', 'device_failure', 'suspected', 'silent', 'not_judged'] as const;
export type StationState = (typeof STATION_STATES)[number];
