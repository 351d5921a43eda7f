import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { sweep } from '../../../services/datasets/operations/sweep.ts';
import { openObjectStore } from '../../../services/datasets/storage/open-object-store.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { seeded } from '../../detectors/stages/small-network.ts';
import { HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { DatasetUser } from './dataset-user.ts';

/**
 * Clients take datasets through the whole chain while the service is killed with SIGKILL again and again: no dataset is lost,
 * each can go on, and after a sweep no file is left that no dataset has.
 *
 * @returns lines that say what was done, and the problems that were found
 */
export async function kills(options: { readonly kills: number; readonly clients: number; readonly seed: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
  const data = join(folder, 'data');
  const service = await HalcyonProcess.on({ environment: { HALCYON_DATA: data }, only: 'datasets' });
  const problems: string[] = [];
  const user = new DatasetUser(service.url, (problem) => {
    if (problems.length < 20) console.log(`problem: ${problem}`);
    problems.push(problem);
  });
  const random = seeded(options.seed);
  await service.start();
  for (let round = 0; round < options.kills; round++) {
    let stop = false;
    const client = async () => {
      while (!stop) await user.turn(random);
    };
    const working = Array.from({ length: options.clients }, client);
    await sleep(300 + random() * 2_500);
    stop = true;
    await service.kill();
    await Promise.all(working);
    await service.start();
    if (round % 10 === 9) console.log(`  ${round + 1} kills, ${user.datasets.length} datasets`);
  }
  await user.checkAll();
  await service.stop();
  const left = await orphans(data);
  for (const path of left) problems.push(`nobody has ${path}`);
  rmSync(folder, { recursive: true, force: true });
  const files = user.datasets.reduce((count, { files: own }) => count + own.size, 0);
  const line =
    `${options.kills} kills, ${options.clients} clients: ${user.datasets.length} datasets, ${files} files, ` +
    `${user.results.length} results, ${user.answersLost} answers lost with the service, ${left.length} orphans after a sweep`;
  return { line, problems };
}

/** Files of the storage that no dataset has, after everything has been swept that a sweep finds. */
async function orphans(data: string): Promise<string[]> {
  const catalogue = await openCatalogue({ dataFolder: data });
  const storage = await openObjectStore(readConfiguration({ HALCYON_DATA: data }));
  try {
    const swept = await sweep({ catalogue, storage }, { now: Date.now() + 60_000, graceMs: 0, keepMs: 86_400_000 });
    console.log(`  the sweep: ${JSON.stringify(swept)}`);
    const rows = await catalogue.query('SELECT bucket, key FROM dataset_files');
    const had = new Set(rows.map((row) => `${row['bucket']}/${row['key']}`));
    const root = join(data, 'files');
    const there = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    for (const path of had) if (!there.includes(path)) throw new Error(`a dataset has ${path}, which is not there`);
    return there.filter((path) => !had.has(path));
  } finally {
    await storage.close();
    await catalogue.close();
  }
}
