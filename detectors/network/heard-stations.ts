import { isSilent } from '../../schemas/station-state.ts';
import { observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import { SLOT_MS, timeOfSlot } from '../../schemas/time.ts';
import { History } from './history.ts';
import type { NetworkState, NetworkStates } from './network-states.ts';

/** A network from which nothing has come for so long is history, or its feed has ended [ms]. */
const PAST_MS = 24 * 3_600_000;

/** How long a count holds [ms]: of a million stations it takes a moment, and somebody may read the metrics again and again. */
const COUNT_HOLDS_MS = 5_000;

/** How many stations of a network are heard. */
export interface HeardStations {
  reporting: number;
  /** Nothing came for more than three of their reports. */
  silent: number;
  /** Those of networks from which nothing came for a day. */
  past: number;
}

/**
 * Counts the stations of a network by whether they are heard, by what its windows hold: nothing is asked of a store. Those
 * that were retired are left out; one that is registered and that the windows have nothing of is silent.
 *
 * @param now ms since the epoch
 */
export function heardStations({ stations, windows }: NetworkState, now: number): HeardStations {
  const heard: HeardStations = { reporting: 0, silent: 0, past: 0 };
  const history = new History(windows, windows.capacity - 1);
  let newestOfAll = Number.NEGATIVE_INFINITY;
  for (let station = 0; station < stations.ids.length; station++) {
    if (stations.registered[station]?.retired === true) continue;
    const newest = windows.newest(station);
    newestOfAll = Math.max(newestOfAll, newest);
    const isQuiet = (cadence: number) => isSilent(timeOfSlot(newest), cadence * SLOT_MS, now);
    // The cadence is looked for only where it decides.
    const silent = isQuiet(1) && (!Number.isFinite(newest) || isQuiet(history.cadence(station, newest)));
    heard[silent ? 'silent' : 'reporting'] += 1;
  }
  if (Number.isFinite(newestOfAll) && now - timeOfSlot(newestOfAll) > PAST_MS) {
    return { reporting: 0, silent: 0, past: heard.reporting + heard.silent };
  }
  return heard;
}

/**
 * Shows how many stations are heard, whenever the metrics are read.
 *
 * @param states the windows of this process
 * @param now current time, ms since the epoch
 * @returns what ends it
 */
export function watchHeard(states: () => Iterable<NetworkStates>, now: () => number): () => void {
  let counted: HeardStations = { reporting: 0, silent: 0, past: 0 };
  let at = Number.NEGATIVE_INFINITY;
  return observe(METRICS.heardStations, (tell) => {
    if (!(Math.abs(now() - at) < COUNT_HOLDS_MS)) {
      counted = heardOf(states(), now());
      at = now();
    }
    for (const [state, stations] of Object.entries(counted)) tell(stations, { state });
  });
}

function heardOf(states: Iterable<NetworkStates>, now: number): HeardStations {
  const all: HeardStations = { reporting: 0, silent: 0, past: 0 };
  for (const one of new Set(states)) {
    for (const network of one.networks()) {
      const heard = heardStations(network, now);
      for (const state of ['reporting', 'silent', 'past'] as const) all[state] += heard[state];
    }
  }
  return all;
}
