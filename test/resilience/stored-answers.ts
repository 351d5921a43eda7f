import { setTimeout as sleep } from 'node:timers/promises';
import { DOCUMENTED_VARIABLES } from '../../schemas/elements/element.ts';
import type { AnomalyAnswer } from '../../schemas/http/answers/anomaly-answer.ts';
import type { FaultAnswer } from '../../schemas/http/answers/fault-answer.ts';
import type { ObservationAnswer } from '../../schemas/http/answers/observation-answer.ts';
import type { Observation } from '../../schemas/observation.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import type { Item } from './invariants.ts';
import { faultItem } from './settled-items.ts';

/** What a system answers about a network. */
export class StoredAnswers {
  readonly #url: string;
  readonly #network: string;

  /** @param url of a process that serves reads */
  constructor(url: string, network: string) {
    this.#url = url;
    this.#network = network;
  }

  /** Observations with their flags; `filter` as in a URL, with & before it. */
  observations(filter = ''): Promise<ObservationAnswer[]> {
    return this.#everyPage('observations', filter);
  }

  /** Every observation by station and time, with its values. */
  async observationItems(): Promise<Item[]> {
    return (await this.observations()).map((row) => ({
      key: `${row.station_id}|${row.timestamp}`,
      content: JSON.stringify(DOCUMENTED_VARIABLES.map((variable) => row[variable])),
    }));
  }

  /**
   * The flags of every value up to a time [ms since the epoch], by station and time, and the fault that each lies under. Of a
   * fault that was known later only that there is one: until its report is settled another may come to name it.
   */
  async flagItems(until: number): Promise<Item[]> {
    const named = new Set((await this.heldFaultItems(until)).map(({ key }) => key));
    const rows = await this.observations(`&to=${Math.floor(until / 1000)}`);
    return rows.map(({ station_id, timestamp, flags }) => ({
      key: `${station_id}|${timestamp}`,
      content: JSON.stringify(
        VARIABLES.map((variable) => {
          const { flag, reason, fault_id } = flags?.[variable] ?? {};
          return [flag, reason, fault_id == null || named.has(fault_id) ? fault_id : 'a fault that is not settled'];
        }),
      ),
    }));
  }

  /** Every settled verdict by its id, with what it says. */
  async settledItems(): Promise<Item[]> {
    const rows = await this.#everyPage<AnomalyAnswer>('anomalies', '&state=settled');
    return rows.map((row) => ({
      key: row.anomaly_id,
      content: [
        row.version,
        row.classification,
        row.actual_value,
        row.check,
        row.station_id,
        row.timestamp,
        row.baseline,
      ].join('|'),
    }));
  }

  /** Every settled fault of a sensor by its id, with what it says. */
  async settledFaultItems(): Promise<Item[]> {
    return (await this.#everyPage<FaultAnswer>('faults', '&state=settled')).map(faultItem);
  }

  /** Ids of the faults that are not withdrawn and were known by a time [ms since the epoch]. */
  async heldFaultItems(until: number): Promise<Item[]> {
    const faults = await this.#everyPage<FaultAnswer>('faults', '');
    return faults
      .filter(({ known }) => Date.parse(known) <= until)
      .map(({ fault_id }) => ({ key: fault_id, content: '' }));
  }

  /** Verdicts up to a time [ms since the epoch] that may still change, by their ids, with what they are about. */
  async openItems(until: number): Promise<Item[]> {
    const rows = await this.#everyPage<AnomalyAnswer>('anomalies', `&state=provisional&to=${Math.floor(until / 1000)}`);
    return rows.map(({ anomaly_id, station_id, variable, timestamp, judged }) => ({
      key: [anomaly_id, station_id, variable, timestamp, judged].join('|'),
      content: '',
    }));
  }

  /** How many verdicts and faults may still change. */
  async openCounts(): Promise<{ readonly verdicts: number; readonly faults: number }> {
    const verdicts = await this.#everyPage<AnomalyAnswer>('anomalies', '&state=provisional');
    const faults = await this.#everyPage<FaultAnswer>('faults', '&state=provisional');
    return { verdicts: verdicts.length, faults: faults.length };
  }

  /** True once all of some observations are stored and judged; false too where nothing answers. */
  async judged(observations: readonly Observation[]): Promise<boolean> {
    const times = observations.map(({ time }) => time / 1000);
    try {
      const span = `&from=${Math.floor(Math.min(...times))}&to=${Math.ceil(Math.max(...times))}`;
      const rows = await this.observations(span);
      const judged = new Set(
        rows.filter(({ flags }) => flags !== null).map((row) => `${row.station_id}|${row.timestamp}`),
      );
      return observations.every((observation) => judged.has(observationItem(observation).key));
    } catch {
      return false;
    }
  }

  /** Waits until `judged`; resolves with the milliseconds it took, null where it took longer than `waitMs`. */
  async untilJudged(observations: readonly Observation[], waitMs: number): Promise<number | null> {
    const began = performance.now();
    while (!(await this.judged(observations))) {
      if (performance.now() - began > waitMs) return null;
      await sleep(100);
    }
    return performance.now() - began;
  }

  async #everyPage<T>(list: 'observations' | 'anomalies' | 'faults', filter: string): Promise<T[]> {
    const rows: T[] = [];
    for (let cursor: unknown = ''; cursor !== null; ) {
      const page = cursor === '' ? '' : `&cursor=${encodeURIComponent(String(cursor))}`;
      const url = `${this.#url}/api/v1/${list}?network=${this.#network}&limit=5000${filter}${page}`;
      const response = await fetch(url, { signal: AbortSignal.timeout(120_000) });
      if (!response.ok) throw new Error(`${list}: ${response.status} ${await response.text()}`);
      const answer = (await response.json()) as Record<string, unknown>;
      rows.push(...(answer[list] as T[]));
      cursor = answer['next_cursor'];
    }
    return rows;
  }
}

/** An observation as it should be stored. */
export function observationItem({ station, time, values }: Observation): Item {
  return {
    key: `${station}|${isoOf(time)}`,
    content: JSON.stringify(VARIABLES.map((variable) => values[variable])),
  };
}
