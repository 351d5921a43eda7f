import type { OutageKind } from '../../schemas/outage.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { durationOf } from '../words/quantities.ts';

/** Numbers of an outage of the network, from the slot at which most stations were in it. */
interface Counted {
  readonly kind: OutageKind;
  readonly stations: number;
  /** Stations that usually report. */
  readonly usual: number;
  /** By how many slots records came again; of `shifted`. */
  readonly shift: number;
}

/** Why stations at once are an outage of the feed, in words. */
export function networkReason({ kind, stations, usual, shift }: Counted): string {
  const many = `${stations} of ${usual} reporting stations`;
  if (kind === 'missing') return `${many} were silent at once: feed outage`;
  if (kind === 'repeating') return `${many} repeated old values at once: feed outage, neither weather nor failures`;
  const ago = durationOf(shift * SLOT_MS);
  return `${many} repeated values of ${ago} before: old reports or a wrong clock`;
}

/**
 * Why one station is in an outage of its own, in words.
 *
 * @param isOlder true where it had begun before these slots
 * @param shift by how many slots its records came again; 0 where it repeated the last one
 */
export function stationReason(slots: number, isOlder: boolean, shift: number): string {
  const duration = `${isOlder ? 'at least ' : ''}${durationOf(slots * SLOT_MS)}`;
  if (shift > 0) {
    const ago = durationOf(shift * SLOT_MS);
    return `the station alone sent values of ${ago} before again for ${duration}: its logger or its gateway`;
  }
  return `the station alone repeated all values for ${duration}: its logger or its connection`;
}
