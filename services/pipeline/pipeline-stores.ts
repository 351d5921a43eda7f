import type { BaselineStore } from '../stores/roles/baseline-store.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import type { WindowHistory } from '../stores/roles/window-history.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import type { LastingWatchDependencies } from './lasting-watch.ts';
import type { LogSettledMarksDependencies } from './log-settled-marks.ts';
import type { MarkStore } from './settled-marks.ts';
import type { SnapshotTarget } from './snapshot/restore-snapshot.ts';
import type { SensorStore } from './stored-sensors.ts';
import type { TakeOverStore } from './temporal-take-over.ts';
import type { TopicStore } from './topic-inserts.ts';
import type { WeatherWatchDependencies } from './weather-watch.ts';

/** What every process of a pipeline may store in and read from. */
type SharedStore = Pick<TimeSeriesStore, 'disk'> &
  TopicStore &
  SensorStore &
  LastingWatchDependencies['store'] &
  WeatherWatchDependencies['store'] &
  Pick<ObservationStore, 'extent' | 'observations'> &
  Pick<NetworkRegistry, 'networks' | 'allStations'>;

/** The time series as a pipeline in one process uses them. */
export type EmbeddedStore = SharedStore &
  MarkStore &
  SnapshotTarget['store'] &
  Pick<ObservationStore, 'observationsReceived' | 'readObservations'> &
  Pick<VerdictStore, 'judgedUntil'> &
  Pick<BaselineStore, 'baselineDay' | 'ownDays'>;

/** The time series as a process of a distributed pipeline uses them. */
export type DistributedStore = SharedStore &
  LogSettledMarksDependencies['store'] &
  TakeOverStore &
  Pick<WindowHistory, 'windowReports'> &
  Pick<NetworkRegistry, 'stations'> &
  Pick<BaselineStore, 'baselineDay' | 'ownLevels'>;
