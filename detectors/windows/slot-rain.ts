import type { VariableLimits } from '../../schemas/limits.ts';
import { SLOT_MS, slotOf } from '../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { type DenseReports, RAIN_COUNT } from './dense-reports.ts';
import { LONGEST_COUNT_GAP, rainBetween } from './rain-count.ts';
import type { SlotBlock } from './slot-block.ts';
import { contentOf, denseRain } from './window-content.ts';

const RAIN = VARIABLE_INDEX.rain;
/** The limits of rain in ten minutes at a slot. */
type RainLimitsAt = (slot: number) => VariableLimits;
/** Slots on from a report's own in which the rain of ten minutes may rest on it. */
const RAIN_REACHES_SLOTS = 2;

/** Rain by counts at a slot: what fell since the count before it, in mm in ten minutes; NaN where there is none near enough. */
export function countedAt(block: SlotBlock, row: number, slot: number): number {
  const { counts } = block;
  if (counts === null) return Number.NaN;
  const count = counts[block.cell(row, slot)];
  if (!(count >= 0)) return count;
  for (let slots = 1; slots <= LONGEST_COUNT_GAP && block.holds(row, slot - slots); slots++) {
    const before = counts[block.cell(row, slot - slots)];
    if (before >= 0) return rainBetween(before, count, slots);
  }
  return Number.NaN;
}

/** Rain by a count beside the slots: what fell since the last count of a slot before its own, in mm in ten minutes. */
export function countedBeside(block: SlotBlock, row: number, time: number, count: number): number {
  if (!(count >= 0)) return count;
  const slot = slotOf(time);
  for (let before = slot - 1; before >= slot - LONGEST_COUNT_GAP && block.holds(row, before); before--) {
    const earlier = block.counts?.[block.cell(row, before)] ?? Number.NaN;
    if (earlier >= 0) return rainBetween(earlier, count, (time - block.timeAt(row, before)) / SLOT_MS);
  }
  return Number.NaN;
}

/** The count at a slot has changed: so has what fell until the next. */
export function recountAfter(block: SlotBlock, row: number, slot: number, limitsAt: RainLimitsAt): void {
  const { counts } = block;
  if (counts === null) return;
  for (let next = slot + 1; next <= slot + LONGEST_COUNT_GAP && block.holds(row, next); next++) {
    const cell = block.cell(row, next);
    if (!(counts[cell] >= 0)) continue;
    block.hold(cell, RAIN, contentOf(countedAt(block, row, next), RAIN, limitsAt(next)));
    return;
  }
}

/** A report has changed what fell in the ten minutes up to others; true where the slots from its own on show it. */
export function sumAgain(
  block: SlotBlock,
  row: number,
  slot: number,
  dense: DenseReports,
  limitsAt: RainLimitsAt,
): boolean {
  let changed = false;
  for (let next = slot; next <= slot + RAIN_REACHES_SLOTS; next++) {
    const time = block.timeAt(row, next);
    const index = Number.isNaN(time) ? -1 : dense.indexOf(time);
    if (index < 0 || dense.rainKind(index) === RAIN_COUNT || !dense.tellsRain(index)) continue;
    changed = block.hold(block.cell(row, next), RAIN, denseRain(dense, index, limitsAt(next))) || changed;
  }
  return changed;
}
