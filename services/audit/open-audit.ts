import { messageOf } from '../../schemas/errors.ts';
import { count, observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import { auditFolder } from './audit-files.ts';
import type { AuditLine, NamedRecord } from './audit-line.ts';
import { type AuditEvent, type AuditLog, NOBODY_KNOWN } from './audit-log.ts';
import { unnamedEnds } from './chain-ends.ts';
import { ChainWriter } from './chain-writer.ts';
import { ownAccount } from './own-account.ts';
import { removeOlderDays } from './remove-older.ts';
import { type Repeated, Repetitions } from './repetitions.ts';
import { shipRecord } from './shipped-record.ts';

/** Longest text of a record [characters]. */
const MOST_CHARACTERS = 256;
const ONCE: Repeated = { count: 1, since: null };

export interface AuditOptions {
  readonly dataFolder: string;
  /** What begins to write, in words: `halcyon 0.1.0, parts feed, detection`. */
  readonly writer: string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** Takes what could not be written, record by record, and why. */
  readonly logFailure: (line: string, cause: unknown) => void;
}

/** The audit log of a process. */
export interface OpenedAudit extends AuditLog {
  /** Whether every record is on disk, and where not, how many are not and why. */
  check(): { readonly ok: boolean; readonly detail: string };
  /** Removes whole days before a time, ms since the epoch. @returns how many files */
  removeOlder(before: number): Promise<number>;
  /** Records what was counted, and that it ends. */
  close(): Promise<void>;
}

/** Opens the audit log of a process. A disk that takes nothing is said and tried again: it keeps nobody from starting. */
export async function openAudit({ dataFolder, writer: words, now, logFailure }: AuditOptions): Promise<OpenedAudit> {
  const folder = auditFolder(dataFolder);
  const ends = await unnamedEnds(folder).catch((error: unknown) => {
    logFailure(`what the audit log holds already cannot be read: ${messageOf(error)}`, error);
    return [];
  });
  const onLine = (record: AuditLine, line: string) => {
    count(METRICS.auditRecords, record.count, { action: record.action, result: record.result });
    shipRecord(record, line);
  };
  const writer = new ChainWriter({ folder, now, logFailure, onLine });
  const write = (event: AuditEvent, { count: times, since }: Repeated, named?: readonly NamedRecord[]) => {
    const { action, result, who = NOBODY_KNOWN } = event;
    const { id, username, client } = who;
    return writer.write({
      time: new Date(now()).toISOString(),
      since: since === null ? null : new Date(since).toISOString(),
      count: times,
      who: { id: short(id), username: short(username), client: short(client) },
      role: short(event.role),
      from: short(event.from),
      action,
      about: event.about == null ? null : { kind: event.about.kind, id: event.about.id.slice(0, MOST_CHARACTERS) },
      network: short(event.network),
      result,
      reason: short(event.reason),
      detail: short(event.detail),
      request_id: short(event.requestId),
      ...(named !== undefined && { named: [...named] }),
    });
  };
  const repetitions = new Repetitions(write, now);
  const own = (action: 'audit.begin' | 'audit.end' | 'audit.remove'): AuditEvent => ({
    action,
    result: 'done',
    who: ownAccount(),
    from: 'local',
    detail: words,
  });
  await write(own('audit.begin'), ONCE, ends);
  const endWatching = observe(METRICS.auditUnwritten, (tell) => tell(writer.unwritten, {}));
  return {
    record: (event) => repetitions.take(event),
    check: () => {
      if (writer.trouble === null) return { ok: true, detail: 'every record is on disk' };
      const records = writer.unwritten === 1 ? '1 record is' : `${writer.unwritten} records are`;
      return { ok: false, detail: `${records} not on disk: ${writer.trouble}` };
    },
    removeOlder: (before) => {
      const day = new Date(before).toISOString().slice(0, 10);
      return removeOlderDays(folder, day, writer.chain, (named) =>
        write({ ...own('audit.remove'), detail: `days before ${day}` }, ONCE, named),
      );
    },
    close: async () => {
      await repetitions.close();
      await write(own('audit.end'), ONCE);
      await writer.close();
      endWatching();
    },
  };
}

function short(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : text.slice(0, MOST_CHARACTERS);
}
