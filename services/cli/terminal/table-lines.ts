import Table from 'cli-table3';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Rank among the columns that are left out where the table is wider than the terminal: 1 goes first. */
  readonly leaves?: number;
  /** The same where all rows have the same in it. */
  readonly leavesAlike?: number;
  /** Rank among the columns that are cut where the table is still too wide: 1 is cut first. */
  readonly shrinks?: number;
}

const NO_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

const GAP = 2;
/** A column that is cut keeps so many characters. */
const LEAST_WIDTH = 10;

/**
 * A table without borders: the line of titles, then a line for each row.
 *
 * @param rows plain texts on one line each, a cell for each column
 * @param width columns of the terminal, kept to as far as columns can leave or shrink
 */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly string[] {
  const widths = columns.map((column, at) =>
    rows.reduce((most, row) => Math.max(most, row[at].length), column.title.length),
  );
  const ranks = columns.map(({ leaves = 0, leavesAlike = leaves }, at) => {
    return rows.every((row) => row[at] === rows[0][at]) ? leavesAlike : leaves;
  });
  const kept = fittingColumns({ columns, widths, ranks }, width);
  const table = new Table({
    head: kept.map((at) => columns[at].title),
    colAligns: kept.map((at) => columns[at].align ?? 'left'),
    colWidths: kept.map((at) => widths[at]),
    chars: NO_BORDERS,
    truncate: '~',
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  for (const row of rows) table.push(kept.map((at) => row[at]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** Places of the columns that stay; `widths` of those that are cut are written down. */
function fittingColumns(
  { columns, widths, ranks }: { columns: readonly Column[]; widths: number[]; ranks: readonly number[] },
  width: number,
): readonly number[] {
  let kept = columns.map((_, at) => at);
  const excess = () => kept.reduce((sum, at) => sum + widths[at], GAP * (kept.length - 1)) - width;
  for (const leaving of inOrder(ranks)) {
    if (excess() > 0) kept = kept.filter((at) => at !== leaving);
  }
  for (const at of inOrder(columns.map(({ shrinks = 0 }) => shrinks))) {
    const least = Math.min(widths[at], Math.max(columns[at].title.length, LEAST_WIDTH));
    if (excess() > 0) widths[at] = Math.max(least, widths[at] - excess());
  }
  return kept;
}

/** Places of the columns that have a rank, by it. */
function inOrder(ranks: readonly number[]): readonly number[] {
  return [...ranks.keys()].filter((at) => ranks[at] > 0).sort((a, b) => ranks[a] - ranks[b]);
}

/** Breaks a text at its spaces into lines of at most `width`; a longer word stands on a line of its own. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines;
}
