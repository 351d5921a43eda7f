import { constants } from 'node:fs';
import { access, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { HealthReport } from '../../../schemas/health-report.ts';
import { pathReason } from '../../../schemas/path-reason.ts';
import type { ShortTermReport } from '../../../schemas/report.ts';

/**
 * Finds out before the long work whether a report can be written to a path.
 *
 * @throws HalcyonError `cannot_write` with the reason
 */
export async function checkWritable(path: string): Promise<void> {
  const kind = await kindOf(path);
  if (kind === 'folder') throw cannotWrite(path, 'it is a folder, should be a file');
  const folder = dirname(resolve(path));
  if ((await kindOf(folder)) !== 'folder') throw cannotWrite(path, `there is no folder ${folder}`);
  try {
    if (kind !== 'nothing') await access(path, constants.W_OK);
    if (kind === 'other') return;
    // Permissions do not tell of read-only file systems and quotas; a file does.
    const probe = besidePath(await targetOf(path));
    await (await open(probe, 'wx')).close();
    await rm(probe);
  } catch (error) {
    throw cannotWrite(path, pathReason(error), error);
  }
}

/**
 * Writes a report so that the path holds the whole of it or what it held before: to a file beside it, then renamed.
 *
 * @throws HalcyonError `cannot_write`
 */
export async function saveReport(path: string, report: ShortTermReport | HealthReport): Promise<void> {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  try {
    if ((await kindOf(path)) === 'other') await writeInto(path, text);
    else await replaceFile(await targetOf(path), text);
  } catch (error) {
    throw error instanceof HalcyonError ? error : cannotWrite(path, pathReason(error), error);
  }
}

/** A device or a pipe, such as /dev/stdout, cannot be replaced by a file. */
async function writeInto(path: string, text: string): Promise<void> {
  // Opening a pipe that nobody reads from would wait for ever; so it fails, and while it is open it is read from.
  const reached = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    await writeFile(path, text);
  } finally {
    await reached.close();
  }
}

async function replaceFile(target: string, text: string): Promise<void> {
  const beside = besidePath(target);
  try {
    const file = await open(beside, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** The file itself where the path is a link to one. */
async function targetOf(path: string): Promise<string> {
  return (await kindOf(path)) === 'nothing' ? resolve(path) : realpath(path);
}

function besidePath(target: string): string {
  return join(dirname(target), `.${basename(target)}.${process.pid}.partial`);
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | 'nothing'> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'nothing';
    throw cannotWrite(path, pathReason(error), error);
  }
}

function cannotWrite(path: string, reason: string, cause?: unknown): HalcyonError {
  return new HalcyonError('cannot_write', `cannot write ${path}: ${reason}`, cause === undefined ? {} : { cause });
}
