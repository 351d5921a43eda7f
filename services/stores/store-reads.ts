import type { BaselineStore } from './roles/baseline-store.ts';
import type { FaultStore } from './roles/fault-store.ts';
import type { NetworkRegistry } from './roles/network-registry.ts';
import type { ObservationStore } from './roles/observation-store.ts';
import type { VerdictStore } from './roles/verdict-store.ts';

/** What is read of a store to answer somebody. */
export type StoreReads = Pick<NetworkRegistry, 'networks' | 'allStations' | 'stations' | 'station' | 'rules'> &
  Pick<
    ObservationStore,
    | 'extent'
    | 'elements'
    | 'search'
    | 'observations'
    | 'observationBlocks'
    | 'valueCounts'
    | 'stationMoments'
    | 'stationReports'
    | 'reportedSlots'
    | 'readObservations'
    | 'reportColumns'
  > &
  Pick<VerdictStore, 'anomalies' | 'verdictMarks' | 'anomaly' | 'assessments' | 'judgedUntil'> &
  Pick<
    FaultStore,
    'faults' | 'fault' | 'faultsOver' | 'faultValues' | 'faultAnomalies' | 'lastingCondition' | 'sensorConditions'
  > &
  Pick<BaselineStore, 'baselines' | 'stationBaselines'>;
