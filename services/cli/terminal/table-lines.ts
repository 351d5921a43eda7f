import Table from 'cli-table3';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Gives way, down to its title, where the table is wider than the terminal. */
  readonly flexible?: boolean;
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

/**
 * A table without borders: the line of titles, then a line for each row.
 *
 * @param rows plain texts on one line each, a cell for each column
 * @param width columns to stay within where flexible columns can give way
 */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly string[] {
  const widths = columns.map((column, at) =>
    rows.reduce((most, row) => Math.max(most, row[at].length), column.title.length),
  );
  let excess = widths.reduce((sum, one) => sum + one, GAP * (columns.length - 1)) - width;
  for (const [at, column] of columns.entries()) {
    if (column.flexible !== true || excess <= 0) continue;
    const narrowed = Math.max(column.title.length, widths[at] - excess);
    excess -= widths[at] - narrowed;
    widths[at] = narrowed;
  }
  const table = new Table({
    head: columns.map((column) => column.title),
    colAligns: columns.map((column) => column.align ?? 'left'),
    colWidths: widths,
    chars: NO_BORDERS,
    truncate: '~',
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
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
