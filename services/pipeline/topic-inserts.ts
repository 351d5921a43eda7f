import type { TopicName, TopicRecords } from '../../schemas/topics.ts';
import type { BaselineStore } from '../stores/roles/baseline-store.ts';
import type { DeadLetterStore } from '../stores/roles/dead-letter-store.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import type { WeatherEventStore } from '../stores/roles/weather-event-store.ts';

/** A topic that is kept: what lies between the stages is not. */
export type StoredTopic = Exclude<TopicName, 'temporal-anomalies'>;

/** How the records of each topic are stored; records that are stored already change nothing. */
export type TopicInserts = {
  readonly [K in StoredTopic]: (records: readonly TopicRecords[K][]) => Promise<void>;
};

/** The topics that are kept: first what others tell of, and judgements before the observations that may correct what they are of. */
export const STORED: readonly StoredTopic[] = [
  'stations',
  'judgements',
  'observations',
  'anomalies',
  'faults',
  'weather-events',
  'baselines',
  'rules',
  'dead-letters',
];

/** Where the records of the topics are stored. */
export type TopicStore = Pick<NetworkRegistry, 'insertStations' | 'insertRules'> &
  Pick<ObservationStore, 'insertObservations'> &
  Pick<VerdictStore, 'insertJudgements' | 'correctedJudgements' | 'insertAnomalies'> &
  Pick<FaultStore, 'insertFaults'> &
  Pick<WeatherEventStore, 'insertWeatherEvents'> &
  Pick<BaselineStore, 'insertBaselines'> &
  Pick<DeadLetterStore, 'insertDeadLetters'>;

/** How a store takes what the log has. @param latenessSlots the allowed lateness of the system */
export function topicInserts(store: TopicStore, latenessSlots: number): TopicInserts {
  return {
    stations: (records) => store.insertStations(records),
    observations: async (records) => {
      // First: where the second fails, both come again.
      const corrected = await store.correctedJudgements(records, latenessSlots);
      if (corrected.length > 0) await store.insertJudgements(corrected);
      await store.insertObservations(records);
    },
    judgements: (records) => store.insertJudgements(records),
    anomalies: (records) => store.insertAnomalies(records),
    faults: (records) => store.insertFaults(records),
    'weather-events': (records) => store.insertWeatherEvents(records),
    baselines: (records) => store.insertBaselines(records),
    rules: (records) => store.insertRules(records),
    'dead-letters': (records) => store.insertDeadLetters(records),
  };
}
