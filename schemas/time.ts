/** A slot is ten minutes of UTC; slot n has its centre n * 10 minutes after 1970-01-01T00:00Z. */
export const SLOT_MS = 600_000;
export const SLOTS_PER_HOUR = 6;
export const SLOTS_PER_DAY = 144;

/** The slot nearest to a time given in ms since the epoch. */
export function slotOf(time: number): number {
  return Math.round(time / SLOT_MS);
}

/** Centre of a slot, in ms since the epoch. */
export function timeOfSlot(slot: number): number {
  return slot * SLOT_MS;
}

/** UTC day (days since the epoch) that holds the centre of a slot. */
export function dayOfSlot(slot: number): number {
  return Math.floor(slot / SLOTS_PER_DAY);
}

/** The time that was written last, and how. */
let lastTime = Number.NaN;
let lastText = '';

/** ISO 8601 in UTC with `Z`; milliseconds only where there are any. */
export function isoOf(time: number): string {
  // Reports come slot by slot, and most have the time of the one before.
  if (time !== lastTime) {
    lastText = new Date(time).toISOString().replace('.000Z', 'Z');
    lastTime = time;
  }
  return lastText;
}
