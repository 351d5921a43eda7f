import type { Anomaly } from '../../schemas/anomaly.ts';
import type { Observation } from '../../schemas/observation.ts';
import { NO_MARKS } from '../experts/overlay.ts';
import { anomalyAnswer } from '../http/answers/anomaly-answer.ts';
import { observationAnswer } from '../http/answers/observation-answer.ts';
import type { StreamEvent } from './stream-event.ts';

/** An observation as subscribers are told of it when it comes: nobody has judged it yet. */
export function observationEvent(observation: Observation): StreamEvent {
  return {
    type: 'observations',
    network: observation.network,
    stations: [observation.station],
    classification: null,
    body: () => observationAnswer({ observation, assessment: null }, 'own', true),
  };
}

/** A version of the verdict on an anomaly as subscribers are told of it. */
export function anomalyEvent(anomaly: Anomaly): StreamEvent {
  return {
    type: 'anomalies',
    network: anomaly.network,
    stations: [anomaly.station],
    classification: anomaly.classification,
    body: () => anomalyAnswer(anomaly, 'own', NO_MARKS),
  };
}
