import type { ParameterSpecification } from '../methods/temporal-method.ts';

/** Neighbours that are compared: the nearest that reported. */
export const COMPARED = 12;
/** Fewer of them than this are few. */
export const FEW = 3;
/** Distance at which a neighbour's weight has fallen to 1/e [km]. */
const REACH_KM = 12;
/** Share of the deviation that a neighbour must explain: at once, and an hour later. */
export const SHARE_AT_ONCE = 0.4;
export const SHARE_SETTLED = 0.55;

/** What a spatial method says of whom it asks. */
export const NEIGHBOUR_PARAMETERS: readonly ParameterSpecification[] = [
  { name: 'neighbours', unit: '1', meaning: 'nearest ones compared', low: 1, high: 24, default: COMPARED },
  { name: 'reach', unit: 'km', meaning: 'weight exp(-distance / reach)', low: 1, high: 1000, default: REACH_KM },
];

/** Weight of a neighbour at a distance [km]. */
export function weightAt(km: number): number {
  return Math.exp(-km / REACH_KM);
}

/**
 * Share of the deviation that a neighbour must explain.
 *
 * @param hindsight share of the hindsight that is known, 0 to 1
 */
export function shareNeeded(hindsight: number): number {
  return SHARE_AT_ONCE + (SHARE_SETTLED - SHARE_AT_ONCE) * hindsight;
}
