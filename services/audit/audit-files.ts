import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HalcyonError } from '../../schemas/errors.ts';
import { pathCode, pathReason } from '../../schemas/path-reason.ts';
import { type AuditLine, readLine } from './audit-line.ts';

const FILE = /^(\d{4}-\d\d-\d\d)\.(\d{8}T\d{6}Z-\d+-[0-9a-f]{4})\.jsonl$/;
const HEAD = /^(\d{8}T\d{6}Z-\d+-[0-9a-f]{4})\.head$/;
/** Looked at first for the last record [bytes]: hardly one is longer. */
const LAST_BYTES = 16 * 1024;

/** A file of the audit log: what one run of a process recorded on one day (UTC). */
export interface AuditFile {
  readonly name: string;
  readonly day: string;
  readonly chain: string;
}

/** Folder of the audit log in a data folder. */
export function auditFolder(dataFolder: string): string {
  return join(dataFolder, 'audit');
}

/** Name of the file of a chain and a day. */
export function fileName(day: string, chain: string): string {
  return `${day}.${chain}.jsonl`;
}

/** Name of the file that says how far a chain has come. */
export function headName(chain: string): string {
  return `${chain}.head`;
}

/** What is in the folder of an audit log. */
export interface AuditFolder {
  /** By day, those of a day by chain. */
  readonly files: readonly AuditFile[];
  /** Chains that have a head. */
  readonly heads: readonly string[];
}

/**
 * Looks into the folder of an audit log; files of other names are not its own.
 *
 * @returns null where there is no such folder
 * @throws HalcyonError `store_unreadable` where it cannot be read
 */
export async function listAudit(folder: string): Promise<AuditFolder | null> {
  try {
    const names = (await readdir(folder)).sort();
    const files = names.flatMap((name) => {
      const [, day, chain] = FILE.exec(name) ?? [];
      return day === undefined || chain === undefined ? [] : [{ name, day, chain }];
    });
    return { files, heads: names.flatMap((name) => HEAD.exec(name)?.[1] ?? []) };
  } catch (cause) {
    if (pathCode(cause) === 'ENOENT') return null;
    throw unreadable(folder, cause);
  }
}

/** A line of a file, and whether its line break is there. */
export interface TextLine {
  readonly text: string;
  readonly whole: boolean;
}

/**
 * The lines of a file, in their order.
 *
 * @throws HalcyonError `store_unreadable`; its cause has the code `ENOENT` where the file is not there any more
 */
export async function* linesOf(folder: string, name: string): AsyncGenerator<TextLine> {
  const path = join(folder, name);
  let open = '';
  try {
    for await (const piece of createReadStream(path, { encoding: 'utf8' })) {
      const lines = (open + String(piece)).split('\n');
      open = lines.pop() ?? '';
      for (const text of lines) yield { text, whole: true };
    }
  } catch (cause) {
    throw unreadable(path, cause);
  }
  if (open !== '') yield { text: open, whole: false };
}

/** The first record of a file; null where it has none that can be read. */
export async function firstRecord(folder: string, name: string): Promise<AuditLine | null> {
  for await (const { text } of linesOf(folder, name)) return readLine(text)?.record ?? null;
  return null;
}

/**
 * The last record of a file that can be read; null where there is none. A line that is being written is none yet.
 *
 * @throws HalcyonError `store_unreadable`
 */
export async function lastRecord(folder: string, name: string, look = LAST_BYTES): Promise<AuditLine | null> {
  const path = join(folder, name);
  const { text, isAll } = await endOf(path, look).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  for (const line of text.split('\n').slice(0, -1).reverse()) {
    const read = readLine(line);
    if (read !== null) return read.record;
  }
  return isAll ? null : lastRecord(folder, name, look * 16);
}

async function endOf(path: string, bytes: number): Promise<{ readonly text: string; readonly isAll: boolean }> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - bytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    return { text: buffer.subarray(0, bytesRead).toString('utf8'), isAll: start === 0 };
  } finally {
    await handle.close();
  }
}

function unreadable(path: string, cause: unknown): HalcyonError {
  return new HalcyonError('store_unreadable', `${path} cannot be read: ${pathReason(cause)}`, { cause });
}
