import { openCsvFolder } from '../../ingest/feeds/import/csv-folder.ts';
import { CsvFolderSource } from '../../ingest/feeds/import/csv-folder-source.ts';
import type { ObservationSource } from '../../ingest/observation-source.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { openTimeSeries } from '../stores/open-time-series.ts';
import { StoreSource } from '../stores/store-source.ts';
import { type Database, databaseKind } from './database-kind.ts';

export interface OpeningOptions {
  /** Current time, ms since the epoch; the clock's where not given. */
  readonly now?: number;
  /** Aborted while a database is being opened: HalcyonError `interrupted`. */
  readonly signal?: AbortSignal;
  /** Told in one line what is done and waited for. */
  readonly say?: (line: string) => void;
  /** Told in one line what was left out, such as rows that cannot be read. */
  readonly warn?: (line: string) => void;
}

/** A server that does not answer is given this long by a command that somebody waits for [ms]. */
const PATIENCE_MS = 5_000;

/**
 * Opens the history to be judged, for reading.
 *
 * @param text what `--database` says: a URL or a path; null for HALCYON_DATABASE, then CLICKHOUSE_URL, then the store in
 *   HALCYON_DATA
 * @throws HalcyonError `store_unreadable`, `store_unavailable` or `store_locked` with what was found there; `interrupted`
 */
export async function openDatabase(
  text: string | null,
  configuration: Configuration,
  options: OpeningOptions = {},
): Promise<ObservationSource> {
  const database = await chosenDatabase(text, configuration);
  const source = await open(database, configuration, options);
  if (options.signal?.aborted !== true) return source;
  await source.close();
  throw new HalcyonError('interrupted', 'interrupted while the database was being opened');
}

async function chosenDatabase(text: string | null, configuration: Configuration): Promise<Database> {
  const named = text ?? (configuration.database || configuration.clickhouseUrl);
  if (named !== '') return databaseKind(named);
  try {
    return await databaseKind(configuration.data);
  } catch (error) {
    if (!(error instanceof HalcyonError)) throw error;
    const advice = 'name a database with --database or HALCYON_DATABASE, or start the system, which makes one';
    throw new HalcyonError(error.code, `there is no store in HALCYON_DATA yet (${error.message}); ${advice}`, {
      cause: error,
    });
  }
}

function open(database: Database, configuration: Configuration, options: OpeningOptions): Promise<ObservationSource> {
  if (database.kind === 'csv') return openCsv(database.folder, configuration, options);
  return openStore(database, configuration, options);
}

async function openCsv(
  folder: string,
  configuration: Configuration,
  { now = Date.now(), warn }: OpeningOptions,
): Promise<ObservationSource> {
  const latest = now + configuration.hindsightSlots * SLOT_MS;
  const source = await CsvFolderSource.open(await openCsvFolder(folder), { latest });
  const [first] = source.problems.first;
  if (first !== undefined) {
    const { total } = source.problems;
    const some =
      total === 1
        ? `1 row of ${folder} could not be read and was`
        : `${total} rows of ${folder} could not be read and were`;
    warn?.(`${some} left out${total === 1 ? '' : ', first'}: ${first.file}:${first.line}: ${first.detail}`);
  }
  return source;
}

async function openStore(
  database: Exclude<Database, { kind: 'csv' }>,
  configuration: Configuration,
  { say }: OpeningOptions,
): Promise<ObservationSource> {
  const store = await openTimeSeries({
    ...(database.kind === 'clickhouse' ? { clickhouseUrl: database.url } : {}),
    dataFolder: database.kind === 'embedded' ? database.folder : configuration.data,
    create: false,
    patienceMs: PATIENCE_MS,
    ...(say === undefined ? {} : { say }),
  });
  return new StoreSource(store);
}
