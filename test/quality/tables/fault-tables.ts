import {
  falseFaults,
  falseSlow,
  faultsFound,
  limitOff,
  ofValues,
  returnCalledWrong,
  rightCalledWrong,
  slowFound,
  slowKnown,
  weatherCalledWrong,
} from '../fault-figures.ts';
import type { FaultScores } from '../fault-scores.ts';
import { atLeast, atMost } from '../goal.ts';
import { markdownTable } from '../markdown-table.ts';
import { type Scene, scoreSet } from '../scene.ts';
import { FIGURE_COLUMNS, type FigureRow, figureLine } from './figure-line.ts';

/** Is each wrong value called wrong, and each right one left alone? Goals are of networks that report every ten minutes. */
export const VALUES_ROWS: readonly FigureRow<FaultScores>[] = [
  { set: 'mixed', what: 'F1 of values', figure: ofValues('f1'), digits: 3, goal: atLeast(0.96, 0.9) },
  { set: 'mixed', what: 'precision', figure: ofValues('precision'), digits: 3 },
  { set: 'mixed', what: 'recall', figure: ofValues('recall'), digits: 3 },
  { set: 'mixed', what: 'right values called wrong, %', figure: rightCalledWrong, digits: 3, goal: atMost(0.05) },
  {
    ...{ set: 'mixed', what: 'first right value after a fault called wrong, %', digits: 1, goal: atMost(2) },
    figure: returnCalledWrong,
  },
  { set: 'mixed', what: 'weather values called wrong, %', figure: weatherCalledWrong, digits: 2, goal: atMost(0.1) },
];

/** Which sensors were wrong, from when to when? Goals are of networks that report every ten minutes. */
export const FAULTS_ROWS: readonly FigureRow<FaultScores>[] = [
  {
    ...{ set: 'mixed', what: 'faults of three reports or more found, %', digits: 1, goal: atLeast(95) },
    figure: faultsFound,
  },
  { set: 'mixed', what: 'start off by, median h', figure: limitOff('start_off_hours'), digits: 2, goal: atMost(0) },
  { set: 'mixed', what: 'end off by, median h', figure: limitOff('end_off_hours'), digits: 2, goal: atMost(0) },
  { set: 'clean', what: 'false faults a station-week', figure: falseFaults, digits: 2, goal: atMost(0.1) },
];

/** Which sensors are wrong for days? */
export const SLOW_ROWS: readonly FigureRow<FaultScores>[] = [
  ...[
    { kind: 'bias', within: 36, least: 90 },
    { kind: 'drift', within: 72, least: 90 },
    { kind: 'gain', within: 72, least: 90 },
    { kind: 'shift', within: 36, least: 95 },
  ].flatMap(({ kind, within, least }) => [
    { set: 'slow', what: `${kind} found, %`, figure: slowFound(kind), digits: 0, goal: atLeast(least) },
    { set: 'slow', what: `${kind} known after, median h`, figure: slowKnown(kind), digits: 0, goal: atMost(within) },
  ]),
  {
    ...{ set: 'clean', what: 'false ones a station-month, pressure apart', digits: 2, goal: atMost(0.05) },
    figure: falseSlow((variable) => variable !== 'bar'),
  },
  { set: 'clean', what: 'the same of pressure', figure: falseSlow((variable) => variable === 'bar'), digits: 2 },
];

/**
 * A table of what the harness says of the faults that are reported, settled and at once, by one method and verification.
 *
 * @param hourly whether the network reports hourly: no goals are set for these
 */
export async function faultsTable(
  scene: Scene,
  rows: readonly FigureRow<FaultScores>[],
  hourly: boolean,
): Promise<string> {
  const sets = [...new Set(rows.map(({ set }) => set))];
  const scored = await Promise.all(sets.map((set) => scoreSet(scene, set, { also: 'faults' })));
  const lines = rows.map((row) => {
    const ofSet = scored[sets.indexOf(row.set)].flatMap(({ faults }) => faults ?? []);
    return figureLine(hourly ? { ...row, goal: undefined } : row, ofSet);
  });
  return markdownTable(FIGURE_COLUMNS, lines);
}
