import type { WindowReport } from '../../../schemas/window-report.ts';

/** What a station reported in an hour. */
export interface HourSums {
  readonly station: string;
  /** Since the epoch: its slots are those from 6 times this on. */
  readonly hour: number;
  /** How many reports, and the sum of their times since the centre of the first of its slots [s]. */
  readonly reports: number;
  readonly seconds: number;
  /** Of each variable, in the order of VARIABLES: the sum of its values in whole hundredths, each rounded; and how many. */
  readonly sums: readonly number[];
  readonly counts: readonly number[];
  /** The lowest and the highest of these values, in whole hundredths, of variables that behave like wind or rain; 0 of the others. */
  readonly lows: readonly number[];
  readonly highs: readonly number[];
  /** The sums of those that no sensor can read in the unit of the variable, cut to ten million. */
  readonly impossibleSums: readonly number[];
  readonly impossibleCounts: readonly number[];
}

/** How far the observations of a store have come. */
export interface StorePosition {
  /** Tells the table from one that was made anew in its place. */
  readonly table: string;
  /** Of each partition the number of its newest insert, and of its newest mutation, 0 where there was none. */
  readonly partitions: readonly { readonly id: string; readonly block: number; readonly mutation: number }[];
}

/** Which reports are asked for. */
export interface ReportScope {
  /** Says of a station whether its reports are wanted; those of all are where it is not given. */
  readonly wants?: (station: string) => boolean;
  /** Those that were stored after a position, and others that may lie with them; all where it is not given. */
  readonly since?: StorePosition;
}

/** What the windows and hours of a network are made of again. */
export interface WindowHistory {
  /**
   * What the windows keep of the observations in a stretch of slots (both included): station by station, the slots of each
   * in order, only the newest revisions, without those that came too late; in batches of whole stations.
   */
  windowReports(
    network: string,
    fromSlot: number,
    toSlot: number,
    scope?: ReportScope,
  ): AsyncIterable<readonly WindowReport[]>;
  /** How far the observations have come: what is stored afterwards comes after it. */
  position(): Promise<StorePosition>;
  /**
   * How many observations in a stretch of slots (both included) were stored after a position and received after a time [ms
   * since the epoch], without those that came too late.
   */
  countReceived(
    network: string,
    fromSlot: number,
    toSlot: number,
    since: StorePosition,
    receivedAfter: number,
  ): Promise<number>;
  /**
   * What stations of a network reported in a stretch of hours (since the epoch, both included), in any order: only the newest
   * revisions, without those that came too late.
   */
  hourSums(network: string, stations: readonly string[], from: number, to: number): AsyncIterable<readonly HourSums[]>;
}
