import { VARIABLES } from '../../schemas/variables.ts';
import type { EventMotion, WeatherChanges } from '../../schemas/weather-event.ts';
import { amountOf, momentOf, QUANTITIES } from '../words/quantities.ts';

/** What a sentence about a weather event says. */
interface Told {
  readonly start: number;
  readonly end: number;
  /** Stations that show it, of those that reported around. */
  readonly stations: number;
  readonly around: number;
  readonly changes: WeatherChanges;
  readonly motion: EventMotion | null;
}

/** Why passages are one weather event, in words: `12 of 14 stations show the same change from 03-12 14:10Z to 17:00Z: temperature -6.2 degC; it came from 250 degrees at 45 km/h`. */
export function weatherReason({ start, end, stations, around, changes, motion }: Told): string {
  const when = start === end ? `at ${momentOf(start)}` : `from ${momentOf(start)} to ${momentOf(end, start)}`;
  const what = VARIABLES.flatMap((variable) => {
    const change = changes[variable];
    if (change === undefined) return [];
    return [`${QUANTITIES[variable]} ${change > 0 ? '+' : ''}${amountOf(variable, change)}`];
  }).join(', ');
  const from =
    motion === null
      ? ''
      : `; it came from ${Math.round(motion.direction) % 360} degrees at ${Math.round(motion.speed)} km/h`;
  const same = `${stations} of ${around} stations show the same change ${when}${what === '' ? '' : `: ${what}`}`;
  return `${same}${from}`;
}
