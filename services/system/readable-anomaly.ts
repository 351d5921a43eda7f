import type { Anomaly, Classification } from '../../schemas/anomaly.ts';
import { isoOf } from '../../schemas/time.ts';
import { possibleValue, VARIABLE_SPECIFICATIONS } from '../../schemas/variables.ts';

/** How a class is written where a person reads it. */
const CLASS_TITLES: Readonly<Record<Classification, string>> = {
  device_failure: 'DEVICE FAILURE',
  weather_event: 'WEATHER EVENT',
  suspected: 'SUSPECTED',
};

/** A classified anomaly in one line, for the operator's terminal. */
export function readableAnomaly(anomaly: Anomaly): string {
  const { variable } = anomaly;
  const expected = shortNumber(possibleValue(variable, anomaly.expected));
  const what = `${variable} ${shortNumber(anomaly.actual)} ${VARIABLE_SPECIFICATIONS[variable].unit}, expected ${expected}`;
  const title = anomaly.state === 'withdrawn' ? 'WITHDRAWN' : CLASS_TITLES[anomaly.classification];
  const head = `${isoOf(anomaly.time)} ${title} ${anomaly.station} ${anomaly.stationName}`;
  return `${head}: ${what} (${anomaly.reason})`;
}

function shortNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(5))) : String(value);
}
