import { printable } from '../../../schemas/printable.ts';
import type { ReportedFault } from '../../../schemas/reports/reported-fault.ts';

/** How far the sensor is off, as far as its kind of fault says. */
export function sizeOf({ kind, estimate, units }: Pick<ReportedFault, 'kind' | 'estimate' | 'units'>): string {
  const { offset, ratio, minutes, unit, swapped_with: other, ceiling } = estimate;
  if (unit !== null) return `reads ${printable(unit)}`;
  if (other !== null) return `is ${printable(other)}`;
  if (minutes !== null && kind === 'resent') return `${minutes.toFixed(0)} min old`;
  if (minutes !== null) return `${Math.abs(minutes).toFixed(0)} min ${minutes < 0 ? 'early' : 'late'}`;
  if (ratio !== null) return `reads ${(ratio * 100).toFixed(0)} %`;
  if (ceiling !== null) return `up to ${ceiling.toFixed(1)} ${units}`;
  return offset === null ? '-' : `${offset > 0 ? '+' : ''}${offset.toFixed(1)} ${units}`;
}
