import type { OriginalValue } from '../schemas/observation.ts';

/** Minutes that an observation's amount of rain fell over; null where that is not declared, and for a count. */
export function rainIntervalOf(original: Readonly<Record<string, OriginalValue>>): number | null {
  return original['rain']?.interval ?? null;
}
