import type { ToldWeatherEvent } from '../../../schemas/weather-event.ts';
import type { StoreClient } from './store-client.ts';
import { WEATHER_SELECT, type WeatherRow, weatherEventOf } from './weather-rows.ts';

/** Weather events of a stretch, as `TimeSeriesStore.weatherEvents`. */
export async function weatherEvents(
  client: StoreClient,
  network: string,
  from: number,
  to: number,
): Promise<ToldWeatherEvent[]> {
  const rows = await client.rows<WeatherRow>(
    `SELECT ${WEATHER_SELECT} FROM weather_events FINAL
     WHERE network = {network:String} AND start <= fromUnixTimestamp64Milli({to:Int64})
       AND end >= fromUnixTimestamp64Milli({from:Int64})
     ORDER BY start, id`,
    { network, from: Math.ceil(from), to: Math.floor(to) },
  );
  return rows.map(weatherEventOf);
}

/** Weather events whose last version was told since a time, as `TimeSeriesStore.weatherEventsJudged`. */
export async function weatherEventsJudged(
  client: StoreClient,
  since: number,
  most: number,
): Promise<ToldWeatherEvent[]> {
  const rows = await client.rows<WeatherRow>(
    `SELECT ${WEATHER_SELECT} FROM weather_events FINAL WHERE judged >= fromUnixTimestamp64Milli({since:Int64})
     ORDER BY judged DESC, id LIMIT {most:UInt32}`,
    { since, most },
  );
  return rows.map(weatherEventOf).reverse();
}
