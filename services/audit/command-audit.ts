import { existsSync } from 'node:fs';
import type { Configuration } from '../../schemas/configuration.ts';
import type { AuditEvent, AuditLog } from './audit-log.ts';
import { type OpenedAudit, openAudit } from './open-audit.ts';
import { outcomeOf } from './outcome.ts';
import { ownAccount } from './own-account.ts';

/**
 * Does a command's work with an audit log, which begins with the first that it records: a command that changes nothing leaves
 * nothing.
 *
 * @returns what the work does
 */
export async function withCommandAudit<T>(
  { data: dataFolder }: Pick<Configuration, 'data'>,
  now: () => number,
  logFailure: (line: string, cause: unknown) => void,
  work: (audit: AuditLog) => Promise<T>,
): Promise<T> {
  let opening: Promise<OpenedAudit> | null = null;
  const log: AuditLog = {
    record: async (event) => {
      // What failed where there is no data folder leaves none.
      if (event.result !== 'done' && !existsSync(dataFolder)) return;
      opening ??= openAudit({ dataFolder, writer: 'a command', now, logFailure });
      await (await opening).record(event);
    },
  };
  try {
    return await work(log);
  } finally {
    await (await (opening as Promise<OpenedAudit> | null))?.close();
  }
}

/** Does what whoever owns the data folder asks for, and records what became of it. @returns what the work does */
export async function recordedWork<T>(
  log: AuditLog,
  event: Omit<AuditEvent, 'result' | 'reason' | 'who' | 'from'>,
  work: () => Promise<T>,
): Promise<T> {
  const done = { ...event, who: ownAccount(), from: 'local' };
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await log.record({ ...done, ...outcomeOf(error) });
    throw error;
  }
  await log.record({ ...done, result: 'done' });
  return result;
}
