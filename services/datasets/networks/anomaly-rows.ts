import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { TimeSeriesStore } from '../../stores/time-series-store.ts';
import type { Stretch } from './network-address.ts';

/** The longest page that the store gives. */
const PAGE_ROWS = 10_000;

/** Anomalies of observations in a stretch, newest first: the version of each that counts, none that was withdrawn. */
export async function* anomalyRows(
  store: Pick<TimeSeriesStore, 'anomalies'>,
  { network, from, to }: Stretch,
): AsyncGenerator<readonly Anomaly[]> {
  let next: string | null = null;
  do {
    const place: { cursor?: string } = next === null ? {} : { cursor: next };
    const page = await store.anomalies({ network, from, to, revisions: false, limit: PAGE_ROWS, ...place });
    yield page.items;
    next = page.next;
  } while (next !== null);
}
