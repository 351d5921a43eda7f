import { KeptMoments } from './kept-moments.ts';
import { type NetworkStates, networkStates } from './network-states.ts';
import type { SilentSensors } from './silent-sensors.ts';

/** The map gathers what it is told of for one and a half seconds. */
const PRESENT_MS = 1_000;
/** Each has something of every station of a network. */
const MOST = 3;

/**
 * The states of networks, as they were read for those that looked just before: a map asks with each move for another part of the
 * same, and what it says of the whole needs every station.
 */
export class KeptStates extends KeptMoments<NetworkStates> {
  /** @param clock that goes on evenly [ms], `silences` those of all that is kept of these networks */
  constructor(clock: () => number, silences: SilentSensors) {
    super(clock, {
      read: ({ store, experts }, question) => networkStates(store, experts, question, silences),
      presentMs: PRESENT_MS,
      most: MOST,
    });
  }
}
