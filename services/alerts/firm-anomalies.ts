import type { Anomaly } from '../../schemas/anomaly.ts';
import type { Marks, Overlay } from '../experts/overlay.ts';
import { anomalyPages } from '../stores/anomaly-pages.ts';
import type { AnomalyQuery, Page, TimeSeriesStore } from '../stores/time-series-store.ts';

/** True for an anomaly that people know of: nobody is to be told of it. */
export function isSuppressed({ maintenance, override }: Marks): boolean {
  return maintenance !== null || override?.classification === 'normal';
}

/**
 * True for an anomaly that may raise an alert: what is settled, and values beyond what a sensor can read at once, of which no
 * neighbour and no later report says anything else. A value that is only suspect by its limits is settled like others.
 */
export function isFirm({ state, check, classification }: Pick<Anomaly, 'state' | 'check' | 'classification'>): boolean {
  if (state === 'settled') return true;
  return state === 'provisional' && check === 'gross_range' && classification === 'device_failure';
}

/**
 * The anomalies of a store that alerts rest on: the firm ones, and of those that raised one already every one that is not
 * withdrawn; none that people know of.
 */
export class FirmAnomalies implements Pick<TimeSeriesStore, 'anomalies'> {
  readonly #store: Pick<TimeSeriesStore, 'anomalies'>;
  readonly #raised: ReadonlySet<string>;
  readonly #oldest: number;
  readonly #overlay: Overlay;
  /** When each of those that were read was judged so, ms since the epoch. */
  readonly judged = new Map<string, number>();

  /**
   * @param raised ids of anomalies that have raised an alert
   * @param oldest nothing older than this is read, ms since the epoch
   * @param overlay what people say of them
   */
  constructor(
    store: Pick<TimeSeriesStore, 'anomalies'>,
    raised: ReadonlySet<string>,
    oldest: number,
    overlay: Overlay,
  ) {
    this.#store = store;
    this.#raised = raised;
    this.#oldest = oldest;
    this.#overlay = overlay;
  }

  /** All that are asked for, as one page. */
  async anomalies(query: AnomalyQuery): Promise<Page<Anomaly>> {
    const { revisions: _, cursor: __, limit, ...asked } = query;
    const from = Math.max(this.#oldest, asked.from ?? this.#oldest);
    const items: Anomaly[] = [];
    if (asked.to !== undefined && asked.to < from) return { items, next: null };
    for await (const page of anomalyPages(this.#store, { ...asked, from }, limit)) {
      for (const anomaly of page) {
        if (!this.#raised.has(anomaly.id) && !isFirm(anomaly)) continue;
        if (isSuppressed(this.#overlay.marksOf(anomaly))) continue;
        items.push(anomaly);
        this.judged.set(anomaly.id, anomaly.judged);
      }
    }
    return { items, next: null };
  }
}
