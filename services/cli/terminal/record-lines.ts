import { printable } from '../../../schemas/printable.ts';
import { isoOf } from '../../../schemas/time.ts';
import type { Cell, Column } from '../../http/formats/column.ts';
import { minute } from './minute-text.ts';
import { type Column as Layout, tableLines, wrapped } from './table-lines.ts';

/** A column of a printed table: which field of the records it shows, and its layout. */
export interface ShownColumn extends Layout {
  /** Name of the column. */
  readonly of: string;
  /** What a cell without a value shows; `-` where not given. */
  readonly missing?: string;
}

/** Records as a table that fits a width. */
export function recordLines<Row>(
  columns: readonly Column<Row>[],
  shown: readonly ShownColumn[],
  rows: readonly Row[],
  width: number,
): readonly string[] {
  const taken = shown.map(({ of }) => {
    const column = columns.find(({ name }) => name === of);
    if (column === undefined) throw new Error(`there is no column ${of}`);
    return column;
  });
  const cells = rows.map((row) =>
    taken.map((column, at) => cellText(column.type, column.of(row) ?? shown[at].missing ?? null)),
  );
  return tableLines(shown, cells, width);
}

function cellText(type: Column<never>['type'], cell: Cell): string {
  if (type === 'TIMESTAMP' && typeof cell === 'number') return minute(isoOf(cell));
  // As a table has room for.
  if (typeof cell === 'number') return Math.abs(cell) < 1e9 ? String(Number(cell.toFixed(3))) : cell.toExponential(1);
  return valueText(cell);
}

/** A value on one line. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '-' : printable(value.join(', '));
  return printable(String(value));
}

/**
 * One record with a line for each field: those inside an object behind its name. Lists of objects are counted, as their
 * fields would bury the others.
 */
export function fieldLines(record: object, width: number): readonly string[] {
  const fields = fieldsOf(record, '');
  const margin = Math.max(...fields.map(([name]) => name.length)) + 2;
  return fields.flatMap(([name, text]) => {
    const [first, ...more] = wrapped(text, Math.max(20, width - margin));
    return [`${name.padEnd(margin)}${first}`, ...more.map((line) => `${' '.repeat(margin)}${line}`)];
  });
}

function fieldsOf(record: object, before: string): (readonly [name: string, text: string])[] {
  return Object.entries(record).flatMap(([key, value]: [string, unknown]) => {
    const name = `${before}${printable(key)}`;
    if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null)) {
      return [[name, `${value.length} (--format json shows them)`] as const];
    }
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? fieldsOf(value, `${name}.`) : [[name, valueText(value)] as const];
  });
}
