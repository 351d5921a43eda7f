import type { CoverageAnswer } from '../../../../schemas/http/answers/coverage-answer.ts';
import type { Api } from '../api/api.ts';
import { message } from '../messages/message.ts';
import { isoOf } from '../time/moments.ts';

/** Which station is asked about, from when to when, ms since the epoch. */
interface Asked {
  readonly network: string;
  readonly station: string;
  readonly from: number;
  readonly to: number;
}

/**
 * What is said of a stretch without faults: that no sensor was wrong is known only where values were judged.
 *
 * @throws ApiError; the reason of the signal
 */
export async function noFaultWords(api: Pick<Api, 'get'>, stretch: Asked, signal: AbortSignal): Promise<string> {
  const { network, station, from, to } = stretch;
  const query = new URLSearchParams({ network, station, from: isoOf(from), to: isoOf(to) });
  const { values } = await api.get<CoverageAnswer>(`/api/v1/coverage?${query}`, signal);
  return values.judged > 0 ? message('fault.none') : message('fault.none_judged', { n: values.received });
}
