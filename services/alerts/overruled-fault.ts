import type { Fault } from '../../schemas/fault.ts';
import type { Marks } from '../answers/marks.ts';
import type { Occasion } from './occasion.ts';

/** The occasion of a fault that people call none, or weather: it says who does, and why, in place of what the machine took it for. */
export function overruled(
  occasion: Occasion,
  { stationName, station, variable }: Fault,
  { classification, by, reason }: NonNullable<Marks['override']>,
): Occasion {
  const isWeather = classification === 'weather_event';
  return {
    ...occasion,
    summary: `${stationName || station}: ${isWeather ? 'weather event' : 'no fault'}, ${by} says of ${variable}: ${reason}`,
    explained: `${by} says that it is ${isWeather ? 'a weather event' : 'no fault'}: ${reason}`,
  };
}
