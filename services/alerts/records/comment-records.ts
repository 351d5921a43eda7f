import type { Statements } from '../../stores/catalogue.ts';

/** What somebody said of an alert. */
export interface AlertComment {
  /** ms since the epoch. */
  readonly at: number;
  readonly by: string;
  readonly text: string;
}

/** Adds a comment to an alert. */
export async function addComment(statements: Statements, alert: string, comment: AlertComment): Promise<void> {
  await statements.query('INSERT INTO alert_comments (alert, at, by, body) VALUES ($1, $2, $3, $4)', [
    alert,
    new Date(comment.at),
    comment.by,
    comment.text,
  ]);
}

/** Comments of an alert, the oldest first. */
export async function commentsOf(statements: Statements, alert: string): Promise<AlertComment[]> {
  const rows = await statements.query('SELECT at, by, body FROM alert_comments WHERE alert = $1 ORDER BY place', [
    alert,
  ]);
  return rows.map((row) => ({
    at: (row['at'] as Date).getTime(),
    by: String(row['by']),
    text: String(row['body']),
  }));
}
