import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditFolder } from '../../../services/audit/audit-files.ts';
import { type AuditEvent, NOBODY_KNOWN } from '../../../services/audit/audit-log.ts';
import { type OpenedAudit, openAudit } from '../../../services/audit/open-audit.ts';

const DAY_MS = 86_400_000;

/** A data folder with an audit log that a test writes, reads and breaks. */
export class AuditFolderOfTest {
  readonly data: string;
  readonly audit: string;
  /** Current time of what is written, ms since the epoch. */
  now = Date.UTC(2026, 10, 25, 8);
  readonly failures: string[] = [];

  private constructor(data: string) {
    this.data = data;
    this.audit = auditFolder(data);
  }

  static async make(): Promise<AuditFolderOfTest> {
    return new AuditFolderOfTest(await mkdtemp(join(tmpdir(), 'halcyon-audit-')));
  }

  open(): Promise<OpenedAudit> {
    return openAudit({
      dataFolder: this.data,
      writer: 'a test',
      now: () => this.now,
      logFailure: (line) => this.failures.push(line),
    });
  }

  /** A run of a process that records silences, so many on each of some days, and then ends. */
  async run(perDay: readonly number[]): Promise<void> {
    const audit = await this.open();
    for (const [at, silences] of perDay.entries()) {
      if (at > 0) this.now += DAY_MS;
      for (let n = 0; n < silences; n++) await audit.record(silence(`${at}-${n}`));
    }
    await audit.close();
    this.now += 1000;
  }

  async files(): Promise<string[]> {
    return (await readdir(this.audit)).filter((name) => name.endsWith('.jsonl')).sort();
  }

  async lines(name: string): Promise<string[]> {
    return (await readFile(join(this.audit, name), 'utf8')).split('\n').slice(0, -1);
  }

  /** Changes the lines of a file behind the back of who wrote it. */
  async tamper(name: string, change: (lines: string[]) => readonly string[]): Promise<void> {
    const lines = change(await this.lines(name));
    await writeFile(join(this.audit, name), lines.map((line) => `${line}\n`).join(''));
  }

  /** Removes something of the audit log. */
  async remove(name: string): Promise<void> {
    await rm(join(this.audit, name));
  }

  /** Everything that is written, as text. */
  async text(): Promise<string> {
    const names = await readdir(this.audit);
    return (await Promise.all(names.map((name) => readFile(join(this.audit, name), 'utf8')))).join('');
  }

  close(): Promise<void> {
    return rm(this.data, { recursive: true, force: true });
  }
}

/** Somebody adds a silence. */
export function silence(id: string, fields: Partial<AuditEvent> = {}): AuditEvent {
  return {
    action: 'silence.add',
    result: 'done',
    who: { ...NOBODY_KNOWN, id: 'sub-ada', username: 'ada' },
    role: 'curator',
    from: '192.0.2.7',
    about: { kind: 'silence', id },
    network: 'north',
    ...fields,
  };
}
