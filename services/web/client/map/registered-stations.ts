import type { StationAnswer } from '../api/answers.ts';
import type { Asking } from './asking.ts';
import type { SoughtStation } from './search-box.ts';

/** Every registered station of a network that is not retired, for a search where the map holds but some. */
export async function registeredStations(
  { api, left }: Pick<Asking, 'api' | 'left'>,
  network: string,
): Promise<SoughtStation[]> {
  const path = `/api/v1/stations?${new URLSearchParams({ network })}`;
  const stations = await api.all<StationAnswer>(path, 'stations', left);
  return stations
    .filter(({ retired }) => !retired)
    .map(({ station_id: id, station_name: name, latitude, longitude }) => ({ id, name, latitude, longitude }));
}
