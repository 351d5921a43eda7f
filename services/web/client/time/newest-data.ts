import type { ObservationAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';

/**
 * Time of the newest observation of a network or a station, however old [ms since the epoch]; null where there is none.
 *
 * @param of `network`, and `station` for one alone
 */
export async function newestData(
  api: Pick<Api, 'get'>,
  of: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number | null> {
  const query = new URLSearchParams({ ...of, flags: 'false', limit: '1' });
  const answer = await api.get<{ observations: readonly ObservationAnswer[] }>(`/api/v1/observations?${query}`, signal);
  const [newest] = answer.observations;
  return newest === undefined ? null : Date.parse(newest.timestamp);
}
