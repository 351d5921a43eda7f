import type { Anomaly } from '../../schemas/anomaly.ts';
import { anomalyPages } from '../stores/anomaly-pages.ts';
import type { AnomalyQuery, Page, TimeSeriesStore } from '../stores/time-series-store.ts';

/** What people have said of an anomaly, where they have. */
interface Annotated {
  /** Id of the maintenance window that it lies in. */
  readonly maintenance?: string | null;
  readonly override?: { readonly classification: string } | null;
}

/** True for an anomaly that people know of: nobody is to be told of it. */
export function isSuppressed(anomaly: object & Annotated): boolean {
  const { maintenance = null, override = null } = anomaly;
  return maintenance !== null || override?.classification === 'normal';
}

/**
 * True for an anomaly that may raise an alert: what is settled, and physically impossible values at once, of which no
 * neighbour and no later report says anything else.
 */
export function isFirm(anomaly: Pick<Anomaly, 'state' | 'check'>): boolean {
  if (anomaly.state === 'withdrawn' || isSuppressed(anomaly)) return false;
  return anomaly.state === 'settled' || anomaly.check === 'gross_range';
}

/**
 * The anomalies of a store that alerts rest on: the firm ones, and of those that raised one already every one that is not
 * withdrawn.
 */
export class FirmAnomalies implements Pick<TimeSeriesStore, 'anomalies'> {
  readonly #store: Pick<TimeSeriesStore, 'anomalies'>;
  readonly #raised: ReadonlySet<string>;
  readonly #oldest: number;
  /** When each of those that were read was judged so, ms since the epoch. */
  readonly judged = new Map<string, number>();

  /** @param oldest nothing older than this is read, ms since the epoch */
  constructor(store: Pick<TimeSeriesStore, 'anomalies'>, raised: ReadonlySet<string>, oldest: number) {
    this.#store = store;
    this.#raised = raised;
    this.#oldest = oldest;
  }

  /** All that are asked for, as one page. */
  async anomalies(query: AnomalyQuery): Promise<Page<Anomaly>> {
    const { revisions: _, cursor: __, limit, ...asked } = query;
    const from = Math.max(this.#oldest, asked.from ?? this.#oldest);
    const items: Anomaly[] = [];
    if (asked.to !== undefined && asked.to < from) return { items, next: null };
    for await (const page of anomalyPages(this.#store, { ...asked, from }, limit)) {
      for (const anomaly of page) {
        const known = this.#raised.has(anomaly.id) && !isSuppressed(anomaly);
        if (!known && !isFirm(anomaly)) continue;
        items.push(anomaly);
        this.judged.set(anomaly.id, anomaly.judged);
      }
    }
    return { items, next: null };
  }
}
