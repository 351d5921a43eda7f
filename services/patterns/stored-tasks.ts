import type { TaskAnswer } from '../../schemas/http/patterns/payloads.ts';
import type { PgJson } from '../../schemas/http/patterns/pg-json.ts';
import type { Statements } from '../stores/catalogue.ts';

/** A page of tasks, and how many there are in all. */
export interface TaskPage {
  readonly tasks: readonly TaskAnswer[];
  readonly total: number;
}

/** A page of the tasks that were created, the newest first, each with how many patterns are linked to it. */
export async function storedTasks(
  statements: Statements,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<TaskPage> {
  const [counted] = await statements.query("SELECT count(*) AS total FROM graphs WHERE kind = 'task'");
  const rows = await statements.query(
    `SELECT g.body, (SELECT count(*) FROM task_patterns p WHERE p.task = g.id) AS patterns
     FROM graphs g WHERE g.kind = 'task' ORDER BY g.created DESC, g.id COLLATE "C" OFFSET $1 LIMIT $2`,
    [offset, limit],
  );
  const tasks = rows.map(({ body, patterns }): TaskAnswer => {
    const [{ id, properties }] = (JSON.parse(String(body)) as PgJson).nodes;
    const { name, request, created } = properties as Readonly<Record<'name' | 'request' | 'created', string>>;
    return { id: String(id), name, request, created, patterns: Number(patterns) };
  });
  return { tasks, total: Number(counted['total']) };
}
