import type { Anomaly } from '../../schemas/anomaly.ts';
import { CLASS_OF_CERTAINTY, type Fault } from '../../schemas/fault.ts';
import type { Observation } from '../../schemas/observation.ts';
import type { ToldWeatherEvent } from '../../schemas/weather-event.ts';
import { anomalyAnswer } from '../answers/anomaly-answer.ts';
import { faultAnswer } from '../answers/fault-answer.ts';
import { observationAnswer } from '../answers/observation-answer.ts';
import { reportedWeatherEvent } from '../answers/reported-weather-event.ts';
import type { Overlay } from '../experts/overlay.ts';
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

/** What people say of some anomalies, as far as that can be known; it does not reject. */
export type SaidOf = (anomalies: readonly Anomaly[]) => Promise<Overlay>;

/** A version of the verdict on an anomaly as subscribers are told of it, with what people say of the anomaly by then. */
export function anomalyEvent(anomaly: Anomaly, said: Overlay): StreamEvent {
  return {
    type: 'anomalies',
    network: anomaly.network,
    stations: [anomaly.station],
    classification: said.reclassified(anomaly).classification,
    body: () => anomalyAnswer(anomaly, 'own', said.marksOf(anomaly)),
  };
}

/** A version of a fault as subscribers are told of it. */
export function faultEvent(fault: Fault): StreamEvent {
  return {
    type: 'faults',
    network: fault.network,
    stations: [fault.station],
    classification: CLASS_OF_CERTAINTY[fault.certainty],
    body: () => faultAnswer(fault, 'own'),
  };
}

/** A version of a weather event as subscribers are told of it. */
export function weatherEvent(event: ToldWeatherEvent): StreamEvent {
  return {
    type: 'weather-events',
    network: event.network,
    stations: event.stations.map(({ station }) => station),
    classification: 'weather_event',
    body: () => reportedWeatherEvent(event),
  };
}
