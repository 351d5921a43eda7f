import type { BaselineStore } from './roles/baseline-store.ts';
import type { DeadLetterStore } from './roles/dead-letter-store.ts';
import type { FaultStore } from './roles/fault-store.ts';
import type { NetworkRegistry } from './roles/network-registry.ts';
import type { ObservationStore } from './roles/observation-store.ts';
import type { VerdictStore } from './roles/verdict-store.ts';
import type { WeatherEventStore } from './roles/weather-event-store.ts';
import type { WindowHistory } from './roles/window-history.ts';
import type { StoreDisk } from './store-space.ts';

export type { DeadLetterQuery } from './roles/dead-letter-store.ts';
export type { FaultQuery, LastingCondition, OpenFaults, PlacedFaultValue, UpToSlot } from './roles/fault-store.ts';
export type { StationQuery } from './roles/network-registry.ts';
export type {
  JudgedObservation,
  LatestValue,
  ObservationBlock,
  ObservationQuery,
  ReportedSlots,
  StationMoment,
  StationReports,
  StretchQuery,
} from './roles/observation-store.ts';
export type { Box, NetworkQuery, Page } from './roles/page.ts';
export type { AnomalyQuery, JudgedUntil, VerdictMark } from './roles/verdict-store.ts';
export type { HourSums, ReportScope, StorePosition } from './roles/window-history.ts';

/**
 * Everything that is stored by time, as the roles in `roles/` that its users name. Every insert is idempotent: the same
 * records twice are stored once. An insert that resolves is durable against the death of any process.
 *
 * @throws HalcyonError `store_unavailable`, `store_locked` or `store_unreadable` from every method of every role
 */
export interface TimeSeriesStore
  extends ObservationStore,
    WindowHistory,
    NetworkRegistry,
    VerdictStore,
    FaultStore,
    WeatherEventStore,
    BaselineStore,
    DeadLetterStore {
  readonly disk: StoreDisk;
  /** Removes a network with all that is stored of it. */
  removeNetwork(network: string): Promise<void>;
  /** A real query; resolves with the engine's version. */
  check(): Promise<string>;
  close(): Promise<void>;
}
