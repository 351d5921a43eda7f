import type { RelatedNeighbour } from './usual-relation.ts';

/** A change of a sensor against its neighbours that has lasted: found when a day is over. */
export interface LastingChange {
  /** `gain` where the sensor reads a share of what it should, else an offset. */
  readonly kind: 'offset' | 'gain';
  /** First part after it. */
  readonly from: number;
  /** How far it is off [unit of the variable], or the logarithm of the share that it reads. */
  readonly size: number;
  /** One sigma of that. */
  readonly sigma: number;
  /** The neighbours that it is held against, as they stood to it before. */
  readonly related: readonly RelatedNeighbour[];
  /** How many of them could be asked, and how many of those say so too. */
  readonly asked: number;
  readonly agreeing: number;
}

/** Neighbours that say so too, of those asked: one of them may have a fault of its own. */
export const AGREEING = 0.75;

/** The one that stands out most. */
export function clearest(found: readonly LastingChange[]): LastingChange | null {
  return found.reduce<LastingChange | null>(
    (best, one) => (best === null || Math.abs(one.size) / one.sigma > Math.abs(best.size) / best.sigma ? one : best),
    null,
  );
}
