import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../../schemas/errors.ts';
import type { QueryJob } from '../../../../services/datasets/queries/query-messages.ts';
import { openSandbox } from '../../../../services/datasets/queries/sandboxed-engine.ts';

/*
 * Runs statements in the sandbox without looking at them first, to see what the engine's own settings hold back. Takes one
 * job, whose statement is a JSON list of statements, and reports what each said.
 */

/** How long a statement may take [ms]. */
const LIMIT_MS = 1_000;
/** Rows of a result that are looked at. */
const ROWS = 200;

async function said(job: QueryJob): Promise<string[]> {
  const answers: string[] = [];
  for (const statement of JSON.parse(job.statement) as string[]) {
    // Its own engine: some statements would leave nothing to work on.
    const connection = await openSandbox(job);
    const answer = connection.runAndReadUntil(statement, ROWS).then(
      (result) => JSON.stringify(result.getRowsJson()),
      (error: unknown) => messageOf(error),
    );
    answers.push(await Promise.race([answer, sleep(LIMIT_MS).then(() => 'still running')]));
  }
  return answers;
}

process.once('message', (job: QueryJob) => {
  said(job).then(
    (answers) => process.send?.(answers),
    (error: unknown) => process.send?.([messageOf(error)]),
  );
});
