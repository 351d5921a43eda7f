import type { StateAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { isoOf } from '../time/moments.ts';

/** Which station, and where it is. */
interface Place {
  readonly network: string;
  readonly station_id: string;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * How a station is at a time, as the map has it; null where that is not answered.
 *
 * @param time ms since the epoch
 */
export async function stateAt(
  api: Pick<Api, 'get'>,
  { network, station_id: id, latitude, longitude }: Place,
  time: number,
  signal: AbortSignal,
): Promise<StateAnswer | null> {
  // One place is cheap in a network of any size.
  const box = [longitude, latitude, longitude, latitude].join();
  const query = new URLSearchParams({ network, time: isoOf(time), box });
  const answer = await api.get<{ states: readonly StateAnswer[] }>(`/api/v1/states?${query}`, signal).catch(() => null);
  return answer?.states.find((state) => state.id === id) ?? null;
}
