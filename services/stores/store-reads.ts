import type { TimeSeriesStore } from './time-series-store.ts';

/** What is read of a store to answer somebody. */
export type StoreReads = Pick<
  TimeSeriesStore,
  | 'networks'
  | 'allStations'
  | 'stations'
  | 'station'
  | 'extent'
  | 'search'
  | 'observations'
  | 'observationBlocks'
  | 'valueCounts'
  | 'anomalies'
  | 'stationMoments'
  | 'verdictMarks'
  | 'anomaly'
  | 'faults'
  | 'fault'
  | 'faultsOver'
  | 'faultValues'
  | 'lastingCondition'
  | 'baselines'
  | 'stationBaselines'
  | 'readObservations'
  | 'assessments'
  | 'rules'
>;
