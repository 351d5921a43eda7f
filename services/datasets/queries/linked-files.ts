import { access, constants, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { FileFormat, QueryFile } from './query-request.ts';

/** What an argument is called; it becomes the name of a folder. */
const ARGUMENT = /^arg\d{1,9}$/;
/** Characters kept of a file's name: with four bytes each they stay below what file systems allow. */
const LONGEST = 48;
/** What would end a quoted text, start a pattern or another folder, or cannot be seen. */
const UNSAFE = /[\p{C}'"`{}[\]*?\\/]|(?! )\p{Z}/gu;

/** Endings by which the engine knows a format; the first is given to files that have none of them. */
const ENDINGS: Readonly<Record<FileFormat, readonly string[]>> = {
  csv: ['.csv'],
  tsv: ['.tsv'],
  jsonl: ['.jsonl', '.ndjson'],
  parquet: ['.parquet'],
};

/**
 * Links the files into the folder of a run, each in a folder of its own that is named after its argument.
 *
 * @returns paths relative to the folder, by argument; safe within quotes
 * @throws HalcyonError `query_failed` for an argument that cannot be named, `storage_unavailable` for a file that cannot
 * be read
 */
export async function linkFiles(folder: string, files: ReadonlyMap<string, QueryFile>): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  for (const [argument, file] of files) {
    if (!ARGUMENT.test(argument)) {
      throw new HalcyonError('query_failed', `Files are called arg1, arg2 and so on, not '${argument}'.`);
    }
    try {
      await access(file.path, constants.R_OK);
    } catch (cause) {
      const message = `The file of ${argument}, '${file.name}', cannot be read from the storage.`;
      throw new HalcyonError('storage_unavailable', message, { cause });
    }
    const path = `${argument}/${safeName(file)}`;
    await mkdir(join(folder, argument));
    await symlink(file.path, join(folder, path));
    paths.set(argument, path);
  }
  return paths;
}

/** The file's name without what is unsafe in a statement, with an ending of its format. */
function safeName({ name, format }: QueryFile): string {
  const safe = name.toWellFormed().replace(UNSAFE, '_').replace(/^\./, '_');
  const ending = ENDINGS[format].find((one) => safe.toLowerCase().endsWith(one)) ?? '';
  const stem = [...safe.slice(0, safe.length - ending.length)].slice(0, LONGEST).join('');
  return `${stem === '' ? 'file' : stem}${ENDINGS[format][0]}`;
}
