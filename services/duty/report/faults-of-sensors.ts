import type { Fault } from '../../../schemas/fault.ts';
import type { Variable } from '../../../schemas/variables.ts';

/** Faults of a network by the sensor that they are of. */
export class FaultsOfSensors {
  readonly #faults = new Map<string, Fault[]>();

  constructor(faults: readonly Fault[]) {
    for (const fault of faults) {
      const key = keyOf(fault.station, fault.variable);
      const own = this.#faults.get(key) ?? [];
      this.#faults.set(key, own);
      own.push(fault);
    }
  }

  /** Those of a sensor, in the order in which they were given. */
  of(station: string, variable: Variable): readonly Fault[] {
    return this.#faults.get(keyOf(station, variable)) ?? [];
  }
}

function keyOf(station: string, variable: Variable): string {
  return `${variable} ${station}`;
}
