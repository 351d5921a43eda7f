import type { ObservationAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';

/**
 * The newest observation of a network or a station, however old; null where there is none.
 *
 * @param of `network`, `station` for one alone, and `flags` where these are not needed
 */
export async function newestObservation(
  api: Pick<Api, 'get'>,
  of: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ObservationAnswer | null> {
  const query = new URLSearchParams({ ...of, limit: '1' });
  const answer = await api.get<{ observations: readonly ObservationAnswer[] }>(`/api/v1/observations?${query}`, signal);
  return answer.observations[0] ?? null;
}

/** The time of that, ms since the epoch. @param of `network`, and `station` for one alone */
export async function newestData(
  api: Pick<Api, 'get'>,
  of: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number | null> {
  const newest = await newestObservation(api, { ...of, flags: 'false' }, signal);
  return newest === null ? null : Date.parse(newest.timestamp);
}
