import type { DeliveredRecord, TracedTopic } from '../../ingest/log/event-log.ts';
import { BatchSpans, processing, type RecordHeaders } from '../../ingest/log/record-trace.ts';
import type { Candidate } from '../../schemas/anomaly.ts';
import type { Observation } from '../../schemas/observation.ts';

/** Header of a candidate: when the observation that it is of was accepted, ms since the epoch. */
const RECEIVED = 'received';

/** Which observation of a batch a candidate is of: its trace goes on, and it is known since when a verdict is waited for. */
export class RecordOrigins {
  readonly #records: readonly DeliveredRecord<Observation>[];
  readonly #spans: BatchSpans;
  /** Made at the first candidate: most batches have none. */
  #places: Map<string, DeliveredRecord<Observation>> | null = null;

  /** @param topic what traces call the topic of the records */
  constructor(records: readonly DeliveredRecord<Observation>[], topic: TracedTopic) {
    this.#records = records;
    this.#spans = new BatchSpans(processing(topic, 'temporal', records.length));
  }

  /** Headers of a candidate; undefined where its observation is none of the batch. */
  headersOf(candidate: Candidate): RecordHeaders | undefined {
    this.#places ??= new Map(this.#records.map((record) => [placeOf(record.value), record]));
    const record = this.#places.get(placeOf(candidate));
    if (record === undefined) return undefined;
    return { ...this.#spans.follow(record.headers), [RECEIVED]: String(record.value.received) };
  }

  /** What the batch led to is published, or is kept where that failed. */
  end(): void {
    this.#spans.end();
  }
}

/** When the observation of a candidate was accepted, ms since the epoch; null where the headers do not say. */
export function receivedOf(headers: RecordHeaders | undefined): number | null {
  const text = headers?.[RECEIVED];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

function placeOf({ network, station, time }: Pick<Observation, 'network' | 'station' | 'time'>): string {
  return `${time}|${network}/${station}`;
}
