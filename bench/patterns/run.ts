// npm run bench:patterns: how long creating, reading, drawing and validating patterns takes for 16 clients at once, with
// many patterns stored, on PGlite and on a PostgreSQL server.
//   npm run bench:patterns [-- --stored 100000 --seconds 10]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addGraph } from '../../services/stores/graphs/graphs.ts';
import { openCatalogue } from '../../services/stores/opening/open-catalogue.ts';
import { HalcyonProcess } from '../../test/resilience/halcyon-process.ts';
import { amountOf, countOf, runOptions } from '../../test/run-options.ts';
import { postgresMissing, temporaryPostgres } from '../../test/servers/postgres.ts';
import { madePattern } from '../../test/trials/patterns/made-pattern.ts';

const CLIENTS = 16;
const SIZES = [10, 200, 10_000];
/** Patterns of each size that are read and drawn in turn. */
const EACH = 32;
/** Patterns stored in one transaction. */
const BATCH = 1_000;

const { values: options } = runOptions({
  options: { stored: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '10' } },
});
const [stored, seconds] = [countOf(options, 'stored'), amountOf(options, 'seconds')];

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Calls by 16 clients at once for some seconds; each call has a number of its own. */
async function measured(call: (number: number) => Promise<void>): Promise<Measured> {
  const times: number[] = [];
  const began = performance.now();
  let next = 0;
  const client = async () => {
    while (performance.now() < began + seconds * 1000) {
      const from = performance.now();
      await call(next++);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { perSecond: (times.length * 1000) / (performance.now() - began), p50: at(0.5), p99: at(0.99) };
}

function show(what: string, { perSecond, p50, p99 }: Measured): void {
  const ms = (value: number) => value.toFixed(1).padStart(9);
  console.log(`${what.padEnd(48)} p50 ${ms(p50)} ms   p99 ${ms(p99)} ms   ${perSecond.toFixed(1).padStart(8)}/s`);
}

/** Fills a catalogue with patterns of ten nodes, as the service would. */
async function fill(where: { postgresUrl?: string; dataFolder: string }): Promise<number> {
  const catalogue = await openCatalogue(where);
  const began = performance.now();
  try {
    for (let from = 0; from < stored; from += BATCH) {
      await catalogue.transaction(async (statements) => {
        for (let k = from; k < Math.min(from + BATCH, stored); k++) {
          await addGraph(statements, 'pattern', `stored-${k}`, madePattern(`stored-${k}`, 10));
        }
      });
    }
  } finally {
    await catalogue.close();
  }
  return (performance.now() - began) / 1000;
}

async function measure(title: string, settings: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-bench-patterns-'));
  const dataFolder = join(folder, 'data');
  const url = settings['POSTGRES_URL'];
  const took = await fill({ dataFolder, ...(url !== undefined && { postgresUrl: url }) });
  console.log(`${title}: ${stored} patterns of 10 nodes stored in ${took.toFixed(0)} s`);
  const service = await HalcyonProcess.on({ environment: { HALCYON_DATA: dataFolder, ...settings }, only: 'patterns' });
  const ask = async (method: string, path: string, status: number, body?: string) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(service.url + path, { method, ...(body !== undefined && { headers, body }) });
    const text = await response.text();
    if (response.status !== status) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  };
  try {
    await service.start();
    const stores = Array.from({ length: stored }, (_, k) => `stored-${k}`);
    if (stored > 0) {
      const any = () => stores[Math.floor(Math.random() * stores.length)];
      show(`${title}: get, any of those stored`, await measured(() => ask('GET', `/api/v1/aps/${any()}`, 200)));
    }
    for (const size of SIZES) {
      const texts = Array.from({ length: EACH }, (_, k) => JSON.stringify(madePattern(`read-${size}-${k}`, size)));
      for (const text of texts) await ask('POST', '/api/v1/aps/', 201, text);
      const of = (what: string) => `${title}: ${what}, ${size} nodes`;
      const create = (k: number) =>
        ask('POST', '/api/v1/aps/', 201, JSON.stringify(madePattern(`made-${size}-${k}`, size)));
      show(of('create'), await measured(create));
      show(of('get'), await measured((k) => ask('GET', `/api/v1/aps/read-${size}-${k % EACH}`, 200)));
      show(of('validate'), await measured((k) => ask('POST', '/api/v1/aps/validate', 200, texts[k % EACH])));
      const first = (k: number) =>
        ask('POST', '/api/v1/aps/display', 200, JSON.stringify(madePattern(`drawn-${size}-${k}`, size)));
      show(of('display, never drawn before'), await measured(first));
      show(
        of('display, drawn before'),
        await measured((k) => ask('POST', '/api/v1/aps/display', 200, texts[k % EACH])),
      );
    }
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await measure('PGlite', {});
const missing = postgresMissing();
if (missing !== null) {
  console.log(`PostgreSQL: ${missing}`);
} else {
  const server = await temporaryPostgres();
  try {
    await measure('PostgreSQL', { POSTGRES_URL: server.url() });
  } finally {
    await server.stop();
  }
}
