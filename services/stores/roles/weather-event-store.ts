import type { ToldWeatherEvent } from '../../../schemas/weather-event.ts';

/** What the weather did, as it was told. */
export interface WeatherEventStore {
  /** Versions of weather events: of each the one with the newest `judged` counts. */
  insertWeatherEvents(events: readonly ToldWeatherEvent[]): Promise<void>;
  /** The last version of each weather event of a network that overlaps a stretch (ms since the epoch, both included), withdrawn ones too; by start, then id. */
  weatherEvents(network: string, from: number, to: number): Promise<ToldWeatherEvent[]>;
  /** Weather events whose last version was told since a time (ms since the epoch), of any network: the newest, in the order in which they were. */
  weatherEventsJudged(since: number, most: number): Promise<ToldWeatherEvent[]>;
}
