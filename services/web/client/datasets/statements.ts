/** What stands in a statement for a file, by its place among those that are queried. */
export function placeholder(place: number): string {
  return `{{arg${place + 1}}}`;
}

/** Shows the beginning of a file. */
export const BEGINNING = `SELECT * FROM ${placeholder(0)} LIMIT 100`;

/** Says of each column of a file what it has. */
export const PROFILE =
  'SELECT column_name, column_type, count, null_percentage, approx_unique, min, max, avg, std ' +
  `FROM (SUMMARIZE SELECT * FROM ${placeholder(0)})`;
