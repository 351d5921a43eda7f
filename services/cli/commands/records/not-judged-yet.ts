import type { Configuration } from '../../../../schemas/configuration.ts';
import { isoOf, SLOT_MS } from '../../../../schemas/time.ts';
import type { TimeSeriesStore } from '../../../stores/time-series-store.ts';

/** Slots beyond the delays of the settings within which what is judged follows what is observed. */
const SLACK_SLOTS = 2;

/**
 * Lines on networks whose observations are not all judged, longer than the delays of the settings explain: an empty list of
 * anomalies or faults says nothing of these.
 *
 * @param network undefined: all of them
 */
export async function notJudgedYet(
  store: Pick<TimeSeriesStore, 'networks' | 'extent' | 'judgedUntil'>,
  network: string | undefined,
  { latenessSlots, hindsightSlots }: Pick<Configuration, 'latenessSlots' | 'hindsightSlots'>,
): Promise<readonly string[]> {
  const delay = (latenessSlots + hindsightSlots + SLACK_SLOTS) * SLOT_MS;
  const marks = new Map((await store.judgedUntil()).map((mark) => [mark.network, mark.slot * SLOT_MS]));
  const lines: string[] = [];
  for (const name of network === undefined ? await store.networks() : [network]) {
    const extent = await store.extent(name);
    const until = marks.get(name);
    if (extent === null || (until !== undefined && extent.last - until <= delay)) continue;
    const judged = until === undefined ? 'not judged yet' : `judged up to ${isoOf(until)}`;
    lines.push(
      `network ${name} is ${judged}, and observed up to ${isoOf(extent.last)}; a running system judges the rest`,
    );
  }
  return lines;
}
