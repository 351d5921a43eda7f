import type { Interval } from './interval.ts';

/** What a figure is to reach, settled and at once: at least, or at most. Either may be left open. */
export interface Goal {
  readonly side: 'least' | 'most';
  readonly settled?: number | undefined;
  readonly atOnce?: number | undefined;
}

/** A figure that is to be this or more. */
export function atLeast(settled?: number, atOnce?: number): Goal {
  return { side: 'least', settled, atOnce };
}

/** A figure that is to be this or less. */
export function atMost(settled?: number, atOnce?: number): Goal {
  return { side: 'most', settled, atOnce };
}

/**
 * The last cells of a row: the goal, and whether the means reach it, as they are printed.
 *
 * @param digits with which the means are printed
 */
export function goalCells(
  goal: Goal | undefined,
  settled: Interval | null,
  atOnce: Interval | null,
  digits: number,
): [goal: string, met: string] {
  if (goal === undefined) return ['', ''];
  const pairs = [
    [goal.settled, settled],
    [goal.atOnce, atOnce],
  ] as const;
  const asked = pairs.filter(([wanted]) => wanted !== undefined);
  const met = asked.map(([wanted = 0, interval]) => {
    if (interval === null) return '-';
    const printed = Number(interval.mean.toFixed(digits));
    return (goal.side === 'least' ? printed >= wanted : printed <= wanted) ? 'yes' : 'no';
  });
  const sign = goal.side === 'least' ? '>=' : '<=';
  return [`${sign} ${asked.map(([wanted]) => wanted).join(' / ')}`, met.join(' / ')];
}
