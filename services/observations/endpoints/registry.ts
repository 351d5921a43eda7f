import type { Endpoint } from '../../http/endpoint.ts';
import { listDeadLetters } from './list-dead-letters.ts';
import { listObservations } from './list-observations.ts';
import type { ObservationDependencies } from './observation-dependencies.ts';
import { pushObservations } from './push-observations.ts';
import { replayDeadLetter } from './replay-dead-letter.ts';

/** The endpoints of observations: what comes in, and what is stored of it. */
export const OBSERVATION_ENDPOINTS: readonly Endpoint<ObservationDependencies>[] = [
  pushObservations,
  listObservations,
  listDeadLetters,
  replayDeadLetter,
];
