import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { HalcyonError } from '../../../schemas/errors.ts';
import { assertRegularFile, pathReason } from '../../../schemas/path-reason.ts';
import { type CsvMapping, parseMapping } from './csv-mapping.ts';

/**
 * Reads a mapping from a file.
 *
 * @throws HalcyonError `invalid_parameter` where there is none, or something is wrong with it
 */
export async function readMappingFile(file: string): Promise<CsvMapping> {
  let text: string;
  try {
    await assertRegularFile(file);
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new HalcyonError('invalid_parameter', `the mapping ${file} cannot be read: ${pathReason(cause)}`, { cause });
  }
  return parseMapping(text, basename(file));
}
