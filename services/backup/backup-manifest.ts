import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HalcyonError } from '../../schemas/errors.ts';
import { pathCode, pathReason } from '../../schemas/path-reason.ts';
import { TABLES } from '../stores/clickhouse/tables.ts';

/** Form of the back-ups of this version. */
export const FORMAT = 1;
/** Written last: a folder without it is no whole back-up. */
export const MANIFEST = 'manifest.json';

const count = z.number().int().nonnegative();
const steps = z.array(z.object({ number: count, digest: z.string() }));

const manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of Halcyon that made it. */
  halcyon: z.string(),
  /** What was acknowledged before `began` is in it; ISO 8601. */
  began: z.string(),
  finished: z.string(),
  time_series: z.object({
    steps,
    tables: z.array(
      z.object({ table: z.enum(TABLES), columns: z.array(z.string().regex(/^\w+$/)), file: z.string(), rows: count }),
    ),
  }),
  catalogue: z.object({ steps, file: z.string(), rows: z.record(z.string(), count) }),
  /** Files of datasets that the catalogue names and that were not there. */
  missing: z.array(z.string()),
  /** Every file of the back-up but this one; `sha256` hexadecimal, `size` in bytes. */
  files: z.array(z.object({ path: z.string(), size: count, sha256: z.string() })),
});

/** What a back-up holds. */
export type BackupManifest = z.infer<typeof manifest>;

/**
 * Reads what a back-up says of itself.
 *
 * @throws HalcyonError `store_unreadable` where it is none, is not whole, or was made by a newer version
 */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, MANIFEST);
  let found: unknown;
  try {
    found = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    if (pathCode(cause) === 'ENOENT' && !existsSync(folder)) {
      throw new HalcyonError('store_unreadable', `There is no folder ${folder}; name that of a back-up.`, { cause });
    }
    const why =
      pathCode(cause) === 'ENOENT'
        ? `it has no ${MANIFEST}, which is written last: it was interrupted, or is something else`
        : `${MANIFEST} cannot be read (${cause instanceof SyntaxError ? 'no JSON' : pathReason(cause)})`;
    throw new HalcyonError('store_unreadable', `${folder} is no whole back-up: ${why}.`, { cause });
  }
  const format = (found as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > FORMAT) {
    const message = `${folder} was made by a newer version of Halcyon: it has form ${format}, this version reads ${FORMAT}.`;
    throw new HalcyonError('store_unreadable', message);
  }
  const read = manifest.safeParse(found);
  if (read.success) return read.data;
  const at = read.error.issues[0]?.path.join('.') ?? '';
  throw new HalcyonError('store_unreadable', `${path} is not as a back-up writes it: see ${at || 'its beginning'}.`, {
    cause: read.error,
  });
}
