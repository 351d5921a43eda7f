import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { AnomalyQuery, Page } from '../../../services/stores/time-series-store.ts';

/** Anomalies in memory, asked for as the store is: filtered, newest first, a page at a time. */
export class PlayedAnomalies {
  readonly #anomalies: readonly Anomaly[];
  /** Queries that were asked. */
  readonly asked: AnomalyQuery[] = [];

  constructor(anomalies: readonly Anomaly[]) {
    this.#anomalies = anomalies.toSorted((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1));
  }

  async anomalies(query: AnomalyQuery): Promise<Page<Anomaly>> {
    this.asked.push(query);
    const { network, station, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = query;
    const all = this.#anomalies
      .filter((one) => network === undefined || one.network === network)
      .filter((one) => station === undefined || one.station === station)
      .filter(({ time }) => time >= from && time <= to);
    const start = Number(query.cursor ?? 0);
    const end = start + query.limit;
    return { items: all.slice(start, end), next: end < all.length ? String(end) : null };
  }
}
