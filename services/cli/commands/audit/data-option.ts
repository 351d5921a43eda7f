import { stat } from 'node:fs/promises';
import { readConfiguration } from '../../../../schemas/configuration.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { pathReason } from '../../../../schemas/path-reason.ts';
import type { CommandIo } from '../../frame/command-frame.ts';

/**
 * The data folder that `--data` names, else that of the settings.
 *
 * @throws HalcyonError `invalid_parameter` where `--data` names no folder
 */
export async function dataOf(given: string | undefined, io: CommandIo): Promise<string> {
  if (given === undefined) return readConfiguration(io.environment).data;
  const why = await stat(given).then(
    (found) => (found.isDirectory() ? null : 'it is no folder'),
    (error: unknown) => pathReason(error),
  );
  if (given.trim() !== '' && why === null) return given;
  throw new HalcyonError('invalid_parameter', `--data is '${given}', should be a data folder: ${why ?? 'it is empty'}`);
}
