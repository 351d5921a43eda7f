import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { linesTo } from '../../schemas/logger.ts';
import { PACKAGE_VERSION } from '../../schemas/package-version.ts';
import { pathCode, pathReason } from '../../schemas/path-reason.ts';
import { isoOf } from '../../schemas/time.ts';
import { BUCKETS, type Bucket, ObjectMissing, type ObjectStore } from '../datasets/storage/object-store.ts';
import { openObjectStore } from '../datasets/storage/open-object-store.ts';
import { keyFileOf } from '../identity/keys/key-file.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../stores/opening/open-time-series.ts';
import { type CatalogueEnd, lineOf, notWhole } from '../stores/postgres/catalogue-lines.ts';
import { openLog } from '../system/open-log.ts';
import { awaitStored } from './await-stored.ts';
import { BackupFolder } from './backup-folder.ts';
import { type BackupManifest, FORMAT } from './backup-manifest.ts';
import { type CatalogueReader, openCatalogueReader } from './read-catalogue.ts';
import { textLines } from './text-lines.ts';

/** The copy of the catalogue in a back-up. */
const CATALOGUE_FILE = 'catalogue.ndjson.gz';
/** The key of HALCYON_KEY_FILE in a back-up. */
export const KEY_FILE = 'identity.key';
/** A file that moves while it is to be copied is looked for where a later copy of the catalogue says it is, so often. */
const MOST_ROUNDS = 5;

/** What a back-up is taken and restored with. */
export interface BackupWork {
  readonly configuration: Configuration;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Takes a back-up of what the settings name into a folder, also while the system runs. Everything that was acknowledged
 * before it began is in it; of what comes meanwhile some. An observation that comes meanwhile and is in it has its station,
 * a judgement its observation: what tells of others is read first. The catalogue comes after the time series, so that no
 * rule or alert is missing that a verdict rests on, and says which files are copied.
 *
 * @returns what it holds
 * @throws HalcyonError `conflict` (the folder holds something), `cannot_write`, and what the stores and the log throw
 */
export async function takeBackup(folder: string, options: BackupWork): Promise<BackupManifest> {
  const { configuration, now, say, signal } = options;
  const began = isoOf(now());
  const { clickhouseUrl, data: dataFolder } = configuration;
  const store = await openTimeSeries({ clickhouseUrl, dataFolder, role: 'command', create: false, say });
  try {
    const catalogue = await openCatalogueReader(configuration);
    try {
      const backup = await BackupFolder.begin(folder, signal);
      await awaitLog(options);
      const timeSeries = await copyTimeSeries(store, backup);
      const { end, missing } = await copyCatalogue(catalogue, configuration, backup, signal);
      await copyKey(configuration, backup);
      for (const place of missing) say(`The file ${place} of a dataset is not there: it is left out.`);
      return await backup.finish({
        format: FORMAT,
        halcyon: PACKAGE_VERSION,
        began,
        finished: isoOf(now()),
        time_series: timeSeries,
        catalogue: { steps: [...end.steps], file: CATALOGUE_FILE, rows: { ...end.rows } },
        missing,
      });
    } finally {
      await catalogue.close();
    }
  } finally {
    await store.close();
  }
}

/** With the log on Kafka an observation is acknowledged before it is in the store. */
async function awaitLog({ configuration, now, say, signal }: BackupWork): Promise<void> {
  const log = await openLog({ configuration, now, logger: linesTo(say) });
  if (log === null) return;
  try {
    await awaitStored(log, say, signal);
  } finally {
    await log.close();
  }
}

async function copyTimeSeries(store: OpenedTimeSeries, backup: BackupFolder): Promise<BackupManifest['time_series']> {
  const tables: BackupManifest['time_series']['tables'] = [];
  for await (const { table, columns, lines } of store.copies.read()) {
    let rows = 0;
    const file = `time-series/${table}.tsv.gz`;
    await backup.writeZipped(file, counted(lines));
    tables.push({ table, columns: [...columns], file, rows });

    async function* counted(pieces: AsyncIterable<string>): AsyncGenerator<string> {
      for await (const piece of pieces) {
        for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) rows += 1;
        yield piece;
      }
    }
  }
  return { steps: [...(await store.copies.steps())], tables };
}

interface CopiedFile {
  readonly bucket: Bucket;
  readonly key: string;
  readonly sha256: string;
}

/** The catalogue, and the files that it names: again, where one has moved meanwhile. */
async function copyCatalogue(
  catalogue: CatalogueReader,
  configuration: Configuration,
  backup: BackupFolder,
  signal: AbortSignal,
): Promise<{ readonly end: CatalogueEnd; readonly missing: string[] }> {
  const storage = await openObjectStore(configuration);
  try {
    let before: readonly string[] = [];
    for (let round = 1; ; round++) {
      const { end, files } = await copyRows(catalogue, backup);
      const missing: string[] = [];
      for (const file of files) {
        signal.throwIfAborted();
        if (!(await copyFile(storage, backup, file))) missing.push(`${file.bucket}/${file.key}`);
      }
      // What is missed at the same place twice did not move: it is lost.
      if (missing.every((place) => before.includes(place)) || round === MOST_ROUNDS) return { end, missing };
      before = missing;
    }
  } finally {
    await storage.close();
  }
}

async function copyRows(
  catalogue: CatalogueReader,
  backup: BackupFolder,
): Promise<{ readonly end: CatalogueEnd; readonly files: readonly CopiedFile[] }> {
  const files: CopiedFile[] = [];
  let end: CatalogueEnd | undefined;
  const copy = await catalogue.copy();
  try {
    await backup.writeZipped(CATALOGUE_FILE, looked(copy));
  } finally {
    copy.destroy();
  }
  if (end === undefined) throw notWhole('its end is missing');
  return { end, files };

  async function* looked(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
    for await (const text of textLines(pieces)) {
      const line = lineOf(text);
      if (line.end !== undefined) end = line.end;
      else if (line.table === 'dataset_files') files.push(fileOf(line.row));
      yield `${text}\n`;
    }
  }
}

function fileOf(row: string): CopiedFile {
  const { bucket, key, sha256 } = JSON.parse(row) as CopiedFile;
  return { bucket, key, sha256 };
}

/** False where the file is not there, or is another than the catalogue says: it has moved, or was replaced. */
async function copyFile(
  storage: ObjectStore,
  backup: BackupFolder,
  { bucket, key, sha256 }: CopiedFile,
): Promise<boolean> {
  const path = `files/${bucket}/${key}`;
  if (backup.written(path)?.sha256 === sha256) return true;
  try {
    const content = await storage.read(bucket, key);
    try {
      return (await backup.write(path, content)).sha256 === sha256;
    } finally {
      content.destroy();
    }
  } catch (error) {
    if (error instanceof ObjectMissing) return false;
    throw error;
  }
}

/** Without the key nobody could sign with the keys that the catalogue holds. A system without identity has none. */
async function copyKey(configuration: Configuration, backup: BackupFolder): Promise<void> {
  const path = keyFileOf(configuration);
  const key = await readFile(path).catch((cause: unknown) => {
    if (pathCode(cause) === 'ENOENT') return null;
    throw new HalcyonError('invalid_configuration', `HALCYON_KEY_FILE ${path} cannot be read: ${pathReason(cause)}`, {
      cause,
    });
  });
  if (key !== null) await backup.write(KEY_FILE, Readable.from([key]));
}

/** Where a file of a dataset lies in a back-up, from its path there; null of other files. */
export function placeOf(path: string): { readonly bucket: Bucket; readonly key: string } | null {
  const [root, name, ...key] = path.split('/');
  const bucket = BUCKETS.find((each) => each === name);
  return root === 'files' && bucket !== undefined ? { bucket, key: key.join('/') } : null;
}
