import type { OriginalValue } from '../../schemas/observation.ts';
import { convert, isUnitOf } from './units.ts';

/**
 * What a source means by a number of rain: an amount (of ten minutes, or of its interval), or a count since local midnight or since some
 * other reset (a start, a full gauge, a new month).
 */
export const RAIN_KINDS = ['amount', 'since_midnight', 'since_reset'] as const;

export type RainKind = (typeof RAIN_KINDS)[number];

/** True for the name of a kind. */
export function isRainKind(kind: unknown): kind is RainKind {
  return (RAIN_KINDS as readonly unknown[]).includes(kind);
}

/** True for a kind that counts: what fell in ten minutes is known only beside the report before. */
export function isCount(kind: string | undefined): kind is Exclude<RainKind, 'amount'> {
  return kind !== undefined && kind !== 'amount';
}

/** The kind that an observation's `kinds` say of its rain; undefined where they name none. */
export function rainKindOf(kinds: unknown): RainKind | undefined {
  const kind = typeof kinds === 'object' && kinds !== null && 'rain' in kinds ? kinds.rain : undefined;
  return isRainKind(kind) ? kind : undefined;
}

/** The rain count that an observation came with [mm]; null where it has none. */
export function rainCountOf(original: Readonly<Record<string, OriginalValue>>): number | null {
  const rain = original['rain'];
  if (rain === undefined || !isCount(rain.kind) || !isUnitOf('rain', rain.unit)) return null;
  return convert('rain', rain.unit, rain.value);
}
