import { VARIABLES } from '../../schemas/variables.ts';
import { RESOLUTION_SLOTS } from '../checks/flat-line.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import {
  canBeStuck,
  FEWEST_REPORTS,
  FEWEST_STEPS,
  isSaturated,
  runUpTo,
  type StillRun,
  SURPRISE,
  shareOfChanges,
  surpriseOf,
} from '../windows/still-runs.ts';
import type { WindowView } from '../windows/window-view.ts';

/** Reports of a run of which the neighbours alone can tell that no sound sensor stands still for so long. */
const MANY_REPORTS = 18;
/** A neighbour that stands still for so much of a run has not moved meanwhile. */
const STILL_TOO = 0.5;

/** A sensor that stood still, and the neighbours that did not meanwhile. */
export interface StoodStill {
  readonly run: StillRun;
  readonly moving: readonly Neighbour[];
}

/** A sensor that has moved. */
export interface MovedSensor {
  readonly station: number;
  /** Index into VARIABLES. */
  readonly variable: number;
  /** Slot of the report by which it has. */
  readonly slot: number;
}

/**
 * Whether a sensor stood still before it moved, for longer than a sound one does: for so many reports in which its neighbours
 * changed, as it did itself before. Where too little is known from before the run, the neighbours alone tell of many reports.
 */
export function stoodStill(
  windows: WindowView,
  { station, variable, slot }: MovedSensor,
  neighbours: readonly Neighbour[],
): StoodStill | null {
  const run = runUpTo(windows, station, variable, slot - 1);
  if (run === null || run.reports < FEWEST_REPORTS) return null;
  const value = windows.value(station, variable, run.last);
  if (!canBeStuck(VARIABLES[variable], value) && !isSaturated(VARIABLES[variable], value)) return null;
  const before = { first: run.first - RESOLUTION_SLOTS, last: run.first };
  const usual = shareOfChanges(windows, station, variable, before, FEWEST_STEPS);
  if (Number.isNaN(usual) && run.reports < MANY_REPORTS) return null;
  const moving = neighbours.filter(({ index }) => {
    const theirs = runUpTo(windows, index, variable, run.last);
    return theirs !== null && theirs.last - theirs.first < STILL_TOO * (run.last - run.first);
  });
  if (moving.length === 0) return null;
  const indices = moving.map(({ index }) => index);
  return surpriseOf(windows, variable, run, Number.isNaN(usual) ? 1 : usual, indices) < SURPRISE
    ? null
    : { run, moving };
}
