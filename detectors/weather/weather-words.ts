import { VARIABLES } from '../../schemas/variables.ts';
import type { WeatherChanges } from '../../schemas/weather-event.ts';
import { amountOf, momentOf, QUANTITIES } from '../words/quantities.ts';
import type { Crossing } from './crossing.ts';

/** What a sentence about a weather event says. */
interface Told {
  readonly start: number;
  readonly end: number;
  /** Stations that show it, of those that reported around. */
  readonly stations: number;
  readonly around: number;
  readonly changes: WeatherChanges;
  /** Within how long a station changed, the slowest of them [min]. */
  readonly within: number;
  readonly crossing: Crossing | null;
}

/** Why passages are one weather event, in words: `12 of 14 stations show the same change from 03-12 14:10Z to 17:00Z: temperature -6.2 degC, each within 40 minutes; it came from 250 degrees (+-6) at 45 km/h (40 to 51)`. */
export function weatherReason({ start, end, stations, around, changes, within, crossing }: Told): string {
  const when = start === end ? `at ${momentOf(start)}` : `from ${momentOf(start)} to ${momentOf(end, start)}`;
  const what = VARIABLES.flatMap((variable) => {
    const change = changes[variable];
    if (change === undefined) return [];
    return [`${QUANTITIES[variable]} ${change > 0 ? '+' : ''}${amountOf(variable, change)}`];
  }).join(', ');
  const how = what === '' ? '' : `: ${what}, each within ${within} minutes`;
  return `${stations} of ${around} stations show the same change ${when}${how}${fromOf(crossing)}`;
}

function fromOf(crossing: Crossing | null): string {
  if (crossing === null) return '';
  const { motion, offBy, speeds } = crossing;
  const [low, high] = speeds.map((speed) => Math.round(speed));
  const direction = `${Math.round(motion.direction) % 360} degrees (+-${Math.max(1, Math.round(offBy))})`;
  return `; it came from ${direction} at ${Math.round(motion.speed)} km/h (${low} to ${high})`;
}
