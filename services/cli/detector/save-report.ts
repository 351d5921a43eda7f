import { constants } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { HalcyonError } from '../../../schemas/errors.ts';
import { pathReason } from '../../../schemas/path-reason.ts';
import type { HealthReport } from '../../../schemas/reports/health-report.ts';
import type { ShortTermReport } from '../../../schemas/reports/report.ts';
import { cannotWrite, kindOf, replaceFile, targetOf } from '../frame/written-file.ts';

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
