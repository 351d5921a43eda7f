import { messageOf } from '../../../../schemas/errors.ts';
import { doJob } from '../../../../services/datasets/queries/do-job.ts';
import type { QueryJob, QueryReport } from '../../../../services/datasets/queries/query-messages.ts';

/* Does many jobs one after the other, where a process for each would take longer than the jobs. */

async function reports(jobs: readonly (readonly [folder: string, job: QueryJob])[]): Promise<QueryReport[]> {
  const done: QueryReport[] = [];
  for (const [folder, job] of jobs) {
    process.chdir(folder);
    done.push(await doJob(job));
  }
  return done;
}

process.once('message', (jobs: (readonly [string, QueryJob])[]) => {
  reports(jobs).then(
    (done) => process.send?.(done),
    (error: unknown) => process.send?.(messageOf(error)),
  );
});
