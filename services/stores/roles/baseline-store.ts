import type { Baseline, OwnDay } from '../../../schemas/baseline.ts';

/** What is usual at stations, by day. */
export interface BaselineStore {
  insertBaselines(baselines: readonly Baseline[]): Promise<void>;
  /** In the order of days. */
  baselines(network: string, fromDay: number, toDay: number): Promise<Baseline[]>;
  /** What later baselines rest on of those of some days (both included), station by station, in batches of whole stations. */
  ownDays(network: string, fromDay: number, toDay: number): AsyncIterable<readonly OwnDay[]>;
  /** The same of those alone that hold levels: of hourly stations. */
  ownLevels(network: string, fromDay: number, toDay: number): AsyncIterable<readonly OwnDay[]>;
  /** The same of one station. */
  stationBaselines(network: string, station: string, fromDay: number, toDay: number): Promise<Baseline[]>;
  /** Newest day up to `toDay` that baselines are stored of; null where there is none. */
  baselineDay(network: string, toDay: number): Promise<number | null>;
}
