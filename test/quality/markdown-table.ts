/**
 * A table as Markdown has it, its columns in line, so that it reads on a console and goes into a page as it stands.
 *
 * @param rows cells of each row, as many as there are columns; columns but the first are aligned to the right
 */
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((name, k) => Math.max(3, name.length, ...rows.map((row) => row[k].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join(' | ')} |`;
  const rule = widths.map((width, k) => (k === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(columns), line(rule), ...rows.map(line)].join('\n');
}
