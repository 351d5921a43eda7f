import { VARIABLES } from '../../schemas/variables.ts';
import type { EventMotion, WeatherChanges, WeatherEventKind } from '../../schemas/weather-event.ts';
import { amountOf, momentOf, QUANTITIES } from './quantities.ts';

/** What a sentence about a weather event says. */
interface Told {
  readonly kind: WeatherEventKind;
  readonly start: number;
  readonly end: number;
  readonly stations: number;
  readonly changes: WeatherChanges;
  readonly motion: EventMotion | null;
}

/** Why passages are one weather event, in words: `12 stations show the same change from 14:10 to 17:00: temperature -6.2 degC; it came from 250 degrees at 45 km/h`. */
export function weatherReason({ kind, start, end, stations, changes, motion }: Told): string {
  const when = start === end ? `at ${momentOf(start, end)}` : `from ${momentOf(start, end)} to ${momentOf(end, end)}`;
  const what = VARIABLES.flatMap((variable) => {
    const change = changes[variable];
    if (change === undefined) return [];
    return [`${QUANTITIES[variable]} ${change > 0 ? '+' : ''}${amountOf(variable, change)}`];
  }).join(', ');
  const from =
    motion === null
      ? ''
      : `; it came from ${Math.round(motion.direction) % 360} degrees at ${Math.round(motion.speed)} km/h`;
  const same = `${stations} stations show the same change ${when}${what === '' ? '' : `: ${what}`}`;
  return `${same}${from}${kind === 'front' ? '' : '; most stations around do not'}`;
}
