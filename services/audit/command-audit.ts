import { existsSync } from 'node:fs';
import type { Configuration } from '../../schemas/configuration.ts';
import type { AuditEvent, AuditLog } from './audit-log.ts';
import { type OpenedAudit, openAudit } from './open-audit.ts';
import { outcomeOf } from './outcome.ts';
import { ownAccount } from './own-account.ts';

type DataFolder = Pick<Configuration, 'data'>;

/** What of an audit log did not get to disk, for whoever runs the command. */
type LogFailure = (line: string, cause: unknown) => void;

/** An audit log for as long as a command works. */
interface CommandAudit extends AuditLog {
  close(): Promise<void>;
}

/** The audit log of a command, which begins with the first that it records: a command that changes nothing leaves nothing. */
export function commandAudit(
  { data: dataFolder }: DataFolder,
  now: () => number,
  logFailure: LogFailure,
): CommandAudit {
  let opening: Promise<OpenedAudit> | null = null;
  return {
    record: async (event) => {
      // What failed where there is no data folder leaves none.
      if (event.result !== 'done' && !existsSync(dataFolder)) return;
      opening ??= openAudit({ dataFolder, writer: 'a command', now, logFailure });
      await (await opening).record(event);
    },
    close: async () => (await opening)?.close(),
  };
}

/**
 * Does a command's work with an audit log.
 *
 * @returns what the work does
 */
export async function withCommandAudit<T>(
  folder: DataFolder,
  now: () => number,
  logFailure: LogFailure,
  work: (audit: AuditLog) => Promise<T>,
): Promise<T> {
  const log = commandAudit(folder, now, logFailure);
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

/** What whoever owns the data folder asks for. */
type OwnEvent = Omit<AuditEvent, 'result' | 'reason' | 'who' | 'from'>;

/**
 * Does what whoever owns the data folder asks for, and records what became of it.
 *
 * @param event a function where the work itself tells more of it
 * @returns what the work does
 */
export async function recordedWork<T>(
  log: AuditLog,
  event: OwnEvent | (() => OwnEvent),
  work: () => Promise<T>,
): Promise<T> {
  const done = () => ({ ...(typeof event === 'function' ? event() : event), who: ownAccount(), from: 'local' });
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await log.record({ ...done(), ...outcomeOf(error) });
    throw error;
  }
  await log.record({ ...done(), result: 'done' });
  return result;
}
