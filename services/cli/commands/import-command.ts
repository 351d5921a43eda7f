import { resolve } from 'node:path';
import { SourceZone } from '../../../ingest/feeds/clock/source-zone.ts';
import { CollectorHistory } from '../../../ingest/feeds/collector/collector-history.ts';
import { networkOf } from '../../../ingest/feeds/collector/collector-source.ts';
import type { CollectorTables } from '../../../ingest/feeds/collector/collector-tables.ts';
import { PLAIN_MAPPING } from '../../../ingest/feeds/csv/csv-mapping.ts';
import { readMappingFile } from '../../../ingest/feeds/csv/mapping-file.ts';
import { openCsvFolder } from '../../../ingest/feeds/import/csv-folder.ts';
import { importFeed } from '../../../ingest/feeds/import/import-feed.ts';
import type { ImportHistory } from '../../../ingest/feeds/import/import-history.ts';
import { NetcdfHistory, namesNetcdf } from '../../../ingest/feeds/netcdf/netcdf-history.ts';
import { noNetwork, readNetwork } from '../../../ingest/validation/identifier.ts';
import { type Configuration, readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { printable } from '../../../schemas/printable.ts';
import { recordedWork, withCommandAudit } from '../../audit/command-audit.ts';
import { databaseKind, namesCollector } from '../../detection/database-kind.ts';
import { collectorForm, refuseCollectorOptions } from '../../detection/open-database.ts';
import { openCollector } from '../../stores/collector/open-collector.ts';
import { openIntake } from '../../system/open-intake.ts';
import { type CommandIo, failuresTo } from '../frame/command-frame.ts';
import { progressLine } from '../terminal/progress-line.ts';
import { judgedWords } from './judged-words.ts';

export interface ImportOptions {
  readonly network?: string;
  /** Path of a column mapping. */
  readonly mapping?: string;
  /** Zone of times in a collector's database that name none. */
  readonly sourceTimezone?: string;
  /** Units, kinds and interval of rain of a collector's database. */
  readonly sourceForm?: string;
}

/** `halcyon import SOURCE`: history from CSV or NetCDF files or a collector's database into the store, judged on the way. */
export async function importCommand(place: string, options: ImportOptions, io: CommandIo): Promise<number> {
  const configuration = readConfiguration(io.environment);
  const { history, title, close } = await openHistory(place, options);
  const tally = { accepted: 0, deadLetters: 0 };
  const event = () => ({
    ...({ action: 'observations.import', about: { kind: 'source', id: title }, network: history.network } as const),
    detail: `${tally.accepted} observations, ${tally.deadLetters} dead letters`,
  });
  try {
    return await withCommandAudit(configuration, io.now, failuresTo(io), (log) =>
      recordedWork(log, event, () => importInto(history, configuration, tally, io)),
    );
  } finally {
    await close();
  }
}

/** How many observations came, and how many could not be read. */
interface Tally {
  accepted: number;
  deadLetters: number;
}

async function importInto(
  history: ImportHistory,
  configuration: Configuration,
  tally: Tally,
  io: CommandIo,
): Promise<number> {
  const logger = linesTo((line) => io.stderr.write(`${printable(line)}\n`));
  const way = await openIntake(configuration, io.now, logger);
  const progress = progressLine(io.stderr, 'importing');
  let judged = '';
  try {
    const intake: typeof way.intake = {
      submit: async (network, source, items) => {
        const results = await way.intake.submit(network, source, items);
        for (const result of results) tally[result.status === 'accepted' ? 'accepted' : 'deadLetters']++;
        return results;
      },
    };
    const feed = importFeed(history, {
      onProgress: (done, total) => progress.update(done, total),
    });
    await feed.run({ intake, signal: io.signal, now: io.now, logger });
    if (io.signal.aborted) {
      throw new HalcyonError('interrupted', 'interrupted; what was imported so far is stored, and repeating goes on');
    }
    judged = await judgedWords(way, history.network, io.signal);
  } finally {
    progress.stop();
    await way.close();
  }
  if (tally.accepted === 0) {
    const why =
      tally.deadLetters === 0 ? 'there is none' : `${tally.deadLetters} were refused: halcyon dead-letters list`;
    throw new HalcyonError('store_unreadable', `no observation of network ${history.network} could be read; ${why}`);
  }
  const letters = tally.deadLetters === 0 ? '' : `; ${tally.deadLetters} could not be read: halcyon dead-letters list`;
  io.stdout.write(
    `${tally.accepted} observations of network ${history.network} imported into ${way.title}${letters}\n${judged}`,
  );
  return 0;
}

interface OpenHistory {
  readonly history: ImportHistory;
  /** In words, without credentials. */
  readonly title: string;
  readonly close: () => Promise<void>;
}

async function openHistory(place: string, options: ImportOptions): Promise<OpenHistory> {
  assertImportable(place);
  const zone = SourceZone.of(options.sourceTimezone ?? 'UTC', '--source-timezone');
  const form = collectorForm(options.sourceForm);
  if (!(await namesCollector(place))) {
    refuseCollectorOptions(options);
    return { history: await openFiles(place, options), title: resolve(place), close: async () => undefined };
  }
  if (options.mapping !== undefined) {
    throw new HalcyonError('invalid_parameter', "--mapping is for CSV and NetCDF files, not a collector's database");
  }
  const database = await databaseKind(place);
  if (database.kind !== 'sqlite' && database.kind !== 'postgres') throw new Error(`${database.kind} is no collector`);
  const tables = await openCollector(database, zone);
  try {
    const history = await CollectorHistory.open(tables, zone, chosenNetwork(tables, options), form);
    return { history, title: tables.title, close: () => tables.close() };
  } catch (error) {
    await tables.close();
    throw error;
  }
}

async function openFiles(place: string, options: ImportOptions): Promise<ImportHistory> {
  if (!(await namesNetcdf(place))) return openCsvFolder(place, options);
  const mapping = options.mapping === undefined ? PLAIN_MAPPING : await readMappingFile(options.mapping);
  return NetcdfHistory.open(place, mapping, options.network);
}

/** @throws HalcyonError where a text can be neither a path nor the URL of a collector's database */
function assertImportable(place: string): void {
  const right =
    "a folder of CSV files, NetCDF files, or a collector's SQLite file or PostgreSQL URL (postgres://host/database)";
  if (place.trim() === '') throw new HalcyonError('invalid_parameter', `the source is empty, should be ${right}`);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(place)?.[1];
  if (scheme === undefined || /^postgres(ql)?$/i.test(scheme)) return;
  throw new HalcyonError('store_unreadable', `${scheme}:// cannot be imported, should be ${right}`);
}

function chosenNetwork(tables: CollectorTables, { network }: ImportOptions): string {
  const name = network === undefined ? networkOf(tables.name) : readNetwork(network);
  if (name !== undefined) return name;
  throw new HalcyonError('invalid_parameter', noNetwork(network));
}
