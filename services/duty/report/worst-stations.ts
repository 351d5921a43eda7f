import type { Fault } from '../../../schemas/fault.ts';
import type { Station } from '../../../schemas/station.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { FaultsOfSensors } from './faults-of-sensors.ts';
import { type Hours, type StationHours, sumOfHours } from './sensor-hours.ts';

/** So many are told of. */
const MOST = 10;
/** A variable lost much more than the others where it lost so many times what these did. */
const MUCH_MORE = 1.1;

/** A station that lost much of what it should have measured. */
export interface WorstStation {
  readonly station: Station;
  /** Shares of its values: of those that did not come, and of those that are wrong. */
  readonly missing: number;
  readonly failed: number;
  /** Both. */
  readonly lost: number;
  /** The variable that lost most; null where none lost much more than the others. */
  readonly variable: Variable | null;
  /** The fault of its sensors that has most values under it; null where there is none. */
  readonly fault: Fault | null;
  /** As of `StationHours`. */
  readonly silentSince: number | null;
}

/** The stations that lost most, the worst first; those that lost nothing are not among them. */
export function worstStations(stations: readonly StationHours[], ofSensors: FaultsOfSensors): WorstStation[] {
  return stations
    .map((one) => worstOf(one, ofSensors))
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost || (a.station.id < b.station.id ? -1 : 1))
    .slice(0, MOST);
}

function worstOf(
  { station, sensors, expected, came, silentSince }: StationHours,
  ofSensors: FaultsOfSensors,
): WorstStation {
  const faults = sensors.flatMap(({ variable }) => ofSensors.of(station.id, variable));
  const fault = faults.toSorted((a, b) => b.values - a.values)[0] ?? null;
  const [worst, second] = sensors.toSorted((a, b) => lostOf(b.hours) - lostOf(a.hours));
  const isApart = second !== undefined && lostOf(worst.hours) > MUCH_MORE * lostOf(second.hours);
  // Of a station that never reported nobody knows what it measures: its reports are what is missing.
  const shares =
    sensors.length === 0
      ? { missing: expected === 0 ? 0 : 1 - came / expected, failed: 0 }
      : sharesOf(sumOfHours(sensors.map(({ hours }) => hours)));
  const lost = shares.missing + shares.failed;
  return { station, ...shares, lost, variable: isApart ? worst.variable : null, fault, silentSince };
}

function lostOf({ missing, failed }: Hours): number {
  return missing + failed;
}

function sharesOf({ expected, missing, failed }: Hours): Pick<WorstStation, 'missing' | 'failed'> {
  if (expected === 0) return { missing: 0, failed: 0 };
  // Reports that come twice are no reason for more than all.
  return { missing: missing / expected, failed: Math.min(failed / expected, 1 - missing / expected) };
}
