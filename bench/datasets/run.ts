// What datasets cost: uploads against a bare stream to disk, a query of two large CSV files against DuckDB run directly, the
// first page of many datasets.
//   npm run bench:datasets [-- --mebibytes 1024 --megabytes 1000 --datasets 100000 --rounds 3]
import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../../schemas/configuration.ts';
import { NetworkScope } from '../../schemas/network-scope.ts';
import { load } from '../../services/datasets/operations/load.ts';
import { register } from '../../services/datasets/operations/register.ts';
import { arrive, takeUpload } from '../../services/datasets/operations/take-upload.ts';
import { openObjectStore } from '../../services/datasets/storage/open-object-store.ts';
import { openCatalogue } from '../../services/stores/opening/open-catalogue.ts';
import { HalcyonProcess } from '../../test/resilience/halcyon-process.ts';
import { countOf, runOptions } from '../../test/run-options.ts';
import { NO_NETWORKS } from '../../test/services/datasets/dataset-fixture.ts';
import { datasetRequest } from '../../test/services/datasets/request-graphs.ts';
import { fillCatalogue, firstPage } from './first-page.ts';
import { queryCost, writeTable } from './query-cost.ts';
import { uploadRate } from './upload-rate.ts';

const { values: options } = runOptions({
  options: {
    mebibytes: { type: 'string', default: '1024' },
    megabytes: { type: 'string', default: '1000' },
    datasets: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
});
const mebibytes = countOf(options, 'mebibytes');
const megabytes = countOf(options, 'megabytes');
const datasets = countOf(options, 'datasets');
const rounds = countOf(options, 'rounds');
const MEMORY = '2GiB';
const folder = mkdtempSync(join(tmpdir(), 'halcyon-bench-'));
const data = join(folder, 'data');
mkdirSync(data);
const paths: [string, string] = [join(folder, 'a.csv'), join(folder, 'b.csv')];
try {
  const id = await prepared();
  const environment = { HALCYON_DATA: data, HALCYON_QUERY_MEMORY: MEMORY, HALCYON_QUERY_TIME: '1h' };
  const service = await HalcyonProcess.on({ environment, only: 'datasets' });
  await service.start();
  const rate = await uploadRate(service.url, folder, mebibytes, rounds);
  const share = median(rate.ours) / median(rate.bare);
  console.log(
    `upload of ${mebibytes} MiB: ${list(rate.ours, 0)} MB/s; bare stream to disk ${list(rate.bare, 0)} MB/s; ` +
      `${(share * 100).toFixed(0)} % (goal >= 80 %)`,
  );
  const cost = await queryCost(service.url, { id, paths }, folder, MEMORY, rounds);
  const times = median(cost.ours) / median(cost.direct);
  console.log(
    `query of two CSV files of ${megabytes} MB: ${list(cost.ours, 2)} s; DuckDB directly ${list(cost.direct, 2)} s; ` +
      `${times.toFixed(2)} times (goal <= 1.3)`,
  );
  const page = (await firstPage(service.url, 200)).sort((one, other) => one - other);
  console.log(
    `first page of ${datasets} datasets: p50 ${median(page).toFixed(1)} ms, p99 ${page[Math.floor(page.length * 0.99)].toFixed(1)} ms (goal p50 < 50 ms)`,
  );
  await service.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Fills the data folder; resolves with the id of a loaded dataset of two large files. */
async function prepared(): Promise<string> {
  const catalogue = await openCatalogue({ dataFolder: data });
  const storage = await openObjectStore(readConfiguration({ HALCYON_DATA: data }));
  const parts = { catalogue, storage, networks: NO_NETWORKS, scope: NetworkScope.everywhere };
  await fillCatalogue(catalogue, datasets);
  const id = randomUUID();
  for (const [at, path] of paths.entries()) {
    await writeTable(path, megabytes, at + 3);
    const arrived = await arrive(parts, createReadStream(path), new AbortController().signal);
    await takeUpload(parts, { dataset: id, name: `${'ab'[at]}.csv`, arrived }, null);
  }
  await register(parts, datasetRequest('register', { id }), null);
  await load(parts, datasetRequest('load', { id }), null);
  await storage.close();
  await catalogue.close();
  return id;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

function list(values: readonly number[], digits: number): string {
  return values.map((value) => value.toFixed(digits)).join(', ');
}
