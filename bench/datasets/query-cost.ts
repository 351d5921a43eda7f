import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatasetGraph } from '../../schemas/http/datasets/property-graph.ts';
import { moduleToFork } from '../../services/stores/fork-module.ts';
import { queryRequest } from '../../test/services/datasets/request-graphs.ts';

const STATEMENT = (one: string, other: string) =>
  `SELECT a.station, count(*) AS n, avg(a.value) AS mean, max(b.value) AS most FROM ${one} AS a JOIN ${other} AS b ` +
  'ON a.station = b.station AND a.slot = b.slot WHERE a.value > 5 GROUP BY a.station ORDER BY a.station';

/** A file of comma-separated values, about `megabytes` long. */
export async function writeTable(path: string, megabytes: number, seed: number): Promise<number> {
  const file = createWriteStream(path);
  file.write('station,slot,value,comment\n');
  let [bytes, row] = [0, 0];
  while (bytes < megabytes * 1e6) {
    let piece = '';
    for (let at = 0; at < 5_000; at++, row++) {
      const station = `ST${String(row % 1000).padStart(5, '0')}`;
      piece += `${station},${Math.floor(row / 1000)},${((row * seed) % 1997) / 100},"measured, as ever"\n`;
    }
    bytes += piece.length;
    if (!file.write(piece)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return statSync(path).size;
}

/** Seconds of a query over two files by the service and by DuckDB itself, in turn. */
export async function queryCost(
  url: string,
  files: { readonly id: string; readonly paths: readonly [string, string] },
  folder: string,
  memory: string,
  rounds: number,
) {
  const request = queryRequest(
    STATEMENT('{{arg1}}', '{{arg2}}'),
    ['a.csv', 'b.csv'].map((file) => ({ id: files.id, file })),
  );
  const [ours, direct]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const own = await ask(url, request);
    const other = directly(files.paths, join(folder, `direct-${round}.csv`), memory);
    if (round === 0) continue;
    ours.push(own);
    direct.push(other);
  }
  return { ours, direct };
}

async function ask(url: string, request: DatasetGraph): Promise<number> {
  const began = performance.now();
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/dmm/api/v1/polyglot/query`, {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`the query was answered ${answer.status}: ${text}`);
  return (performance.now() - began) / 1000;
}

function directly([one, other]: readonly [string, string], output: string, memory: string): number {
  const { script, execArgv } = moduleToFork('./direct-query', import.meta.url);
  const began = performance.now();
  execFileSync(process.execPath, [...execArgv, script, memory, output, STATEMENT(`'${one}'`, `'${other}'`)]);
  return (performance.now() - began) / 1000;
}
