import type { Anomaly, TemporalRecord } from './anomaly.ts';
import type { Baseline } from './baseline.ts';
import type { DeadLetter } from './dead-letter.ts';
import type { ExpertRule } from './expert-rule.ts';
import type { FaultRecord } from './fault.ts';
import type { Judgement } from './judgement.ts';
import type { Observation } from './observation.ts';
import type { Station } from './station.ts';
import type { ToldWeatherEvent } from './weather-event.ts';

/**
 * What each topic of the log holds. Keys: `stationKey`; of dead-letters the source, of rules their id, of weather-events the
 * network.
 */
export interface TopicRecords {
  stations: Station;
  observations: Observation;
  judgements: Judgement;
  'temporal-anomalies': TemporalRecord;
  anomalies: Anomaly;
  faults: FaultRecord;
  'weather-events': ToldWeatherEvent;
  baselines: Baseline;
  'dead-letters': DeadLetter;
  rules: ExpertRule;
}

export type TopicName = keyof TopicRecords;

export const TOPICS: readonly TopicName[] = [
  'stations',
  'observations',
  'judgements',
  'temporal-anomalies',
  'anomalies',
  'faults',
  'weather-events',
  'baselines',
  'dead-letters',
  'rules',
];
