import type { TopicName, TopicRecords } from '../../schemas/topics.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';

/** A topic that is kept: what lies between the stages is not. */
export type StoredTopic = Exclude<TopicName, 'temporal-anomalies'>;

/** How the records of each topic are stored; records that are stored already change nothing. */
export type TopicInserts = {
  readonly [K in StoredTopic]: (records: readonly TopicRecords[K][]) => Promise<void>;
};

/** The topics that are kept: first what others tell of. */
export const STORED: readonly StoredTopic[] = [
  'stations',
  'observations',
  'judgements',
  'anomalies',
  'faults',
  'weather-events',
  'baselines',
  'rules',
  'dead-letters',
];

/** How a store takes what the log has. */
export function topicInserts(store: TimeSeriesStore): TopicInserts {
  return {
    stations: (records) => store.insertStations(records),
    observations: (records) => store.insertObservations(records),
    judgements: (records) => store.insertJudgements(records),
    anomalies: (records) => store.insertAnomalies(records),
    faults: (records) => store.insertFaults(records),
    'weather-events': (records) => store.insertWeatherEvents(records),
    baselines: (records) => store.insertBaselines(records),
    rules: (records) => store.insertRules(records),
    'dead-letters': (records) => store.insertDeadLetters(records),
  };
}
