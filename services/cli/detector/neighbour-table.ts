import { printable } from '../../../schemas/printable.ts';
import type { JoinedAnomaly } from '../../../schemas/reports/report.ts';
import { minute } from '../terminal/minute-text.ts';
import { shortNumber } from '../terminal/short-number.ts';
import { type Column, tableLines } from '../terminal/table-lines.ts';
import type { ConsoleLook } from './console-report.ts';
import type { ValuesBeside } from './neighbour-values.ts';

/** So many neighbours have a column, the nearest first; the median is of all. */
const NEIGHBOURS_SHOWN = 4;
const WIDEST = 100;
const LONGEST_ID = 14;
const INDENT = '    ';

/** Values of an anomaly's station beside those of its neighbours, a row a report; [] where it was compared with none. */
export function neighbourTable(
  { station_id, units, spatial_verification: { neighbors } }: JoinedAnomaly,
  values: readonly ValuesBeside[] | undefined,
  { paint, width }: Pick<ConsoleLook, 'paint' | 'width'>,
): string[] {
  if (values === undefined) return [];
  const shown = neighbors.slice(0, NEIGHBOURS_SHOWN);
  const columns: Column[] = [
    { title: 'Time' },
    numbers(station_id),
    // The farthest leaves first where there is no room for all.
    ...shown.map((id, at) => ({ ...numbers(id), leaves: NEIGHBOURS_SHOWN - at })),
    { title: `Median of ${neighbors.length}`, align: 'right' },
    { title: 'Unit' },
  ];
  const rows = values.map(({ time, value, neighbours, median }) => [
    minute(time),
    ...[value, ...neighbours.slice(0, NEIGHBOURS_SHOWN), median].map((one) => (one === null ? '-' : shortNumber(one))),
    units,
  ]);
  const [titles, ...lines] = tableLines(columns, rows, Math.min(width, WIDEST) - INDENT.length);
  return [paint('dim', `${INDENT}${titles}`), ...lines.map((line) => `${INDENT}${line}`)];
}

/** A column of values under the id of a station, the rest of a long one cut. */
function numbers(id: string): Column {
  const shown = printable(id);
  return { title: shown.length > LONGEST_ID ? `${shown.slice(0, LONGEST_ID - 1)}~` : shown, align: 'right' };
}
