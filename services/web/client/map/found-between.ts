import type { AnomalyAnswer } from '../api/answers.ts';
import type { Found } from '../time/count-by-part.ts';
import { isoOf } from '../time/moments.ts';
import type { Asking } from './asking.ts';
import { byTime, type Passage } from './trail.ts';

/** What was found in a network between two times [ms since the epoch]: weather and failures, and which stations weather passed. */
export async function foundBetween(
  { api, left }: Pick<Asking, 'api' | 'left'>,
  network: string,
  from: number,
  to: number,
): Promise<{ readonly found: Found[]; readonly passages: Passage[] }> {
  const query = new URLSearchParams({ network, from: isoOf(from), to: isoOf(to) });
  const anomalies = await api.all<AnomalyAnswer>(`/api/v1/anomalies?${query}`, 'anomalies', left);
  const timed = anomalies.map((anomaly) => ({ anomaly, time: Date.parse(anomaly.timestamp) })).reverse();
  return {
    found: timed
      .filter(({ anomaly }) => anomaly.classification !== 'suspected')
      .map(({ anomaly, time }) => ({ time, failure: anomaly.classification === 'device_failure' })),
    passages: timed
      .filter(({ anomaly }) => anomaly.classification === 'weather_event')
      .map(({ anomaly, time }) => ({ station: anomaly.station_id, time }))
      .sort(byTime),
  };
}
