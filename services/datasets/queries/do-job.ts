import { readlinkSync, realpathSync } from 'node:fs';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { checkStatement } from './check-statement.ts';
import { withPaths } from './placeholders.ts';
import type { QueryJob, QueryReport } from './query-messages.ts';
import { readableMessage } from './readable-message.ts';
import { runStatement } from './run-statement.ts';
import { openSandbox } from './sandboxed-engine.ts';

/** Does a job in the current folder: puts the paths in, looks at the statement, runs it. What fails is reported. */
export async function doJob(job: QueryJob): Promise<QueryReport> {
  const paths = new Map(job.files);
  const hidden = serverPaths(paths.values());
  try {
    const statement = withoutEnd(withPaths(job.statement, paths));
    const connection = await openSandbox(job);
    await checkStatement(connection, statement, new Set(paths.values()));
    return await runStatement(connection, statement, job.limits);
  } catch (error) {
    if (error instanceof HalcyonError) return { kind: 'failed', message: error.message };
    if (/^Out of Memory Error/.test(messageOf(error))) {
      return { kind: 'limit', limit: /max_temp_directory_size/.test(messageOf(error)) ? 'disk' : 'memory' };
    }
    if (/^IO Error: .*No space left on device/s.test(messageOf(error))) return { kind: 'full' };
    return { kind: 'failed', message: readableMessage(error, hidden) };
  }
}

/** The statement without the semicolons and blanks behind it; a regular expression would look from every blank anew. */
function withoutEnd(statement: string): string {
  let end = statement.length;
  while (end > 0 && /[\s;]/.test(statement[end - 1])) end -= 1;
  return statement.slice(0, end);
}

/** Paths of this server that the engine could name, with what stands for each, longest first. */
function serverPaths(files: Iterable<string>): (readonly [path: string, instead: string])[] {
  const known: (readonly [string, string])[] = [
    [`${process.cwd()}/`, ''],
    [process.cwd(), '.'],
    [`${packageFile()}/`, ''],
  ];
  for (const path of files) known.push([readlinkSync(path), path], [realpathSync(path), path]);
  return known.sort(([one], [other]) => other.length - one.length);
}
