import type { Anomaly } from '../../schemas/anomaly.ts';
import { everyPage } from './every-page.ts';
import type { VerdictStore } from './roles/verdict-store.ts';
import type { AnomalyQuery } from './time-series-store.ts';

/** The longest page that the store gives. */
const PAGE_ROWS = 10_000;

/**
 * All anomalies that a query asks for, a page at a time, newest first: the version of each that counts, none that was
 * withdrawn.
 *
 * @param limit rows of a page
 */
export function anomalyPages(
  store: Pick<VerdictStore, 'anomalies'>,
  query: Pick<AnomalyQuery, 'network' | 'station' | 'from' | 'to'>,
  limit = PAGE_ROWS,
): AsyncGenerator<readonly Anomaly[]> {
  return everyPage((place) => store.anomalies({ ...query, revisions: false, limit, ...place }));
}
