import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { pathCode } from '../../schemas/path-reason.ts';
import { BUCKETS, type ObjectStore } from '../datasets/storage/object-store.ts';
import { openObjectStore } from '../datasets/storage/open-object-store.ts';
import { keyFileOf, placeKey } from '../identity/keys/key-file.ts';
import { makeFolder } from '../stores/data-folder.ts';
import { migrationsOf, refuseForeign } from '../stores/numbered-migrations.ts';
import { openCatalogue } from '../stores/opening/open-catalogue.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../stores/opening/open-time-series.ts';
import { livingOwner } from '../stores/owner-file.ts';
import { assertEmptyCatalogue, fillCatalogue } from '../stores/postgres/fill-catalogue.ts';
import { readFileOf, readZippedOf, verifyFiles } from './backup-folder.ts';
import { type BackupManifest, readManifest } from './backup-manifest.ts';
import { type BackupWork, KEY_FILE, placeOf } from './take-backup.ts';
import { textLines } from './text-lines.ts';

/**
 * Restores a back-up into what the settings name, which has to be empty and not in use. First every file of the back-up is
 * held against its digest. Until all is there no system opens the time series; a restore that was cut short is repeated from
 * its beginning.
 *
 * @returns what the back-up holds
 * @throws HalcyonError `store_unreadable` (no whole back-up, damaged, of a newer version), `conflict` (what is to be filled is
 *   not empty), `store_locked` (a system runs on the data folder), and what the stores throw
 */
export async function restoreBackup(folder: string, work: BackupWork): Promise<BackupManifest> {
  const { configuration, say, signal } = work;
  const manifest = await readManifest(folder);
  const title = `The back-up ${folder}`;
  refuseForeign(title, manifest.time_series.steps, await migrationsOf('clickhouse'));
  refuseForeign(title, manifest.catalogue.steps, await migrationsOf('postgres'));
  await verifyFiles(folder, manifest, signal);
  await refuseRunning(configuration);
  const place = { clickhouseUrl: configuration.clickhouseUrl, dataFolder: resolve(configuration.data) };
  const restoredStep = lastOf(manifest.time_series.steps);
  const store = await openTimeSeries({ ...place, role: 'system', restoredStep, say });
  try {
    if (!store.restoredAgain) await assertEmpty(folder, manifest, configuration, store);
    await restoreFiles(folder, manifest, configuration, signal);
    await restoreKey(folder, manifest, configuration);
    await restoreTables(folder, manifest, store, signal);
    await restoreCatalogue(folder, manifest, configuration, store.restoredAgain);
    await store.copies.finish();
  } finally {
    await store.close();
  }
  // What later versions have changed in the tables.
  await (await openTimeSeries({ ...place, role: 'system', say })).close();
  return manifest;
}

async function refuseRunning({ clickhouseUrl, data }: Configuration): Promise<void> {
  const owner = clickhouseUrl === '' ? await livingOwner(data) : null;
  if (owner?.role !== 'system') return;
  throw new HalcyonError(
    'store_locked',
    `a system runs on ${data} (process ${owner.pid}); stop it, or name another folder`,
  );
}

/** The time series is empty: so have to be the rest, or that is left as it was. */
async function assertEmpty(
  folder: string,
  manifest: BackupManifest,
  configuration: Configuration,
  store: OpenedTimeSeries,
): Promise<void> {
  try {
    await otherKey(folder, manifest, configuration);
    const storage = await openObjectStore(configuration);
    try {
      await assertNoFiles(storage);
    } finally {
      await storage.close();
    }
    const { postgresUrl, data: dataFolder } = configuration;
    const catalogue = await openCatalogue({ postgresUrl, dataFolder, restoredStep: lastOf(manifest.catalogue.steps) });
    try {
      await assertEmptyCatalogue(catalogue);
    } finally {
      await catalogue.close();
    }
  } catch (error) {
    await store.copies.finish();
    throw error;
  }
}

async function restoreFiles(
  folder: string,
  manifest: BackupManifest,
  configuration: Configuration,
  signal: AbortSignal,
): Promise<void> {
  const storage = await openObjectStore(configuration);
  try {
    for (const { path, sha256 } of manifest.files) {
      const place = placeOf(path);
      if (place === null) continue;
      const written = await storage.put(place.bucket, place.key, readFileOf(folder, path), signal);
      if (written.sha256 === sha256) continue;
      throw new HalcyonError(
        'store_unreadable',
        `The back-up ${folder} is damaged: ${path} changed while it was read.`,
      );
    }
  } finally {
    await storage.close();
  }
}

async function assertNoFiles(storage: ObjectStore): Promise<void> {
  for (const bucket of BUCKETS) {
    for await (const { key } of storage.list(bucket)) {
      throw new HalcyonError(
        'conflict',
        `The storage of datasets is not empty: ${bucket} holds ${key}; restore into an empty data folder and empty buckets.`,
      );
    }
  }
}

/**
 * The key of the back-up where the file for it is not there yet. One that is there is left alone: it has to be the same, or
 * the signing keys of the catalogue could not be read.
 *
 * @throws HalcyonError `conflict`
 */
async function otherKey(
  folder: string,
  manifest: BackupManifest,
  configuration: Configuration,
): Promise<string | null> {
  if (!manifest.files.some(({ path }) => path === KEY_FILE)) return null;
  const key = await readFile(join(folder, KEY_FILE), 'utf8');
  const path = keyFileOf(configuration);
  const there = await readFile(path, 'utf8').catch((cause: unknown) => (pathCode(cause) === 'ENOENT' ? null : ''));
  if (there === null) return key;
  if (there.trim() === key.trim()) return null;
  throw new HalcyonError('conflict', `${path} holds another key than the back-up: move it away first.`);
}

async function restoreKey(folder: string, manifest: BackupManifest, configuration: Configuration): Promise<void> {
  const key = await otherKey(folder, manifest, configuration);
  if (key === null) return;
  const path = keyFileOf(configuration);
  if (configuration.keyFile === null) await makeFolder(configuration.data);
  await placeKey(path, key);
}

async function restoreTables(
  folder: string,
  manifest: BackupManifest,
  store: OpenedTimeSeries,
  signal: AbortSignal,
): Promise<void> {
  for (const { table, columns, file, rows } of manifest.time_series.tables) {
    signal.throwIfAborted();
    const stored = await store.copies.write(table, columns, readZippedOf(folder, file));
    if (stored === rows) continue;
    const found = `its ${file} has ${stored} rows, should have ${rows}`;
    throw new HalcyonError('store_unreadable', `The back-up ${folder} is damaged: ${found}.`);
  }
}

async function restoreCatalogue(
  folder: string,
  manifest: BackupManifest,
  { postgresUrl, data: dataFolder }: Configuration,
  again: boolean,
): Promise<void> {
  const catalogue = await openCatalogue({ postgresUrl, dataFolder, restoredStep: lastOf(manifest.catalogue.steps) });
  try {
    await fillCatalogue(catalogue, textLines(readZippedOf(folder, manifest.catalogue.file)), again);
  } finally {
    await catalogue.close();
  }
  await (await openCatalogue({ postgresUrl, dataFolder })).close();
}

function lastOf(steps: readonly { readonly number: number }[]): number {
  return steps.at(-1)?.number ?? 0;
}
