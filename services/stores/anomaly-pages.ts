import type { Anomaly } from '../../schemas/anomaly.ts';
import type { AnomalyQuery, TimeSeriesStore } from './time-series-store.ts';

/** The longest page that the store gives. */
const PAGE_ROWS = 10_000;

/**
 * All anomalies that a query asks for, a page at a time, newest first: the version of each that counts, none that was
 * withdrawn.
 *
 * @param limit rows of a page
 */
export async function* anomalyPages(
  store: Pick<TimeSeriesStore, 'anomalies'>,
  query: Pick<AnomalyQuery, 'network' | 'station' | 'from' | 'to'>,
  limit = PAGE_ROWS,
): AsyncGenerator<readonly Anomaly[]> {
  let next: string | null = null;
  do {
    const place: { cursor?: string } = next === null ? {} : { cursor: next };
    const page = await store.anomalies({ ...query, revisions: false, limit, ...place });
    yield page.items;
    next = page.next;
  } while (next !== null);
}
