import type { ItemResult, RawItem } from './raw-item.ts';

/** The one way in: everything a feed brings goes through here. */
export interface Intake {
  /**
   * Validates items, registers stations that carry a position, publishes observations and dead letters.
   * Resolves when all of it is safe; a result for each item, in order.
   *
   * @param network network of items that name none
   * @param source name of the feed
   */
  submit(network: string, source: string, items: readonly RawItem[]): Promise<readonly ItemResult[]>;
}
