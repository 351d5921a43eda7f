import { resolve } from 'node:path';
import type { AuditAction } from '../../../schemas/audit.ts';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { printable } from '../../../schemas/printable.ts';
import { recordedWork, withCommandAudit } from '../../audit/command-audit.ts';
import type { BackupManifest } from '../../backup/backup-manifest.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { type BackupWork, takeBackup } from '../../backup/take-backup.ts';
import { type CommandIo, failuresTo } from '../frame/command-frame.ts';
import { sizeText } from '../terminal/size-text.ts';

/** `halcyon backup FOLDER`: everything that the settings name into a folder, also while the system runs. */
export async function backupCommand(folder: string, io: CommandIo): Promise<number> {
  assertNamed(folder, 'an empty folder or one that is not there');
  const manifest = await recordedCommand(io, 'backup.take', folder, () => takeBackup(folder, workOf(io)));
  io.stdout.write(`${printable(`backed up into ${folder}: ${contents(manifest)}`)}\n`);
  return 0;
}

/** `halcyon restore FOLDER`: a back-up into an empty data folder or empty servers. */
export async function restoreCommand(folder: string, io: CommandIo): Promise<number> {
  assertNamed(folder, 'the folder of a back-up');
  const manifest = await recordedCommand(io, 'backup.restore', folder, () => restoreBackup(folder, workOf(io)));
  const from = `restored what was acknowledged before ${manifest.began}`;
  io.stdout.write(`${printable(`${from}: ${contents(manifest)}`)}\n`);
  return 0;
}

function recordedCommand<T>(io: CommandIo, action: AuditAction, folder: string, work: () => Promise<T>): Promise<T> {
  const about = { kind: 'folder', id: resolve(folder) };
  return withCommandAudit(readConfiguration(io.environment), io.now, failuresTo(io), (log) =>
    recordedWork(log, { action, about }, work),
  );
}

/** An empty name, as of a variable that is not set, would be the folder that one is in. */
function assertNamed(folder: string, right: string): void {
  if (folder.trim() !== '') return;
  throw new HalcyonError('invalid_parameter', `the folder is '${folder}', should be ${right}`);
}

function workOf(io: CommandIo): BackupWork {
  return {
    configuration: readConfiguration(io.environment),
    now: io.now,
    say: (line) => io.stderr.write(`${printable(line)}\n`),
    signal: io.signal,
  };
}

function contents({ time_series, catalogue, files }: BackupManifest): string {
  const rows = (table: string) => time_series.tables.find((each) => each.table === table)?.rows ?? 0;
  const inCatalogue = Object.values(catalogue.rows).reduce((sum, count) => sum + count, 0);
  const ofDatasets = files.filter(({ path }) => path.startsWith('files/')).length;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const counts = `${rows('stations')} stations, ${rows('observations')} observations, ${rows('anomalies')} versions of anomalies`;
  return `${counts}, ${inCatalogue} rows of the catalogue, ${ofDatasets} files of datasets (${sizeText(size)})`;
}
