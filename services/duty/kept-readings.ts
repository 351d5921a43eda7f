import { KeptMoments } from '../detection/kept-moments.ts';
import type { SilentSensors } from '../detection/silent-sensors.ts';
import { type NetworkReading, readNetwork } from './network-reading.ts';

/** The page gathers what it is told of for three seconds. */
const PRESENT_MS = 2_000;
/** Each has the faults and the silent stations of a network. */
const MOST = 8;

/** What is wrong in networks, as it was read for those that looked just before. */
export class KeptReadings extends KeptMoments<NetworkReading> {
  /** @param clock that goes on evenly [ms], `silences` those of all that is kept of these networks */
  constructor(clock: () => number, silences: SilentSensors) {
    super(clock, {
      read: (sources, question, signal) => readNetwork(sources, question, silences, signal),
      presentMs: PRESENT_MS,
      most: MOST,
    });
  }
}
