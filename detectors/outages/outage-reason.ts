import type { OutageKind } from '../../schemas/outage.ts';
import { SLOTS_PER_HOUR } from '../../schemas/time.ts';

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
  const many = `${stations} of ${usual} stations that usually report`;
  if (kind === 'missing') return `${many} were silent at once: an outage of the feed`;
  if (kind === 'repeating') {
    return `${many} repeated their record at once: an outage of the feed filled with the last values, neither weather nor failures`;
  }
  return `${many} said what they had said ${hours(shift)} before: old reports sent again, or a clock that is off`;
}

/** Why one station is in an outage of its own, in words. */
export function stationReason(slots: number): string {
  return `the station repeated its whole record over ${hours(slots)} and the network did not: its logger, or its connection`;
}

function hours(slots: number): string {
  const count = slots / SLOTS_PER_HOUR;
  return `${Number.isInteger(count) ? count : count.toFixed(1)} h`;
}
