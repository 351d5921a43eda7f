/** Minutes that an amount of rain may have fallen over: the periods that loggers, METAR and SYNOP report. */
export const RAIN_INTERVALS = [1, 5, 10, 15, 30, 60] as const;

export type RainInterval = (typeof RAIN_INTERVALS)[number];

/** True for a number of minutes that rain may be declared by. */
export function isRainInterval(minutes: unknown): minutes is RainInterval {
  return (RAIN_INTERVALS as readonly unknown[]).includes(minutes);
}

/** What would be right, for messages. */
export const EXPECTED_INTERVAL = `one of ${RAIN_INTERVALS.join(', ')} (minutes)`;
