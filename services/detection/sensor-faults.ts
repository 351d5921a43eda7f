import type { Anomaly, Classification } from '../../schemas/anomaly.ts';
import type { Fault } from '../../schemas/fault.ts';
import type { Variable } from '../../schemas/variables.ts';
import type { Overlay } from '../experts/overlay.ts';

/** A fault that a sensor is under, and what that makes of the sensor. */
export interface SensorFault {
  readonly fault: Fault;
  readonly classification: Exclude<Classification, 'weather_event'>;
}

/** When the state of a sensor is asked for, ms since the epoch. */
export interface SensorMoment {
  readonly time: number;
  /** Time of the sensor's newest number up to then. */
  readonly newest: number;
}

/** The faults of a network by sensor, as far as people let them count. */
export class SensorFaults {
  readonly #faults = new Map<string, Fault[]>();
  readonly #stations = new Set<string>();
  readonly #overlay: Overlay;

  /** @param faults of one network, none withdrawn */
  constructor(faults: readonly Fault[], overlay: Overlay) {
    this.#overlay = overlay;
    for (const fault of faults) {
      this.#stations.add(fault.station);
      const key = keyOf(fault.station, fault.variable);
      const others = this.#faults.get(key);
      if (others === undefined) this.#faults.set(key, [fault]);
      else others.push(fault);
    }
  }

  /** False where no sensor of a station can be under any. */
  touch(station: string): boolean {
    return this.#stations.has(station);
  }

  /**
   * The fault that a sensor is under at a moment: its newest number lies under it. Of several a failure goes before what is
   * suspected, then that which began first.
   *
   * @returns null where there is none, where people call it normal or weather, and in maintenance
   */
  at(station: string, variable: Variable, { time, newest }: SensorMoment): SensorFault | null {
    let gravest: SensorFault | null = null;
    for (const fault of this.#faults.get(keyOf(station, variable)) ?? []) {
      if (fault.start > time || (fault.end !== null && fault.end < newest)) continue;
      if (this.#overlay.maintenanceOf({ ...fault, time: newest }) !== null) continue;
      const classification = this.#overlay.calledFault(fault) ?? certaintyAt(fault, time);
      if (classification === 'normal' || classification === 'weather_event') continue;
      if (gravest === null || (gravest.classification === 'suspected' && classification === 'device_failure')) {
        gravest = { fault, classification };
      }
    }
    return gravest;
  }

  /**
   * The fault that an anomaly belongs to: it is named among its anomalies, or lies between the first wrong value and the
   * report by which the sensor was known to be right again. null where there is none.
   */
  ownerOf({ id, station, variable, time }: Pick<Anomaly, 'id' | 'station' | 'variable' | 'time'>): Fault | null {
    const faults = this.#faults.get(keyOf(station, variable)) ?? [];
    const owner = faults.find(
      ({ anomalyIds, start, end, recovered }) =>
        anomalyIds.includes(id) || (start <= time && time <= (recovered ?? end ?? Number.POSITIVE_INFINITY)),
    );
    return owner ?? null;
  }
}

/** A fault that nobody can tell of any more was a failure up to then. */
function certaintyAt({ certainty, unknownSince }: Fault, time: number): SensorFault['classification'] {
  const isSuspected = unknownSince === null ? certainty === 'suspected' : unknownSince <= time;
  return isSuspected ? 'suspected' : 'device_failure';
}

function keyOf(station: string, variable: Variable): string {
  return `${station}\n${variable}`;
}
