import { SourceZone } from '../../ingest/feeds/clock/source-zone.ts';
import { CollectorSource } from '../../ingest/feeds/collector/collector-source.ts';
import { openCsvFolder } from '../../ingest/feeds/import/csv-folder.ts';
import { CsvFolderSource } from '../../ingest/feeds/import/csv-folder-source.ts';
import { limitedSource } from '../../ingest/feeds/import/limited-source.ts';
import { readLimitsFile } from '../../ingest/feeds/import/limits-file.ts';
import type { ObservationSource } from '../../ingest/observation-source.ts';
import { PLAIN_FORM, readSourceForm, type SourceForm } from '../../ingest/validation/source-form.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { type CollectorDatabase, openCollector } from '../stores/collector/open-collector.ts';
import { openTimeSeries } from '../stores/opening/open-time-series.ts';
import { StoreSource } from '../stores/store-source.ts';
import { type Database, databaseKind } from './database-kind.ts';

export interface OpeningOptions {
  /** Current time, ms since the epoch; the clock's where not given. */
  readonly now?: number;
  /** Zone of times in a collector's database that name none: a name, or an offset such as `+02:00`; UTC where not given. */
  readonly sourceTimezone?: string;
  /** Units, kinds and interval of a collector's database such as `intervals.rain=5&units.bar=inHg`; Halcyon's own where not given. */
  readonly sourceForm?: string;
  /** A file of limits for history that has no rules of people: a folder of CSV files, a collector's database. */
  readonly limits?: string;
  /** Aborted while a database is being opened: HalcyonError `interrupted`. */
  readonly signal?: AbortSignal;
  /** Told in one line what is done and waited for. */
  readonly say?: (line: string) => void;
  /** Told in one line what was left out, such as rows that cannot be read, and of rain whose intervals do not fit. */
  readonly warn?: (line: string) => void;
}

/** A server that does not answer is given this long by a command that somebody waits for [ms]. */
const PATIENCE_MS = 5_000;

/**
 * Opens the history to be judged, for reading.
 *
 * @param text what `--database` says: a URL or a path; null for HALCYON_DATABASE, then CLICKHOUSE_URL, then the store in
 *   HALCYON_DATA
 * @throws HalcyonError `store_unreadable`, `store_unavailable` or `store_locked` with what was found there;
 *   `invalid_parameter` for a source's zone or form that is none or belongs to no collector, for limits of a store;
 *   `interrupted`
 */
export async function openDatabase(
  text: string | null,
  configuration: Configuration,
  options: OpeningOptions = {},
): Promise<ObservationSource> {
  const zone = SourceZone.of(options.sourceTimezone ?? 'UTC', '--source-timezone');
  const form = collectorForm(options.sourceForm);
  const database = await chosenDatabase(text, configuration);
  if (!isCollector(database)) refuseCollectorOptions(options);
  if (options.limits !== undefined && !isCollector(database) && database.kind !== 'csv') throw limitsOfStore();
  const rows = options.limits === undefined ? null : await readLimitsFile(options.limits);
  const opened = await open(database, configuration, options, { zone, form });
  const source = rows === null ? opened : limitedSource(opened, rows);
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

function isCollector(database: Database): database is CollectorDatabase {
  return database.kind === 'sqlite' || database.kind === 'postgres';
}

/** The form of a collector's rows. HalcyonError `invalid_parameter` where it is none. */
export function collectorForm(text: string | undefined): SourceForm {
  const read = text === undefined ? { form: PLAIN_FORM } : readSourceForm(text);
  if (typeof read !== 'string') return read.form;
  throw wrongOption('--source-form', `--source-form: ${read}`);
}

/** Zone and form belong to a database that notes none; all others say what they mean: HalcyonError `invalid_parameter`. */
export function refuseCollectorOptions(options: { sourceTimezone?: string; sourceForm?: string }): void {
  const whose = "is for a collector's SQLite file or PostgreSQL URL; a CSV folder's mapping has";
  if (options.sourceTimezone !== undefined) {
    throw wrongOption('--source-timezone', `--source-timezone ${whose} time.zone instead`);
  }
  if (options.sourceForm !== undefined) {
    throw wrongOption('--source-form', `--source-form ${whose} units, kinds, intervals and pressure_level instead`);
  }
}

/** Of a store's history people have set limits, which it is judged by. */
function limitsOfStore(): HalcyonError {
  const whose = "is for a folder of CSV files or a collector's database";
  return wrongOption('--limits', `--limits ${whose}; a store's limits are set by halcyon limits import FILE`);
}

function wrongOption(option: string, msg: string): HalcyonError {
  const problems = [{ loc: ['arguments', option], msg, type: 'value_error' }];
  return new HalcyonError('invalid_parameter', msg, { problems });
}

/** How the rows of a collector are to be read. */
interface CollectorReading {
  readonly zone: SourceZone;
  readonly form: SourceForm;
}

function open(
  database: Database,
  configuration: Configuration,
  options: OpeningOptions,
  reading: CollectorReading,
): Promise<ObservationSource> {
  if (isCollector(database)) return openTables(database, configuration, options, reading);
  if (database.kind === 'csv') return openCsv(database.folder, configuration, options);
  return openStore(database, configuration, options);
}

async function openTables(
  database: CollectorDatabase,
  configuration: Configuration,
  { now = Date.now(), warn }: OpeningOptions,
  { zone, form }: CollectorReading,
): Promise<ObservationSource> {
  const latest = now + configuration.hindsightSlots * SLOT_MS;
  const tables = await openCollector(database, zone);
  return CollectorSource.open(tables, { zone, form, latest, ...(warn === undefined ? {} : { warn }) });
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
  if (warn !== undefined) {
    const reports = source.rainReports();
    for (const line of [...reports.overlaps(), ...reports.undeclared()]) warn(line);
  }
  return source;
}

async function openStore(
  database: Exclude<Database, CollectorDatabase | { kind: 'csv' }>,
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
  return new StoreSource(store, undefined, () => store.close());
}
