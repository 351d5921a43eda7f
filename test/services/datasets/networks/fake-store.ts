import type { Anomaly } from '../../../../schemas/anomaly.ts';
import type { Assessment } from '../../../../schemas/assessment.ts';
import type { Observation } from '../../../../schemas/observation.ts';
import type { NetworkSources } from '../../../../services/datasets/networks/dataset-networks.ts';
import type { AnomalyQuery, Page } from '../../../../services/stores/time-series-store.ts';
import { lateJudgement } from '../../stores/records.ts';

/** Where nobody has ruled anything. */
export const NO_RULES = { rules: async () => [] };

/** A store of time series in memory, as far as networks as datasets read one; it counts what it was asked. */
export class FakeStore {
  names: string[] = [];
  observations: Observation[] = [];
  /** Observations that came too late. */
  readonly late = new Set<Observation>();
  anomalies: Anomaly[] = [];
  /** Items of a page, whatever is asked for. */
  pageRows = 2;
  readonly asked: AnomalyQuery[] = [];
  calls = { networks: 0, extent: 0, reads: 0 };
  /** What the next call waits for or throws. */
  trouble: (() => Promise<void>) | null = null;

  #port(): NetworkSources['store'] {
    return {
      networks: async () => {
        this.calls.networks += 1;
        await this.trouble?.();
        return [...this.names];
      },
      extent: async (network) => {
        this.calls.extent += 1;
        const times = this.#of(network).map(({ time }) => time);
        return times.length === 0 ? null : { first: Math.min(...times), last: Math.max(...times) };
      },
      readObservations: (network, from, to) => this.#read(network, from, to),
      assessments: (network, from, to) => this.#assess(network, from, to),
      anomalies: (query) => this.#page(query),
    };
  }

  /** What the tables of a network are read from. */
  sources(): NetworkSources {
    return { store: this.#port(), experts: NO_RULES };
  }

  #of(network: string): Observation[] {
    return this.observations.filter((it) => it.network === network);
  }

  async *#read(network: string, from: number, to: number): AsyncGenerator<Observation[]> {
    this.calls.reads += 1;
    const found = this.#of(network).filter((it) => it.time >= from && it.time <= to);
    for (let start = 0; start < found.length; start += this.pageRows) {
      await this.trouble?.();
      yield found.slice(start, start + this.pageRows);
    }
  }

  /** Of those that came too late; the others have not been judged. */
  async #assess(network: string, from: number, to: number): Promise<Assessment[]> {
    await this.trouble?.();
    return this.#of(network)
      .filter((it) => it.time >= from && it.time <= to && this.late.has(it))
      .map(({ station, time, received }) => {
        return { judgement: lateJudgement(network, station, time, received), verdicts: {}, faults: {}, settled: true };
      });
  }

  async #page(query: AnomalyQuery): Promise<Page<Anomaly>> {
    this.asked.push(query);
    const start = Number(query.cursor ?? 0);
    const end = start + this.pageRows;
    return { items: this.anomalies.slice(start, end), next: end < this.anomalies.length ? String(end) : null };
  }
}
